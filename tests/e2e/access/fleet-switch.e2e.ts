import type { Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { expect, origin, otpFor, signInDirectly, test } from '../support/fixtures.ts'
import { recordMaintenance, untilReadyForOffline } from '../support/record.ts'
import { DESK, PHONE, requestsTo } from '../support/screens.ts'

type Build = Parameters<Parameters<typeof test>[2]>[0]['build']
const at = origin('fuelpass')

/** A fuel-card Owner with two accounts, one with two fleets and one with one, and a closed account. */
async function aCardholder(build: Build) {
  const [one, two] = [
    await build.account({ name: 'Redrock Group' }),
    await build.account({ name: 'Juniper Holdings' }),
  ]
  const closed = await build.account({ name: 'Closed Rentals', isActive: false })
  const unenrolled = await build.account({ name: 'Trial Account', enrolled: false })
  const fleet = (name: string, account: { id: number }) =>
    build.fleet({ name, brand: 'fuelpass', accountId: account.id })
  const home = await fleet('Redrock Mechanical', one)
  const sister = await fleet('Redrock Plumbing', one)
  const cousin = await fleet('Juniper Courier', two)
  for (const [where, name] of [
    [home, 'Home van'],
    [sister, 'Sister van'],
    [cousin, 'Cousin van'],
  ] as const)
    await build.vehicle(where, { name, odometer: 42_000 })
  const user = await build.user(home, { accounts: [one, two, closed, unenrolled] })
  return { home, sister, cousin, user }
}

const navbar = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })

