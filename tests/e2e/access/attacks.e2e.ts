// Scripts and links that attackers put into URLs and records are shown as text and lead to no other site (S-15,
// S-16, S-28).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import type { Database } from '#server/db/database.ts'
import { aWorld, CASES, callsOfContract, type Target } from '#tests/api/core/samples.ts'
import { clientOf } from '#tests/support/client.ts'
import type { TestServer } from '#tests/support/server.ts'
import { expect, origin, signInDirectly, submitCredentials, test } from '../support/fixtures.ts'
import { openInside } from '../support/screens.ts'

test.use({ viewport: { width: 1280, height: 900 } })

/** Each script reports that it ran; shown as text it does nothing. */
const SCRIPTS = [
  '<img src=x onerror=window.pwned=1>',
  '"><svg onload=window.pwned=1>',
  "javascript:window.pwned=1//'",
  '{{constructor.constructor("window.pwned=1")()}}',
]
const MARK = '<img src=x onerror'

/** Records scripts that ran and violations of the content security policy. */
async function watch(page: Page): Promise<{ violations: string[]; dialogs: string[] }> {
  const seen = { violations: [] as string[], dialogs: [] as string[] }
  page.on('dialog', (dialog) => {
    seen.dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.exposeFunction('noteViolation', (what: string) => seen.violations.push(what))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { noteViolation } = window as unknown as { noteViolation(what: string): void }
      noteViolation(`${violatedDirective} ${blockedURI} at ${location.pathname}`)
    })
  })
  return seen
}

async function expectNothingRan(page: Page, seen: Awaited<ReturnType<typeof watch>>) {
  expect(await page.evaluate(() => 'pwned' in window), page.url()).toBe(false)
  await expect(page.locator('img[src="x"], svg[onload], [onerror]')).toHaveCount(0)
  expect(seen).toEqual({ violations: [], dialogs: [] })
}

/** Returns every URL of the app, from the URL table. */
function addresses(ids: Record<string, string>): string[] {
  const folder = join(import.meta.dirname, '../../../src/app/routes')
  const paths = readdirSync(folder).flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path),
  )
  expect(paths.length).toBeGreaterThan(10)
  return [...new Set(paths)]
    .filter((path) => path.startsWith('/') && path !== '/sign_out')
    .map((path) => path.replaceAll(/\$\w+/g, (name) => ids[name] ?? ids[path.split('/')[1] ?? ''] ?? '1'))
}

/** Puts a script into each text field that the call accepts, one field at a time. Returns how many were accepted. */
async function storeInEveryText(target: Target, send: (s: object) => Promise<number>): Promise<number> {
  let taken = 0
  for (const { name, method, meta } of callsOfContract()) {
    if (method === 'GET' || meta.access === 'anyone' || /destroy|end|session|password/i.test(name)) continue
    for (const [nth] of textsIn(
      JSON.parse(JSON.stringify((await CASES[name]!.sample(target)).body ?? {})),
    ).entries()) {
      const sample = await CASES[name]!.sample(target)
      const body = JSON.parse(JSON.stringify(sample.body ?? {}))
      const place = textsIn(body)[nth]
      if (sample.bytes || !place) continue
      place.node[place.key] = `${SCRIPTS[nth % SCRIPTS.length]}${MARK}=1>`.slice(0, 50)
      const status = await send({ ...sample, body })
      expect(status, `${name} ${place.key}`).toBeLessThan(500)
      if (status < 300) taken++
    }
  }
  return taken
}

interface Place {
  node: Record<string, unknown>
  key: string
}
function textsIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) =>
    typeof child === 'string' ? [{ node: value as Record<string, unknown>, key }] : textsIn(child),
  )
}

/** Does the same in every text column of the fleet's rows, including columns that no call writes yet. */
async function storeInEveryColumn(db: Database, fleetId: number): Promise<number> {
  const columns = await db.query<{ table: string; column: string }>({
    text: `select c.table_name as "table", c.column_name as "column" from information_schema.columns c
      join information_schema.columns f on f.table_name = c.table_name and f.column_name = 'fleet_id' and f.table_schema = 'public'
      join information_schema.tables t on t.table_name = c.table_name and t.table_type = 'BASE TABLE' and t.table_schema = 'public'
      where c.table_schema = 'public' and c.data_type = 'text' and c.is_generated = 'NEVER'
        and c.table_name not in ('sessions', 'idempotency_keys', 'sync_changes')
        and c.column_name not in ('email', 'password_hash', 'storage_key')`,
    values: [],
  })
  let stored = 0
  for (const { table, column } of columns) {
    const update = {
      text: `update ${table} set ${column} = $2 where fleet_id = $1 and ${column} is not null returning 1`,
      values: [fleetId, `${SCRIPTS[stored % SCRIPTS.length]} ${MARK}=1>`.slice(0, 50)],
    }
    // A value that violates a constraint cannot be stored.
    stored += (await db.query(update).catch(() => [])).length > 0 ? 1 : 0
  }
  await db.query({ text: `update fleets set name = $2 where id = $1`, values: [fleetId, `${MARK}=1>`] })
  return stored
}

