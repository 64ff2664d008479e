import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { expect, origin, otpFor, signInDirectly, submitCredentials, test } from '../support/fixtures.ts'
import { fillMaintenance, recordMaintenance, untilReadyForOffline } from '../support/record.ts'
import { PHONE } from '../support/screens.ts'

// A session that ends while its user acts for another fleet, or at a brand with its own sign-in options; and entries in
// a fleet that they may no longer enter (OFF-041, ruling 9, ruling 25).

type Build = Parameters<Parameters<typeof test>[2]>[0]['build']
type Db = Parameters<Parameters<typeof test>[2]>[0]['db']

async function aCompany(build: Build) {
  const { id: affiliationId } = await build.affiliation()
  const home = await build.fleet({ affiliationId, name: 'Motor pool' })
  const customer = await build.fleet({ affiliationId, name: 'Lakeshore Rental' })
  const van = await build.vehicle(customer, { name: 'Rental car', odometer: 50_000 })
  const user = await build.user(home, { roles: ['FMC'], affiliationId })
  return { home, customer, van, user }
}

async function standIn(page: Page, name: string) {
  await page.goto(`${origin()}/fmc_dashboard`)
  await page.getByRole('button', { name: `Open fleet ${name}` }).click()
  await expect(page.getByRole('note')).toContainText(`You are acting for ${name}`, { timeout: 20_000 })
}

/** In either language, because the app may have switched by then. */
const againIn = (page: Page) => page.getByRole('dialog', { name: /^(Reconnectez-vous|Sign in again)$/ })

/** Waits until a call of the app meets the ended session: one of its own, or the one that saves the language. */
async function meetsTheEnd(page: Page) {
  const [menu, french] = [
    page.getByRole('button', { name: /Account menu/ }),
    page.getByRole('dialog', { name: /Account menu/ }).getByRole('button', { name: 'Français' }),
  ]
  const met = againIn(page).waitFor({ timeout: 60_000 })
  // The dialog may cover the button that is about to be clicked. The click then fails, which no longer matters.
  for (const each of [menu, french]) await Promise.race([met, each.click()])
  await met
}

async function signInAgain(page: Page, db: Db, user: { email: string; password: string }) {
  const password = againIn(page).getByLabel(/^(Mot de passe|Password)$/)
  await password.fill(user.password)
  await password.press('Enter')
  await page.getByLabel(/^(Code à usage unique|One-time password)/).fill(await otpFor(db, user.email))
  await page.getByRole('button', { name: /^Valid(er|ate)$/ }).click()
  await expect(againIn(page)).toBeHidden({ timeout: 20_000 })
}

test('a user who acted for another fleet returns to it after signing in again, with the typed text', async ({
  page,
  context,
  db,
  build,
}) => {
  test.slow()
  const { user, customer, van } = await aCompany(build)
  await build.service({ name: 'Fan belt' })
  await signInDirectly(context, build, user)
  await standIn(page, 'Lakeshore Rental')
  await fillMaintenance(page, { vehicle: van, service: 'Fan belt', odometer: '50321' })
  await db.query(sql`delete from sessions where user_id = ${user.id}`)
  await meetsTheEnd(page)
  // A lost connection does not mean that the fleet is no longer allowed.
  await context.route('**/impersonate_fleet', (route) => route.abort(), { times: 1 })
  await signInAgain(page, db, user)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('note')).toContainText('Lakeshore Rental')
  await expect(page).toHaveURL(/maintenance_history\/new/)
  await expect(page.getByRole('textbox', { name: /^Od(ometer|omètre)/ })).toHaveValue(/50\D?321/)
  await page.getByRole('button', { name: /^(Save|Enregistrer)$/ }).click()
  await expect
    .poll(
      () => db.query(sql`select fleet_id from manual_maintenance_histories where vehicle_id = ${van.id}`),
      {
        timeout: 20_000,
      },
    )
    .toEqual([{ fleet_id: customer.id }])
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('entries in a fleet that the user may no longer enter can be exported, and are never sent from another fleet', async ({
    page,
    context,
    db,
    build,
  }) => {
    test.slow()
    const { user, van, home, customer } = await aCompany(build)
    await build.service({ name: 'Fan belt' })
    await signInDirectly(context, build, user)
    await standIn(page, 'Lakeshore Rental')
    await untilReadyForOffline(page)
    await context.route('**/manual_maintenance_histories', (route) => route.abort())
    await recordMaintenance(page, { vehicle: van, service: 'Fan belt', odometer: '50321' })
    await db.query(sql`update fleets set affiliation_id = null where id = ${customer.id}`)
    // The server no longer accepts that fleet for the session.
    await meetsTheEnd(page)
    await signInAgain(page, db, user)
    await expect(page.getByText(/(attend dans|waits in) Lakeshore Rental/)).toBeVisible({ timeout: 20_000 })
    await context.unroute('**/manual_maintenance_histories')

    await page
      .getByRole('button', { name: /Saisies|Tout envoyé|Entries|All sent/ })
      .first()
      .click()
    const left = page.getByRole('dialog').getByRole('region', { name: 'Lakeshore Rental' })
    await expect(left).toContainText(/1 (saisie attend dans|entry waits in) Lakeshore Rental/)
    const downloading = page.waitForEvent('download')
    await left.getByRole('button', { name: /^(Enregistrer|Save a) / }).click()
    const zip = unzipSync(new Uint8Array(await readFile(await (await downloading).path())))
    expect(strFromU8(zip['entries.json'] ?? new Uint8Array())).toContain(String(van.id))
    await left.getByRole('button', { name: /^(Y aller|Go there)$/ }).click()
    await expect(page.getByText(/(plus accès à|no longer have access to) Lakeshore Rental/)).toBeVisible()
    const written = await db.query(
      sql`select id from manual_maintenance_histories where fleet_id = any(${[home.id, customer.id]})`,
    )
    expect(written).toEqual([])
  })
})

