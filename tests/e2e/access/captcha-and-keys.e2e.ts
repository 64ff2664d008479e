import { sql } from '#server/db/sql.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, otpFor, signInDirectly, submitCredentials, test } from '../support/fixtures.ts'
import { type OwnServer, startOwnServer } from '../support/own-server.ts'
import { fillMaintenance } from '../support/record.ts'

// A server whose default brand requires the captcha, and where a partner may create keys for fleet 1.
const SECRET = 'the-secret-of-a-partner-of-the-browser-tests'
let server: OwnServer
let fleet: { id: number }
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  server = await startOwnServer({
    flags: { captcha: true },
    env: { PARTNERS: JSON.stringify([{ name: 'tracks', secret: SECRET, fleets: [1] }]) },
  })
  fleet = await server.build.fleet()
  expect(fleet.id).toBe(1)
})
test.afterAll(() => server.stop())

async function aKey(user: { id: number }): Promise<string> {
  const response = await fetch(`${server.origin()}/api/v6/partner_keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'app-name': 'tracks', authorization: `Bearer ${SECRET}` },
    body: JSON.stringify({ user_id: user.id }),
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { key: string }).key
}

test('with the flag the captcha is required: nothing is sent until it is ticked, then it accompanies each call', async ({
  page,
}) => {
  const user = await server.build.user(fleet)
  await page.goto(`${server.origin()}/sign_in`)
  const box = page.getByRole('checkbox', { name: 'I am not a robot' })
  await expect(box).toBeVisible() // ACC-027
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/sessions')) sent.push(request.postData() ?? '')
  })
  await submitCredentials(page, user)
  // ACC-029
  await expect(page.getByRole('alert')).toContainText('Please confirm that you are not a robot')
  expect(sent).toEqual([]) // ACC-028
  await expectAccessible(page)

  await box.check({ force: true }).catch(() => undefined)
  await expect(page.getByText('Confirmed')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('One-time password').fill(await otpFor(server.db, user.email))
  await page.getByRole('button', { name: 'Validate' }).click()
  await expect(page).toHaveURL(`${server.origin()}/dashboard`)
  expect(sent.length).toBeGreaterThanOrEqual(2)
  // ACC-030
  for (const body of sent) expect(JSON.parse(body).captcha_token).toMatch(/^[\w+/=]{100,}$/)
})

test('an answer that is used up while the code is typed leads back to a new captcha, not to a dead end', async ({
  page,
}) => {
  const user = await server.build.user(fleet)
  await page.goto(`${server.origin()}/sign_in`)
  const box = page.getByRole('checkbox', { name: 'I am not a robot' })
  const solve = async () => {
    await box.check({ force: true }).catch(() => undefined)
    await expect(page.getByText('Confirmed')).toBeVisible({ timeout: 20_000 })
  }
  await solve()
  // A solution is valid for one address, so a mistyped one uses it up.
  await submitCredentials(page, { ...user, email: `x${user.email}` })
  await expect(page.getByText('Each attempt needs a new confirmation.')).toBeVisible()
  await solve()
  await submitCredentials(page, user)
  await expect(page.getByRole('heading', { name: 'Verification' })).toBeVisible()
  await page.getByLabel('One-time password').fill(await otpFor(server.db, user.email))
  await server.db.query(sql`update captcha_passes set uses = 100`)
  await page.getByRole('button', { name: 'Validate' }).click()
  await expect(page.getByRole('alert')).toContainText('Please confirm that you are not a robot')
  await solve()
  await submitCredentials(page, user)
  await expect(page.getByRole('heading', { name: 'Verification' })).toBeVisible()
  await page.getByLabel('One-time password').fill(await otpFor(server.db, user.email))
  await page.getByRole('button', { name: 'Validate' }).click()
  await expect(page).toHaveURL(`${server.origin()}/dashboard`)
})

test('a host without the flag does not show it', async ({ page }) => {
  // ACC-027, ACC-097
  for (const path of ['/sign_in', '/forgot_password']) {
    await page.goto(server.origin('boreal') + path)
    await expect(page.getByLabel('Email address')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'I am not a robot' })).toHaveCount(0)
  }
})

test('a forgotten password requires it too, and sends nothing without it', async ({ page }) => {
  // ACC-097, ACC-099
  const user = await server.build.user(fleet)
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/customers/reset_password')) calls += 1
  })
  await page.goto(`${server.origin()}/forgot_password`)
  await page.getByLabel('Email address').fill(user.email)
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByRole('alert')).toContainText('Please confirm that you are not a robot')
  expect(calls).toBe(0)
  await page.getByRole('checkbox', { name: 'I am not a robot' }).click()
  await expect(page.getByText('Confirmed')).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Reset password' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
})

test('a forgotten password requires it on any host after three requests', async ({ page }) => {
  // ruling 6, ACC-101
  await page.goto(`${server.origin('boreal')}/forgot_password`)
  const requestReset = async (email: string) => {
    await page.getByLabel('Email address').fill(email)
    await page.getByRole('button', { name: 'Reset password' }).click()
  }
  const unknown = 'There is no account associated with that e-mail address'
  for (const n of [1, 2, 3]) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/customers/reset_password'))
    await requestReset(`nobody-${n}@example.com`)
    expect((await answered).status()).toBe(404)
    await expect(page.getByRole('alert')).toContainText(unknown)
  }
  await requestReset('nobody-4@example.com')
  await expect(page.getByRole('alert')).toContainText('Please confirm that you are not a robot')
  await page.getByRole('checkbox', { name: 'I am not a robot' }).click()
  await expect(page.getByText('Confirmed')).toBeVisible({ timeout: 20_000 })
  await requestReset('nobody-4@example.com')
  await expect(page.getByRole('alert')).toContainText(unknown)
})

test('a key signs out, signs in and reloads the page, and is removed from address and history', async ({
  page,
  context,
}) => {
  // ACC-031, ACC-033, ruling 7
  const [before, after] = [
    await server.build.user(fleet),
    await server.build.user(fleet, { firstName: 'Keyed' }),
  ]
  await server.build.vehicle(fleet, { name: 'Van of the key' })
  await signInDirectly(context, server.build, before, server.origin())
  await page.goto(`${server.origin()}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\/(shell_)?sessions$/.test(pathname)) calls.push(`${request.method()} ${pathname}`)
  })
  const key = await aKey(after)
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  await page.goto(`${server.origin()}/sign_in?redirect=%2Fvehicles&key=${key}`)
  await expect(page.getByRole('button', { name: /Account menu.*Keyed/ })).toBeVisible({ timeout: 20_000 })
  await expect(page).toHaveURL(`${server.origin()}/vehicles`)
  expect(calls).toEqual(['DELETE /api/v4/shell_sessions', 'POST /api/v4/sessions'])
  expect(loads.join()).not.toContain(key)
  expect(loads.length).toBeGreaterThanOrEqual(2)
  await page.goBack()
  expect(page.url()).not.toContain(key)
  expect(await server.db.query(sql`select 1 from sessions where user_id = ${before.id}`)).toEqual([])
})

