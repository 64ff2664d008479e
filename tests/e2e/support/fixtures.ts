import { type BrowserContext, test as base, type Page } from 'playwright/test'
import { type Database, openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { newestMails } from '#server/integrations/mail/mail-queue.ts'
import { builders } from '#tests/support/builders.ts'
import { holdWorker } from './worker.ts'

type Build = ReturnType<typeof builders>
export type TestUser = Awaited<ReturnType<Build['user']>>

interface WorkerFixtures {
  /** Connection to the server's database as its owner. */
  db: Database
  /** Creates fleets, users and vehicles with unique values. */
  build: Build
}

interface TestFixtures {
  /** All tests share one network: clears the failed attempts of other tests. */
  freshNetwork: undefined
  /** An Owner of a small fleet of three vehicles. */
  owner: TestUser
  /** A page with the owner signed in. */
  signedInPage: Page
}

/** Playwright's test with the fixtures of this product. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  db: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know that nothing is needed.
    async ({}, use) => {
      const url = process.env.E2E_DATABASE_URL
      if (!url) throw new Error('The global setup has not run')
      const db = openDatabase(url, { max: 2 })
      await use(db)
      await db.close()
    },
    { scope: 'worker' },
  ],
  build: [async ({ db }, use) => use(uniqueBuilders(db)), { scope: 'worker' }],
  freshNetwork: [
    async ({ db }, use) => {
      await db.query(sql`delete from sign_in_tries`)
      await db.query(sql`delete from attempts where bucket like any (array['existence:%', 'forgot-net:%'])`)
      await use(undefined)
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    await holdWorker(context)
    await use(context)
  },
  owner: async ({ build }, use) => {
    const fleet = await build.fleet({ name: 'Northgate Couriers' })
    for (const name of ['Van 1', 'Van 2', 'Truck 3']) await build.vehicle(fleet, { name, odometer: 41_200 })
    await use(await build.user(fleet))
  },
  signedInPage: async ({ page, context, build, owner }, use) => {
    await signInDirectly(context, build, owner)
    await use(page)
  },
})
export { expect } from 'playwright/test'

/** After a failure Playwright starts a new worker, whose counters restart on the same database. */
export function uniqueBuilders(db: Database): Build {
  const build = builders(db)
  return {
    ...build,
    user: (fleet, given = {}) =>
      build.user(fleet, { email: `person-${crypto.randomUUID().slice(0, 8)}@example.com`, ...given }),
    // Services belong to no fleet, so another test or an earlier try may already use a name.
    async service(given = {}) {
      const [known] = await db.query<{ id: number }>(
        sql`select id from service_definitions where name_en = ${given.name ?? ''} limit 1`,
      )
      return known ?? build.service(given)
    },
  }
}

/** Returns the server's address under a host name; subdomains of localhost resolve to this machine. */
export function origin(subdomain?: string): string {
  return `http://${subdomain ? `${subdomain}.` : ''}localhost:${process.env.E2E_PORT}`
}

/** Signs a user in without the sign-in screens, as on a remembered device. */
export async function signInDirectly(
  context: BrowserContext,
  build: Build,
  user: TestUser,
  at = origin(),
): Promise<void> {
  const token = await build.session(user)
  const { hostname: domain } = new URL(at)
  const cookie = { domain, path: '/', sameSite: 'Lax' as const }
  await context.addCookies([
    { ...cookie, name: 'authentication_token', value: token, httpOnly: true },
    { ...cookie, name: 'current_fleet_id', value: String(user.fleetId) },
    { ...cookie, name: 'current_user_email', value: encodeURIComponent(user.email) },
  ])
}

/** Fills in the sign-in form and submits it with Enter. */
export async function submitCredentials(
  page: Page,
  user: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('Email address').fill(user.email)
  await page.getByLabel('Password', { exact: true }).fill(user.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

/** Returns the newest one-time password emailed to an address. */
export async function otpFor(db: Database, email: string): Promise<string> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const mail = (await newestMails(db, 20)).find(({ recipient }) => recipient === email)
    const code = mail && /^\d{6}$/m.exec(mail.text)?.[0]
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No one-time password was mailed to ${email}`)
}

/** Signs in through the screens, with the emailed one-time password. */
export async function signIn(page: Page, db: Database, user: TestUser): Promise<void> {
  await submitCredentials(page, user)
  await page.getByRole('heading', { name: 'Verification' }).waitFor()
  await page.getByLabel('One-time password').fill(await otpFor(db, user.email))
  await page.getByRole('button', { name: 'Validate' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign_in'))
}