test('every screen shows scripts in any record as text, and the content security policy blocks nothing', async ({
  page,
  context,
  build,
  db,
}) => {
  test.setTimeout(180_000)
  const service = await build.service({ name: `${MARK}=1>` })
  const server = {
    build,
    db,
    as: async (user: { id: number; fleetId: number }) =>
      clientOf(origin(), { cookie: `authentication_token=${await build.session(user)}` }),
  } as unknown as TestServer
  const world = await aWorld(server, service.id)
  const { user, client } = await world.clientOf(['Super Admin'])
  const target = { ...world.assigned, userId: user.id }
  const entry = await target.history()
  await target.gloveboxItem()
  const taken = await storeInEveryText(target, async (sample) => {
    const { method, path, body } = sample as { method: string; path: string; body: unknown }
    return (await client.send(method, path, body)).status
  })
  expect(taken).toBeGreaterThan(5)
  expect(await storeInEveryColumn(db, world.fleet.id)).toBeGreaterThan(10)

  const seen = await watch(page)
  await signInDirectly(context, build, { ...user, fleetId: world.fleet.id } as Parameters<
    typeof signInDirectly
  >[2])
  const ids = { vehicles: String(target.vehicleId), maintenance_history: entry.id }
  let shown = 0
  await page.goto(`${origin()}/dashboard`)
  await expect(page.getByText(/Data as of/)).toBeVisible({ timeout: 20_000 })
  for (const path of addresses(ids)) {
    await openInside(page, path)
    await expect(page.locator('main, h1').first()).toBeVisible()
    await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0)
    await expectNothingRan(page, seen)
    shown += (await page.locator('body').innerText()).includes(MARK) ? 1 : 0
  }
  expect(shown).toBeGreaterThan(4)
  // Scripts that run late have run by now.
  await page.waitForTimeout(700)
  await expectNothingRan(page, seen)
})

test('shows a script in error_message as text, in any notation', async ({ page }) => {
  // ACC-034
  const seen = await watch(page)
  for (const script of [
    ...SCRIPTS,
    '<script>window.pwned=1</script>',
    '%3Cimg%20src%3Dx%20onerror%3Dwindow.pwned%3D1%3E',
    '&#60;img src=x onerror=window.pwned=1&#62;',
    '</script><script>window.pwned=1</script>',
    '\u2028<img src=x onerror=window.pwned=1>',
  ]) {
    await page.goto(`${origin()}/sign_in?error_message=${encodeURIComponent(script)}`)
    await expect(page.getByRole('alert')).toContainText(script.trim().slice(0, 12))
    await expectNothingRan(page, seen)
  }
})

/** One URL of each kind; redirect-target.test.ts covers the notations. */
const ELSEWHERE = [
  'https://evil.example/x',
  '//evil.example',
  '/\\evil.example',
  'javascript:window.pwned=1',
  '/.//evil.example',
  '/%2f%2fevil.example',
]

test('a saved path leads only into the app', async ({ page, build, context }) => {
  // ACC-015, S-28
  test.setTimeout(180_000)
  const fleet = await build.fleet({ flags: { multifactor_authentication: false } })
  const user = await build.user(fleet)
  const seen = await watch(page)
  const strangers: string[] = []
  context.on('request', (request) => {
    if (!/^(http:\/\/localhost:|data:image|blob:)/.test(request.url())) strangers.push(request.url())
  })
  for (const path of ELSEWHERE) {
    await context.clearCookies()
    await page.goto(`${origin()}/privacy_policy`)
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${origin()}/sign_in?redirect=${encodeURIComponent(path)}`)
    await submitCredentials(page, user)
    await page.waitForURL((url) => url.pathname !== '/sign_in')
    expect(new URL(page.url()).origin, path).toBe(origin())
    await expectNothingRan(page, seen)
  }
  expect(strangers).toEqual([])
})

test('another site cannot frame any screen', async ({ page }) => {
  const [sign, vehicles] = [`${origin()}/sign_in`, `${origin('boreal')}/vehicles`]
  await page.route('http://evil.example/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe src="${sign}"></iframe><iframe src="${vehicles}"></iframe><p>ready</p>`,
    }),
  )
  await page.goto('http://evil.example/')
  await expect(page.getByText('ready')).toBeVisible()
  await page.waitForTimeout(1500)
  for (const frame of page.frames().slice(1)) {
    expect(frame.url()).not.toContain('/sign_in')
    expect(await frame.locator('input').count()).toBe(0)
  }
})