test('a key works in a navigation inside the app', async ({ page, context }) => {
  // ACC-032
  const [before, after] = [
    await server.build.user(fleet),
    await server.build.user(fleet, { firstName: 'Inner' }),
  ]
  await signInDirectly(context, server.build, before, server.origin())
  await page.goto(`${server.origin()}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const key = await aKey(after)
  // As a link inside the app does: sets the history state, then fires its event.
  await page.evaluate((signInKey) => {
    history.pushState({ signInKey }, '', '/sign_in')
    dispatchEvent(new PopStateEvent('popstate', { state: { signInKey } }))
  }, key)
  await expect(page.getByRole('button', { name: /Account menu.*Inner/ })).toBeVisible({ timeout: 20_000 })
})

test('the sign-in screen reports a key that was already used', async ({ page, context }) => {
  const user = await server.build.user(fleet)
  const key = await aKey(user)
  await page.goto(`${server.origin()}/sign_in?key=${key}`)
  await expect(page).toHaveURL(`${server.origin()}/dashboard`, { timeout: 20_000 })
  await context.clearCookies()
  // The device does not remember a signed-in user either.
  await page.goto(`${server.origin()}/privacy_policy`)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${server.origin()}/sign_in?key=${key}`)
  await expect(page.getByRole('alert')).toContainText('This sign-in link no longer works', {
    timeout: 20_000,
  })
  await expect(page.getByLabel('Email address')).toBeVisible()
})