test.describe('on a desktop', () => {
  test.use(DESK)

  test('the navbar selects account and fleet, and the data of the new fleet loads', async ({
    page,
    context,
    build,
  }) => {
    const { user, sister, cousin } = await aCardholder(build)
    await signInDirectly(context, build, user, at)
    const calls = requestsTo(context, /account_fleets|impersonate_fleet/)
    await page.goto(`${at}/vehicles`)
    await expect(page.getByText('Home van')).toBeVisible({ timeout: 20_000 })
    const account = navbar(page).getByRole('button', { name: /^Account/ })
    const fleet = navbar(page).getByRole('button', { name: /^Fleet/ })
    await expect(account).toHaveText('AccountRedrock Group') // BRD-070, BRD-072
    await expect(fleet).toHaveText('FleetRedrock Mechanical') // BRD-071, BRD-073
    await account.click()
    // BRD-076
    await expect(page.getByRole('menuitemradio', { name: /Closed Rentals/ })).toBeDisabled()
    await expect(page.getByRole('menuitemradio', { name: /Trial Account/ })).toContainText('Not enrolled')
    await page.keyboard.press('Escape')

    // The dialog cannot be closed during the switch, which would go on.
    const switchIsHeld = Promise.withResolvers<void>()
    await page.route('**/impersonate_fleet', async (route) => {
      await switchIsHeld.promise
      await route.continue()
    })
    await fleet.click()
    const request = page.waitForRequest('**/impersonate_fleet')
    await page.getByRole('menuitemradio', { name: 'Redrock Plumbing' }).click()
    await request
    const dialog = page.getByRole('dialog', { name: /Redrock Plumbing/ })
    await expect(dialog.getByRole('button')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    switchIsHeld.resolve()
    // BRD-075
    await expect(page.getByRole('banner')).toContainText('Redrock Plumbing')
    await expect(page).toHaveURL(`${at}/dashboard`)
    await page.goto(`${at}/vehicles`)
    await expect(page.getByText('Sister van')).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText('Home van')).toHaveCount(0)

    // A user who stays sees the account and the fleets that they stay in.
    await page.route(
      '**/impersonate_fleet',
      (route) =>
        route.fulfill({ status: 404, headers: { 'X-Wheelbook-Api': '1' }, json: { code: 'not_found' } }),
      { times: 1 },
    )
    await account.click()
    await page.getByRole('menuitemradio', { name: 'Juniper Holdings' }).click()
    await page.getByRole('button', { name: 'Stay in Redrock Plumbing' }).click()
    await expect(account).toHaveText('AccountRedrock Group')
    await expect(fleet).toHaveText('FleetRedrock Plumbing')

    // BRD-072, BRD-075: a single fleet is opened at once, and the fleet selector disappears.
    await account.click()
    await page.getByRole('menuitemradio', { name: 'Juniper Holdings' }).click()
    await expect(page.getByRole('banner')).toContainText('Juniper Courier')
    await expect(account).toHaveText('AccountJuniper Holdings')
    await expect(fleet).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('banner')).toContainText('Juniper Courier')
    // Two switches, and the one that was rejected.
    expect(calls.filter((call) => call.startsWith('PUT'))).toHaveLength(3)
    // BRD-074
    expect(calls.some((call) => /account_fleets\?accountId=\d+$/.test(call))).toBe(true)
    expect([sister.id, cousin.id].every(Boolean)).toBe(true)
  })

  test('a switch whose response is lost is completed', async ({ page, context, build }) => {
    const { user, sister } = await aCardholder(build)
    await signInDirectly(context, build, user, at)
    await page.goto(`${at}/vehicles`)
    await expect(page.getByText('Home van')).toBeVisible({ timeout: 20_000 })
    await page.route(
      '**/impersonate_fleet',
      async (route) => {
        // By its address, because Node resolves no subdomain of localhost. So the browser gets no cookie either.
        const { host, hostname } = new URL(route.request().url())
        const url = route.request().url().replace(hostname, '127.0.0.1')
        const response = await route.fetch({
          url,
          headers: { ...(await route.request().allHeaders()), host },
        })
        expect(response.status()).toBe(200)
        await route.abort()
      },
      { times: 1 },
    )
    await navbar(page)
      .getByRole('button', { name: /^Fleet/ })
      .click()
    await page.getByRole('menuitemradio', { name: 'Redrock Plumbing' }).click()
    await expect(page.getByRole('banner')).toContainText('Redrock Plumbing')
    await page.goto(`${at}/vehicles`)
    await expect(page.getByText('Sister van')).toBeVisible({ timeout: 20_000 })
    const cookies = await context.cookies(at)
    expect(cookies.find(({ name }) => name === 'current_fleet_id')?.value).toBe(String(sister.id))
  })

  test('a form of one fleet is not saved in another that the session moved to without the screen', async ({
    page,
    context,
    db,
    build,
  }) => {
    test.slow()
    const { user, home, sister } = await aCardholder(build)
    await signInDirectly(context, build, user, at)
    // Synchronization would detect the other fleet first.
    await context.route(/\/sync(\?|$)/, (route) => route.abort())
    await page.goto(`${at}/settings/users/new`)
    const dialog = page.getByRole('dialog', { name: 'Add new user' })
    await dialog.getByLabel('First name').fill('Fay')
    await dialog.getByLabel('Last name').fill('Ortiz')
    const email = `fay-${home.id}@example.com`
    await dialog.getByLabel('Email address').fill(email)
    await dialog.getByRole('button', { name: 'Next' }).click()
    await dialog.getByRole('checkbox', { name: /^Fleet Manager/ }).check()
    await db.query(sql`update sessions set fleet_id = ${sister.id} where user_id = ${user.id}`)
    await dialog.getByRole('button', { name: 'Add user' }).click()
    const again = page.getByRole('dialog', { name: 'Sign in again' })
    await again.getByLabel('Password', { exact: true }).fill(user.password)
    const fleets = () => db.query(sql`select fleet_id from users where email = ${email}`)
    expect(await fleets()).toEqual([])
    await again.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('One-time password').fill(await otpFor(db, user.email))
    await page.getByRole('button', { name: 'Validate' }).click()
    await expect(again).toBeHidden()
    await dialog.getByRole('button', { name: 'Add user' }).click()
    await expect(page.getByText('User created')).toBeVisible()
    expect(await fleets()).toEqual([{ fleet_id: home.id }])
  })

  test('other brands and FMC users have no selectors', async ({ page, context, build, owner }) => {
    // BRD-072, BRD-073
    await signInDirectly(context, build, owner)
    await page.goto(`${origin()}/dashboard`)
    await expect(navbar(page).getByRole('link', { name: 'Shops' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Account|Fleet)(?! menu)/ })).toHaveCount(0)
    const account = await build.account()
    const fmc = await build.user(await build.fleet({ brand: 'fuelpass', accountId: account.id }), {
      roles: ['FMC'],
      accounts: [account],
    })
    await context.clearCookies()
    await signInDirectly(context, build, fmc, at)
    // The owner's screen may still be loading its vehicles, and that request names a fleet.
    await page.goto('about:blank')
    const loads = requestsTo(context, /\/vehicles$/)
    await page.goto(`${at}/dashboard`)
    await expect(navbar(page).getByRole('link', { name: 'Shops' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Account|Fleet)(?! menu)/ })).toHaveCount(0)
    // VEH-076, VEH-077: their vehicle request names no fleet either.
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      expect(loads[0]).toMatch(/\/vehicles\?active_order=true/)
    }).toPass()
  })

  test('an FMC user acts for a fleet, sees that on every screen, and returns', async ({
    page,
    context,
    db,
    build,
  }) => {
    // FMC-007, BRD-059, ruling 9
    const { id: affiliationId } = await build.affiliation()
    const home = await build.fleet({ affiliationId, name: 'Motor pool' })
    const customer = await build.fleet({ affiliationId, name: 'Lakeshore Rental' })
    await build.vehicle(customer, { name: 'Rental car' })
    const user = await build.user(home, { roles: ['FMC Fleet Manager'], affiliationId })
    await signInDirectly(context, build, user)
    await page.goto(`${origin()}/fmc_dashboard`)
    await page.getByRole('searchbox', { name: 'Search fleets' }).fill('la')
    await expect(page.getByText('Enter at least 3 characters')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search fleets' }).fill('lakeshore')
    await page.getByRole('button', { name: 'Open fleet Lakeshore Rental' }).click()
    await expect(page).toHaveURL(`${origin()}/dashboard`)
    for (const path of ['/dashboard', '/vehicles', '/settings']) {
      await page.goto(origin() + path)
      await expect(page.getByRole('note')).toContainText('You are acting for Lakeshore Rental')
      await expect(page.getByRole('banner')).toContainText('Lakeshore Rental')
    }
    await page.goto(`${origin()}/vehicles`)
    await expect(page.getByText('Rental car')).toBeVisible({ timeout: 20_000 })
    await page.getByRole('link', { name: 'Back to FMC' }).click()
    await expect(page.getByRole('heading', { name: 'FMC dashboard' })).toBeVisible()
    const trail = await db.query(
      sql`select fleet_id, act from audit_trail where user_id = ${user.id} order by id`,
    )
    expect(trail).toEqual([
      { fleet_id: customer.id, act: 'fleet.entered' },
      { fleet_id: customer.id, act: 'fleet.left' },
    ])
  })
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('entries of a fleet are never sent from another one: they wait until the session returns to their fleet', async ({
    page,
    context,
    db,
    build,
  }) => {
    // OFF-046, BRD-072, BRD-073, ruling 9, ruling 25
    test.slow()
    const { user, home, sister } = await aCardholder(build)
    const [van] = await db.query<{ id: number }>(sql`select id from vehicles where fleet_id = ${home.id}`)
    await build.service({ name: 'Wiper blades' })
    await signInDirectly(context, build, user, at)
    await untilReadyForOffline(page, at)
    // The server refuses entries for now, but nothing else.
    const tried: { scope: string | undefined }[] = []
    await context.route('**/manual_maintenance_histories', async (route) => {
      tried.push({ scope: (await route.request().allHeaders())['x-wheelbook-scope'] })
      await route.abort()
    })
    await recordMaintenance(page, { vehicle: van!, service: 'Wiper blades', at })

    const menu = page.getByRole('dialog', { name: /Account menu/ })
    await page.getByRole('button', { name: /Account menu/ }).click()
    await menu.getByRole('button', { name: /^Fleet/ }).click()
    await page.getByRole('menuitemradio', { name: 'Redrock Plumbing' }).click()
    const dialog = page.getByRole('dialog', { name: 'Go to Redrock Plumbing' })
    await expect(dialog).toContainText('1 entry in Redrock Mechanical has not been sent')
    await dialog.getByRole('button', { name: 'Switch fleets and keep it on this device' }).click()
    await expect(page.getByRole('banner')).toContainText('Redrock Plumbing')

    // OFF-071: reported before the switch, although the entry is only a moment old.
    const unsent = sql`select fleet_id, pending from client_heartbeats where user_id = ${user.id} and pending > 0`
    expect(await db.query(unsent)).toEqual([{ fleet_id: home.id, pending: 1 }])

    // Only the other fleet of the session holds the entry back now.
    await context.unroute('**/manual_maintenance_histories')
    const sent = requestsTo(context, /manual_maintenance_histories$/)
    await expect(page.getByText('1 entry waits in Redrock Mechanical')).toBeVisible()
    await page.reload()
    await expect(page.getByText(/Data as of/)).toBeVisible()
    await page.waitForTimeout(3000)
    expect(sent.filter((call) => call.startsWith('POST'))).toEqual([])
    expect(await countIn(db, sister.id)).toBe(0)
    expect(await countIn(db, home.id)).toBe(0)

    await page.getByRole('button', { name: 'Go there' }).click()
    await expect(page.getByRole('banner')).toContainText('Redrock Mechanical')
    await expect.poll(() => countIn(db, home.id), { timeout: 20_000 }).toBe(1)
    expect(await countIn(db, sister.id)).toBe(0)
    expect(new Set(tried.map(({ scope }) => scope))).toEqual(new Set([`${home.id}:${user.id}`]))
    await expect(page.getByText(/waits in Redrock/)).toHaveCount(0)
  })

  test('the fleet cannot be changed offline, and the app explains why', async ({ page, context, build }) => {
    const { user } = await aCardholder(build)
    await signInDirectly(context, build, user, at)
    await untilReadyForOffline(page, at)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByRole('button', { name: /Account menu/ }).click()
    await page
      .getByRole('dialog', { name: /Account menu/ })
      .getByRole('button', { name: /^Fleet/ })
      .click()
    await expect(page.getByText('You need a connection to switch fleets')).toBeVisible()
    await expect(page.getByRole('menuitemradio', { name: 'Redrock Plumbing' })).toBeDisabled()
  })
})

async function countIn(
  db: Parameters<Parameters<typeof test>[2]>[0]['db'],
  fleetId: number,
): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    sql`select count(*) as n from manual_maintenance_histories where fleet_id = ${fleetId}`,
  )
  return row?.n ?? 0
}
