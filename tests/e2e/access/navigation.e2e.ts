import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, openLoaded, PHONE } from '../support/screens.ts'

const FLEET_PLACES = [
  ['Dashboard', '/dashboard'],
  ['Vehicles', '/vehicles'],
  ['Services', '/services'],
  ['Shops', '/shops'],
  ['Settings', '/settings'],
  ['Transactions', '/fleet_transactions'],
  ['Reports', '/reports'],
] as const
const FMC_PLACES = [
  ['FMC dashboard', '/fmc_dashboard'],
  ['Users', '/fmc_users'],
  ['Orders', '/fmc_activeorders'],
  ['Transactions', '/fmc_transactions'],
  ['Transfer vehicles', '/transfer_vehicles'],
] as const

/** An FMC user whose fleet belongs to an affiliation with one more fleet. */
async function aCompany(build: Parameters<Parameters<typeof test>[2]>[0]['build']) {
  const { id: affiliationId } = await build.affiliation()
  const home = await build.fleet({ affiliationId, name: 'Motor pool' })
  const customer = await build.fleet({ affiliationId, name: 'Juniper Couriers' })
  const user = await build.user(home, { roles: ['FMC'], affiliationId })
  return { home, customer, user }
}

test.describe('on a desktop', () => {
  test.use(DESK)

  test('a fleet user has six navigation items in the navbar, each opens its screen', async ({
    signedInPage: page,
  }) => {
    // BRD-053, BRD-054, CST-008
    await page.goto(`${origin()}/dashboard`)
    const nav = page.getByRole('navigation', { name: 'Main navigation' })
    await expect(nav.getByRole('link')).toHaveText([
      'Add maintenance history',
      ...FLEET_PLACES.map(([name]) => name),
    ])
    for (const [name, path] of FLEET_PLACES) {
      await nav.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(origin() + path)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await expect(nav.locator('[aria-current=page]')).toHaveText(name)
    }
    await page.goto(`${origin()}/service_request/new`)
    await expect(nav.getByRole('link', { name: 'Shops' })).toHaveAttribute('aria-current', 'page')
  })

  test('an FMC user has five navigation items in FMC mode, and the fleet’s six in a fleet', async ({
    page,
    context,
    build,
  }) => {
    const { user } = await aCompany(build)
    await signInDirectly(context, build, user)
    await page.goto(`${origin()}/fmc_dashboard`)
    const nav = page.getByRole('navigation', { name: 'Main navigation' })
    await expect(nav.getByRole('link')).toHaveText(FMC_PLACES.map(([name]) => name)) // BRD-055
    for (const [name, path] of FMC_PLACES) {
      await nav.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(origin() + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const contents: Record<string, string> = {
        '/fmc_users': user.email,
        '/fmc_transactions': 'Payments for orders',
        '/fmc_activeorders': 'No active orders',
        '/transfer_vehicles': 'Choose a fleet, or search for vehicles.',
      }
      await expect(page.getByRole('main')).toContainText(contents[path] ?? 'Juniper Couriers') // CST-009
      await expect(page.getByRole('banner')).not.toContainText('Motor pool')
    }
    await page.goto(`${origin()}/vehicles`)
    await expect(nav.getByRole('link', { name: 'Shops' })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('Motor pool') // BRD-056
    // FMC-001, FMC-002
    expect(await page.evaluate(() => sessionStorage.getItem('mode'))).toBe('fleet')
    // BRD-062
    await page.getByRole('button', { name: /Account menu/ }).click()
    const company = page.getByRole('dialog').getByRole('link', { name: 'FMC dashboard' })
    await expect(company).toHaveAttribute('href', '/fmc_dashboard')
    await page.keyboard.press('Escape')
    // BRD-059
    await page.getByRole('link', { name: 'Back to FMC' }).click()
    await expect(page).toHaveURL(`${origin()}/fmc_dashboard`)
    // FMC-003, FMC-004
    expect(await page.evaluate(() => sessionStorage.getItem('mode'))).toBe('fmc')
  })

  test('FMC pages redirect other users to the dashboard', async ({ page, context, build, owner }) => {
    // USR-031, FMC-006
    await signInDirectly(context, build, owner)
    for (const path of [...FMC_PLACES.map(([, path]) => path), '/fleets/new', '/fleets/7']) {
      await page.goto(origin() + path)
      await expect(page).toHaveURL(`${origin()}/dashboard`)
    }
    await expect(page.getByRole('link', { name: 'Back to FMC' })).toHaveCount(0)
  })

  test('the menu contains the navigation items, the preferences, the card, the roles, and the fleet’s own links', async ({
    signedInPage: page,
    context,
    build,
    owner,
  }) => {
    const fleet = { id: owner.fleetId }
    await build.link(fleet, {
      name: 'Dispatch board',
      description: 'Routes of the day',
      link: `${origin()}/privacy_policy`,
    })
    await build.link(fleet, { name: 'Handbook' })
    await page.goto(`${origin()}/dashboard`)
    const open = () => page.getByRole('button', { name: /Account menu/ }).click()
    const menu = page.getByRole('dialog', { name: /Account menu/ })
    for (const [name, path] of [
      ...FLEET_PLACES,
      ['Preferences', '/user_preferences'],
      ['Membership card', '/membership_card'],
      ['Roles and permissions', '/roles'],
    ] as const) {
      await open()
      // BRD-061, BRD-063, BRD-064
      await menu.getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(origin() + path)
    }
    await open()
    // BRD-062
    await expect(menu.getByRole('link', { name: 'FMC dashboard' })).toHaveCount(0)
    const link = menu.getByRole('link', { name: /Dispatch board/ })
    // BRD-067
    await expect(menu.getByRole('link', { name: /Handbook/ })).toBeVisible()
    await link.hover()
    // BRD-069
    await expect(page.getByRole('tooltip', { name: 'Routes of the day' })).toBeVisible()
    await expect(link).toHaveAttribute('rel', /noopener/)
    // BRD-068
    const opened = context.waitForEvent('page')
    await link.click()
    await expect(await opened).toHaveURL(`${origin()}/privacy_policy`)
    await open()
    // BRD-066
    await menu.getByRole('button', { name: 'Sign out' }).click()
    await expect(page).toHaveURL(/\/sign_in/)
  })

  test('the fuel-card brand has no membership card, neither in the menu nor by URL', async ({
    page,
    context,
    build,
  }) => {
    // BRD-064, BRD-065
    const at = origin('fuelpass')
    await signInDirectly(context, build, await build.user(await build.fleet({ brand: 'fuelpass' })), at)
    await page.goto(`${at}/membership_card`)
    await expect(page).toHaveURL(`${at}/dashboard`)
    await page.getByRole('button', { name: /Account menu/ }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Settings' })).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Membership card' })).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('bar and menu have the same items, and none is cut off in French at 320 px', async ({
    page,
    context,
    build,
    owner,
  }) => {
    // BRD-052, BRD-061, OFF-022
    await signInDirectly(context, build, owner)
    await openLoaded(page, '/dashboard')
    const bar = page.getByRole('navigation', { name: 'Main navigation' })
    for (const name of ['Dashboard', 'Vehicles', 'Services']) {
      await expect(bar.getByRole('link', { name })).toBeVisible()
    }
    await page.getByRole('button', { name: /Account menu/ }).click()
    for (const [name] of FLEET_PLACES)
      await expect(page.getByRole('dialog').getByRole('link', { name, exact: true })).toBeVisible()
    await page.evaluate(() => localStorage.setItem('language', 'fr'))
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`${origin()}/dashboard`)
    for (const label of await page.getByRole('navigation').locator('span').all()) {
      const cut = await label.evaluate((element) => element.scrollWidth > element.parentElement!.clientWidth)
      expect(cut, await label.innerText()).toBe(false)
    }
  })

  test('an FMC user reaches all five items through bar and menu', async ({ page, context, build }) => {
    const { user } = await aCompany(build)
    await signInDirectly(context, build, user)
    await page.goto(`${origin()}/fmc_dashboard`)
    const bar = page.getByRole('navigation', { name: 'Main navigation' })
    await expect(bar.getByRole('link')).toHaveText(['FMC dashboard', 'Users', 'Orders', 'Transactions'])
    await page.getByRole('button', { name: /Account menu/ }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Transfer vehicles' }).click()
    await expect(page).toHaveURL(`${origin()}/transfer_vehicles`)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('axe reports nothing on the new screens of a fleet', async ({ page, context, build, owner }) => {
  test.slow()
  await build.link({ id: owner.fleetId }, { name: 'Handbook', description: 'Rules' })
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/dashboard')
  for (const path of ['/shops', '/settings', '/fleet_transactions', '/roles', '/membership_card']) {
    await page.goto(origin() + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page)
  }
})

test('axe reports nothing on the management company’s screens', async ({ page, context, build }) => {
  test.slow()
  const { user, customer } = await aCompany(build)
  await signInDirectly(context, build, user)
  for (const path of ['/fmc_dashboard', '/fmc_transactions', `/fleets/${customer.id}`, '/fleets/new']) {
    await page.goto(origin() + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page)
  }
})

test('a driver sees no item that is refused, and gets a message at a refused address', async ({
  page,
  context,
  build,
}) => {
  const fleet = await build.fleet()
  const driver = await build.user(fleet, { roles: ['Driver'] })
  const vehicle = await build.vehicle(fleet, { drivers: [driver] })
  await signInDirectly(context, build, driver)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${origin()}/dashboard`)
  const navigation = page.getByRole('navigation').first()
  await expect(navigation.getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Transactions' })).toHaveCount(0)
  for (const path of [
    `/vehicles/${vehicle.id}/policies`,
    '/settings/users/new',
    `/settings/users/${driver.id}`,
  ]) {
    await page.goto(`${origin()}${path}`)
    await expect(page.getByText('Your role does not give access to this page')).toBeVisible()
  }
})