test('an invalid key signs no one out: the user stays signed in and sees a message', async ({
  page,
  context,
}) => {
  // ACC-031, ACC-033
  const user = await server.build.user(fleet, { firstName: 'Busy' })
  await signInDirectly(context, server.build, user, server.origin())
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/sessions(\/|$)/.test(pathname)) calls.push(`${request.method()} ${pathname}`)
  })
  const banner = page.getByRole('status').filter({ hasText: 'The sign-in link did not work' })
  for (const [path, end] of [
    ['/sign_in?key=bad&redirect=%2Fvehicles', '/vehicles'],
    ['/sign_in?key=bad', '/dashboard'],
    ['/settings?tab=users&key=bad', '/settings?tab=users'],
  ] as const) {
    await page.goto(server.origin() + path)
    await expect(banner).toContainText('You are still signed in as Busy', { timeout: 20_000 })
    await expect(page).toHaveURL(server.origin() + end)
  }
  await expectAccessible(page)
  await banner.getByRole('button', { name: 'Close' }).click()
  await expect(banner).toHaveCount(0)
  expect(new Set(calls)).toEqual(new Set(['POST /api/v4/sessions/check_key']))
  expect(await server.db.query(sql`select 1 from sessions where user_id = ${user.id}`)).toHaveLength(1)
  // Offline the key cannot be checked, so the user stays signed in as well.
  await context.route('**/api/v4/sessions/check_key', (route) => route.abort())
  await page.goto(`${server.origin()}/vehicles?key=bad`)
  await expect(banner).toContainText('No connection to the server', { timeout: 20_000 })
})

test('a key on any path changes the signed-in user and opens that path', async ({ page, context }) => {
  // ACC-031, ACC-033, ruling 7
  const [before, after] = [
    await server.build.user(fleet),
    await server.build.user(fleet, { firstName: 'Elsewhere' }),
  ]
  await signInDirectly(context, server.build, before, server.origin())
  await page.goto(`${server.origin()}/vehicles?key=${await aKey(after)}`)
  await expect(page.getByRole('button', { name: /Account menu.*Elsewhere/ })).toBeVisible({ timeout: 20_000 })
  await expect(page).toHaveURL(`${server.origin()}/vehicles`)
  expect(await server.db.query(sql`select 1 from sessions where user_id = ${before.id}`)).toEqual([])
})

test('entries of the previous user stay on the device, locked, and are sent when that user returns', async ({
  page,
  context,
}) => {
  // ruling 25, ACC-031
  test.slow()
  const [before, after] = [
    await server.build.user(fleet),
    await server.build.user(fleet, { firstName: 'Second' }),
  ]
  const vehicle = await server.build.vehicle(fleet, { name: 'Van 71' })
  await server.build.service({ name: 'Belt check' })
  await signInDirectly(context, server.build, before, server.origin())
  await page.goto(`${server.origin()}/dashboard`)
  await expect(page.getByText(/Data as of/)).toBeVisible({ timeout: 20_000 })
  // The server refuses entries for now, so the entry waits on the device.
  await context.route('**/api/v4/manual_maintenance_histories', (route) => route.abort())
  await fillMaintenance(page, { vehicle, service: 'Belt check', at: server.origin() })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: /1 waiting/ })).toBeVisible({ timeout: 15_000 })

  await page.goto(`${server.origin()}/sign_in?key=${await aKey(after)}`)
  await expect(page.getByRole('button', { name: /Account menu.*Second/ })).toBeVisible({ timeout: 20_000 })
  await context.unroute('**/api/v4/manual_maintenance_histories')
  await page.waitForTimeout(3000)
  const histories = () =>
    server.db.query<{ created_by: number }>(
      sql`select created_by from manual_maintenance_histories where vehicle_id = ${vehicle.id}`,
    )
  expect(await histories()).toEqual([])

  await page.goto(`${server.origin()}/vehicles?key=${await aKey(before)}`)
  await expect(page).toHaveURL(`${server.origin()}/vehicles`, { timeout: 20_000 })
  await expect.poll(histories, { timeout: 20_000 }).toEqual([{ created_by: before.id }])
})