test('a sign-in in one tab continues the expired session of the other tab too', async ({
  page,
  context,
  db,
  build,
}) => {
  const user = await build.user(await build.fleet())
  await signInDirectly(context, build, user)
  const other = await context.newPage()
  for (const each of [page, other]) {
    await each.goto(`${origin()}/dashboard`)
    await expect(each.getByText(/Data as of/)).toBeVisible({ timeout: 20_000 })
  }
  await db.query(sql`delete from sessions where user_id = ${user.id}`)
  await meetsTheEnd(other)
  await meetsTheEnd(page)
  await signInAgain(page, db, user)
  await other.bringToFront()
  await other.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(againIn(other)).toBeHidden()
})

test('the address of an expired session can be corrected once it was rejected', async ({
  page,
  context,
  db,
  build,
}) => {
  const user = await build.user(await build.fleet())
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}/dashboard`)
  await expect(page.getByText(/Data as of/)).toBeVisible({ timeout: 20_000 })
  const email = `new-${user.email}`
  await db.query(sql`delete from sessions where user_id = ${user.id}`)
  await db.query(sql`update users set email = ${email} where id = ${user.id}`)
  await meetsTheEnd(page)
  const address = againIn(page).getByLabel(/^(Adresse courriel|Email address)$/)
  await expect(address).not.toBeEditable()
  await againIn(page)
    .getByLabel(/^(Mot de passe|Password)$/)
    .fill(user.password)
  await page.keyboard.press('Enter')
  await expect(againIn(page).getByRole('alert')).toBeVisible()
  await address.fill(email)
  await signInAgain(page, db, { ...user, email })
})

test('the dialog of an expired session has the brand’s sign-in options', async ({
  page,
  context,
  db,
  build,
}) => {
  // ACC-037, ACC-038
  const at = origin('trackline')
  const user = await build.user(await build.fleet({ brand: 'trackline' }))
  await signInDirectly(context, build, user, at)
  await page.goto(`${at}/dashboard`)
  await expect(page.getByText(/Data as of/)).toBeVisible({ timeout: 20_000 })
  await db.query(sql`delete from sessions where user_id = ${user.id}`)
  await meetsTheEnd(page)
  const again = againIn(page)
  await expect(again.getByRole('link', { name: /Trackline/ })).toHaveAttribute(
    'href',
    '/api/v4/partner_sessions/auth_link',
  )
  await again.getByRole('tab').nth(1).click()
  await expect(again.getByLabel(/^(Adresse courriel|Email address)$/)).toHaveValue(user.email)
})

test.describe('without a worker, which would have the app cached', () => {
  test.use({ serviceWorkers: 'block' })

  test('code that cannot be loaded is reported as a lost connection, and after a reload the requested screen opens', async ({
    page,
    context,
    build,
  }) => {
    // ACC-015
    const user = await build.user(await build.fleet({ flags: { multifactor_authentication: false } }))
    await page.goto(`${origin()}/vehicles`)
    await expect(page.getByLabel('Email address')).toBeVisible()
    const code = /\/assets\/[^/]+\.js$/
    await context.route(code, (route) => route.abort())
    await submitCredentials(page, user)
    await expect(page.getByRole('alert')).toContainText('No connection to the server')
    await context.unroute(code)
    // Some browsers retry a failed module only on the next page.
    await page.reload()
    await submitCredentials(page, user)
    await expect(page).toHaveURL(`${origin()}/vehicles`)
    await expect(page.getByRole('heading', { name: 'Vehicles', exact: true })).toBeVisible()
  })

  test('a dialog that opens after the session has expired neither covers the sign-in nor takes its focus', async ({
    page,
    context,
    db,
    build,
  }) => {
    const user = await build.user(await build.fleet())
    await signInDirectly(context, build, user)
    // The code of the search is late.
    const code = Promise.withResolvers<void>()
    await context.route(/\/FindDialog-[^/]+\.js$/, async (route) => {
      await code.promise
      await route.continue()
    })
    await page.goto(`${origin()}/dashboard`)
    await expect(page.getByText(/Data as of/)).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: 'Find anything' }).click()
    await db.query(sql`delete from sessions where user_id = ${user.id}`)
    const password = againIn(page).getByLabel('Password', { exact: true })
    await password.fill(user.password.slice(0, 4))
    code.resolve()
    const search = page.getByRole('combobox', { includeHidden: true })
    await expect(search).toBeAttached()
    await expect(againIn(page)).toBeVisible()
    await expect(password).toHaveValue(user.password.slice(0, 4))
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press('Tab')
      expect(await againIn(page).locator(':focus').count()).toBe(1)
    }
    await password.fill(user.password)
    await password.press('Enter')
    await page.getByLabel(/^One-time password/).fill(await otpFor(db, user.email))
    await page.getByRole('button', { name: 'Validate' }).click()
    await search.fill('van')
  })
})
