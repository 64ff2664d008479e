import type { BrowserContext, Page } from 'playwright/test'
import { addMonths } from '#domain/core/days.ts'
import { sql } from '#server/db/sql.ts'
import { layoutFaults } from '#tests/e2e/support/layout-problems.ts'
import { day, otherRows } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { axeFindings, expectAccessible } from '../support/axe.ts'
import { origin, signInDirectly, expect as soonExpect, type TestUser, test } from '../support/fixtures.ts'
import { recordShifts, totalShift } from '../support/layout-shift.ts'
import { DESK, goOffline, openLoaded, PHONE, requestsTo, untilLoaded } from '../support/screens.ts'

/** Grids and charts load after the rest of the screen, which takes long on a busy machine. */
const expect = soonExpect.configure({ timeout: 30_000 })

type Fixtures = Parameters<Parameters<typeof test>[2]>[0]

/**
 * A fleet of ten vehicles: four past due, one currently due, and three open orders, one of them on a past due vehicle;
 * finished orders in this month and the previous one.
 */
async function aFleet({ build, db }: Pick<Fixtures, 'build' | 'db'>) {
  const fleet = await build.fleet({ name: 'Northgate Couriers' })
  const service = await build.service({ name: 'Brake inspection' })
  const rows = otherRows(db)
  const vehicles = []
  for (let n = 1; n <= 10; n += 1)
    vehicles.push(await build.vehicle(fleet, { name: `Van ${n}`, odometer: 40_000 + n * 1000 }))
  for (const vehicle of vehicles.slice(0, 4))
    await rows.interval(vehicle, { tag: 'Past Due', services: [service.id] })
  await rows.interval(vehicles[4]!, { tag: 'Currently Due', dueDate: day(400) })
  await rows.interval(vehicles[5]!, { tag: 'Upcoming', dueDate: day(500) })
  // Derives an interval's status from its tag, as the nightly job does.
  await db.query(sql`
    update maintenance_intervals set due_status = case tag when 'Past Due' then 'past_due' when 'Currently Due' then 'due_soon' end
    where fleet_id = ${fleet.id}`)
  await anOpenOrder(db, vehicles[0]!, { status: 'initiated', at: `${day(2)}T15:00:00Z` })
  // An old order and one far in the future, both outside of the tab's default days.
  await anOpenOrder(db, vehicles[6]!, { status: 'awaiting_approval', at: `${day(-40)}T15:00:00Z` })
  await anOpenOrder(db, vehicles[7]!, { status: 'approved', at: `${day(120)}T15:00:00Z` })
  const lastMonth = `${addMonths(day(), -1).slice(0, 7)}-10`
  await rows.order(vehicles[8]!, { status: 'paid', at: `${lastMonth}T15:00:00Z`, total: '125.50' })
  await rows.order(vehicles[9]!, { status: 'complete', at: `${lastMonth}T16:00:00Z`, total: '74.50' })
  await rows.order(vehicles[9]!, { status: 'cancel', at: `${lastMonth}T16:00:00Z`, total: '999.00' })
  // Long shop names must be neither cut off silently nor overlap the status.
  await db.query(sql`
    update shop_orders set custom_shop_name = 'Centre du camion Grand-Nord de Saint-Jérôme' where fleet_id = ${fleet.id}`)
  await db.query(sql`update vehicles set cost_per_mile = 0.1250 where fleet_id = ${fleet.id}`)
  return { fleet, vehicles, service, lastMonth }
}

async function enterFleet(context: BrowserContext, given: Pick<Fixtures, 'build' | 'db'>) {
  const world = await aFleet(given)
  const user: TestUser = await given.build.user(world.fleet)
  await signInDirectly(context, given.build, user)
  return { ...world, user }
}

const tile = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'The fleet in numbers' }).getByRole('link', { name })
const dueRows = (page: Page) => page.getByRole('grid', { name: 'Maintenance due' }).getByRole('row')
/** Rows of a grid without its header. */
const gridRows = (page: Page, name: string) => page.getByRole('grid', { name }).locator('.MuiDataGrid-row')

/**
 * Returns the dashboard links with a number, except those of single vehicles and orders, with their text on one line.
 */
async function numberLinks(page: Page) {
  const links = page.getByRole('main').locator('a')
  const all = await links.evaluateAll((anchors) =>
    anchors.map((a) => ({
      href: a.getAttribute('href') ?? '',
      // The parts have no space between them in the DOM.
      text: [...a.querySelectorAll('*')].some((part) => part.children.length === 0 && part.textContent)
        ? (a as HTMLElement).innerText.replace(/\s+/g, ' ').trim()
        : (a.textContent ?? '').trim(),
    })),
  )
  return all
    .filter(({ href, text }) => /\d/.test(text) && !/^\/(vehicles|orders)\/\d/.test(href))
    .map(({ href, text }) => ({ href, text, count: Number(/\d[\d,]*/.exec(text)?.[0].replace(/,/g, '')) }))
}

/** Finds the same link after a reload; elements further down render only when scrolled near. */
async function numberLink(page: Page, href: string, text: string) {
  const link = page
    .getByRole('main')
    .locator(`a[href="${href}"]`)
    .filter({ hasText: text.replace(/ \d.*$/, '') })
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(link.first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  return link.first()
}

/** Returns the number of rows on all pages of the current list; undefined while it loads. */
async function rowCount(page: Page): Promise<number | undefined> {
  const pages = page.locator('.MuiTablePagination-displayedRows')
  if (await pages.count()) return Number(/\d+$/.exec(await pages.first().innerText())?.[0])
  if (new URL(page.url()).pathname === '/approvals')
    return (await page.getByRole('main').locator('a[href^="/orders/"]').count()) || undefined
  return (await page.locator('.MuiDataGrid-row').count()) || undefined
}

/** The charts render only when scrolled near. */
async function toTheCharts(page: Page) {
  await expect(
    page.getByRole('region', { name: /Active maintenance|Entretiens en cours/ }).first(),
  ).toBeVisible()
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(page.getByRole('region', { name: /Service costs|Coût des services/ })).toBeVisible({
      timeout: 1000,
    })
  }).toPass()
}

test.describe('the fleet dashboard on a desktop', () => {
  test.use(DESK)
  test.slow()

  test('shows active orders and due maintenance, loaded with two calls (DSH-001, DSH-002, DSH-003, DSH-004, DSH-033, DSH-034, DSH-035, APR-066, APR-067, VEH-076)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet } = await enterFleet(context, { build, db })
    const calls = requestsTo(context, /\/(vehicles|orders\/aggregate|orders\/fleet_orders)$/)
    await openLoaded(page, '/dashboard')
    await expect(tile(page, /Active orders/)).toContainText('3')
    await expect(tile(page, /Awaiting approval/)).toContainText('1')
    // Five are due, and one of them already has an order.
    await expect(tile(page, /Preventive maintenance/)).toContainText('4')
    await expect(tile(page, /3 of them past due/)).toBeVisible()
    await expect(tile(page, /Vehicles in use/)).toContainText('10')
    await toTheCharts(page)
    await expect.poll(() => calls.join(' ')).toContain(`fleet_id=${fleet.id}&active_order=true`)
    const range = new RegExp(
      `aggregate\\?start_date=\\d{4}-\\d\\d-01&end_date=${day().slice(0, 7)}-\\d\\d&grouping=month`,
    )
    await expect.poll(() => calls.join(' ')).toMatch(range)
    // APR-067: the open orders of the tiles and panels.
    expect(calls).toContain('GET /api/v4/orders/fleet_orders?page=1')
  })

  test('each number says what it counts and opens exactly those rows (DSH-002, DSH-003, DSH-004, DSH-017, DSH-019, DSH-020, DSH-023)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, vehicles, service } = await enterFleet(context, { build, db })
    const rows = otherRows(db)
    // An inactive vehicle is in no list and in no number.
    const idle = await build.vehicle(fleet, { name: 'Idle van', isActive: false })
    const other = await build.service({ name: 'Wiper blades' })
    // Vehicles with an active order: one due service is on the order, the other is not.
    await rows.interval(vehicles[0]!, { name: 'Wipers', tag: 'Currently Due', services: [other.id] })
    await rows.interval(vehicles[1]!, { name: 'Wipers', tag: 'Currently Due', services: [other.id] })
    await rows.interval(idle, { tag: 'Past Due' })
    await anOpenOrder(db, vehicles[2]!, {
      status: 'walk_in',
      at: `${day(1)}T15:00:00Z`,
      serviceId: service.id,
    })
    for (const [n, days] of [
      [5, 5],
      [8, 0],
      [9, 9],
    ] as const)
      await anOpenOrder(db, vehicles[n]!, { status: 'active', at: `${day(days)}T15:00:00Z` })
    await openLoaded(page, '/dashboard')
    await expect(tile(page, /Preventive maintenance 3 vehicles to book/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'All 7 active orders' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'All 7 vehicles' })).toBeVisible()
    const texts = async () => (await numberLinks(page)).map(({ text }) => text)
    // Tiles with their second facts, chips of due maintenance and of orders, and the links to the full lists.
    await expect.poll(texts).toEqual([
      '1 to approve',
      'Active orders 7',
      // Without the order of tomorrow (DSH-045).
      '1 with an appointment today',
      'Awaiting approval 1',
      'Preventive maintenance 3 vehicles to book',
      '2 of them past due',
      'Vehicles in use 10',
      'of 11 in the fleet',
      'All 7 intervals',
      'Past due 2',
      '+ 2 with an active order',
      'Due soon 2',
      '+ 1 with an active order',
      'All 10 in use',
      'All 7 active orders',
      'Initiated 1',
      'Active 3',
      'Awaiting Approval 1',
      'Approved 1',
      'Walk In 1',
      // DSH-044
      'Late at the shop 1',
      'All 7 vehicles',
    ])
    const numbers = await numberLinks(page)
    // Links to the same list show the same number.
    const lists = new Map(numbers.map((number) => [number.href, number]))
    for (const { text, href, count } of numbers) expect(count, text).toBe(lists.get(href)?.count)
    for (const { text, href, count } of lists.values()) {
      await (await numberLink(page, href, text)).click()
      await expect.poll(() => rowCount(page), { message: text }).toBe(count)
      await page.goBack()
    }
    // The orders by status add up to the total.
    const byStatus = numbers.filter(({ text }) =>
      /^(Initiated|Active|Awaiting Approval|Approved|Walk In) \d/.test(text),
    )
    expect(byStatus.reduce((sum, { count }) => sum + count, 0)).toBe(7)
    // DSH-004: shows which vehicles in the shop have the due service on their order.
    await page.goto(`${origin()}/upcoming_maintenances?order=with`)
    const due = gridRows(page, 'Maintenance due')
    await expect(due).toHaveCount(3)
    await expect(due.filter({ hasText: 'Van 3' })).toContainText('On the active order')
    await expect(due.filter({ hasText: 'Van 1' })).toContainText([
      'Not on the active order',
      'Not on the active order',
    ])
    await page.getByRole('combobox', { name: 'Row for each' }).selectOption('vehicle')
    await expect(due).toHaveCount(2)
    await page.getByRole('combobox', { name: 'Vehicles' }).selectOption('any')
    await expect(page.getByRole('button', { name: 'All 5' })).toBeVisible()
    await page.getByRole('button', { name: 'Due soon 1' }).click()
    await expect(due).toHaveText([/Van 5/])
    await page.reload()
    await expect(due).toHaveText([/Van 5/])
    // The dashboard links to the tab of the services screen (DSH-019).
    await page.goto(`${origin()}/dashboard`)
    await page.getByRole('link', { name: 'Services list' }).click()
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Upcoming')
  })

  test('a bar of the cost chart, and its table row, opens the services of that month (DSH-021)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { lastMonth } = await enterFleet(context, { build, db })
    await page.goto(`${origin()}/dashboard`)
    await toTheCharts(page)
    await page.getByRole('button', { name: 'Show as table: Service costs' }).click()
    const costs = page.getByRole('table', { name: 'Service costs' })
    await expect(costs.getByRole('row')).toHaveCount(13)
    const month = costs.getByRole('row').nth(2)
    await expect(month).toHaveText(/201\$200\.00$/)
    await month.getByRole('link').click()
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Past')
    await expect(page.getByRole('textbox', { name: /^From/ })).toHaveValue(
      `${lastMonth.slice(5, 7)}/01/${lastMonth.slice(0, 4)}`,
    )
    // Two finished orders, no entry, and a canceled order.
    const past = gridRows(page, 'Past services')
    await expect(past).toHaveCount(3)
    await expect(past.filter({ hasNotText: 'Cancelled' })).toHaveText([/74\.50/, /125\.50/])
  })

  test('lists due maintenance, and SCHEDULE opens a request with vehicle and services (DSH-016, DSH-018, DSH-024, SVC-068)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { vehicles } = await enterFleet(context, { build, db })
    for (const [n, days] of [
      [8, 6],
      [9, 5],
    ] as const)
      await db.query(
        sql`update vehicles set license_plate_expiration = ${day(days)}::date where id = ${vehicles[n]!.id}`,
      )
    await openLoaded(page, '/dashboard')
    // DSH-041
    const today = page.getByRole('list', { name: 'Needs you today' })
    await today.getByRole('button', { name: /^Show, 2 documents expire/ }).click()
    await expect(today.getByRole('link', { name: /^Open vehicle, Van 10, License plate/ })).toBeFocused()
    await expect(today.getByRole('link', { name: /^Open vehicle, Van 9, License plate/ })).toBeVisible()
    await expect(dueRows(page)).toHaveCount(6)
    const row = dueRows(page).filter({ hasText: 'Van 2' })
    await expect(row).toContainText('60,000 mi')
    await expect(row).toContainText('Past due')
    await expect(row).toContainText('Brake inspection')
    await row.getByRole('link', { name: 'SCHEDULE: Van 2' }).click()
    await expect(page).toHaveURL(`${origin()}/service_request/new`)
    await expect(page.getByRole('combobox', { name: /Vehicle/ })).toHaveValue('Van 2')
    await expect(page.getByRole('list', { name: 'Chosen services' })).toContainText('Brake inspection')
  })

  test('SCHEDULE on a vehicle with an active order reports it and opens no form (DSH-026)', async ({
    page,
    context,
    build,
    db,
  }) => {
    await enterFleet(context, { build, db })
    await openLoaded(page, '/dashboard')
    await expect(dueRows(page)).toHaveCount(6)
    await page.getByRole('button', { name: 'SCHEDULE: Van 1' }).click()
    await expect(
      page.getByText(
        'There is already an active order for this vehicle. Please complete before you schedule.',
      ),
    ).toBeVisible()
    await expect(page).toHaveURL(`${origin()}/dashboard`)
    await page.getByRole('button', { name: 'See the order' }).click()
    await expect(page).toHaveURL(/\/orders\/\d+\/approvals$/)
  })

  test('links to vehicles, to a request and to a new entry, and says when an order can be canceled (DSH-011, DSH-012, DSH-013, DSH-014, DSH-015, DSH-022, DSH-023, DSH-027, DSH-031)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { vehicles } = await enterFleet(context, { build, db })
    await openLoaded(page, '/dashboard')
    const list = page.getByRole('region', { name: 'Your vehicles' })
    await expect(list.getByRole('link', { name: /^Van \d/ })).toHaveCount(5)
    await list.getByRole('button', { name: 'Show more vehicles' }).click()
    await expect(list.getByRole('link', { name: /^Van \d/ })).toHaveCount(10)
    await expect(
      page.getByText('Maintenance requests can only be canceled before the vehicle is received by the shop.'),
    ).toBeVisible()
    await expect(gridRows(page, 'Active orders')).toHaveCount(3)
    const panel = page.getByRole('region', { name: 'Active maintenance' })
    await expect(panel.getByRole('link', { name: /^Van \d/ })).toHaveText([/Van 7/, /Van 1/, /Van 8/])
    const links: [string, string][] = [
      ['Schedule service', '/service_request/new'],
      ['Add maintenance history', '/maintenance_history/new'],
      ['Vehicles in use', '/vehicles?show=active'],
    ]
    for (const [name, path] of links) {
      await page.getByRole('main').getByRole('link', { name }).click()
      await expect(page).toHaveURL(`${origin()}${path}`)
      await page.goBack()
    }
    await panel.getByRole('link', { name: /Van 7/ }).click()
    await expect(page).toHaveURL(`${origin()}/vehicles/${vehicles[6]!.id}`)
  })

  test('both lists have a full page with a link back (DSH-025, DSH-028, DSH-029, DSH-030)', async ({
    page,
    context,
    build,
    db,
  }) => {
    await enterFleet(context, { build, db })
    await openLoaded(page, '/active_maintenances')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Active maintenance')
    await expect(gridRows(page, 'Active orders')).toHaveCount(3)
    // The button at the end of a row is within the window.
    await expect(page.getByRole('link', { name: 'Review' }).first()).toBeInViewport({ ratio: 0.9 })
    await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL(`${origin()}/dashboard`)
    await tile(page, /Preventive maintenance/).click()
    await expect(page).toHaveURL(`${origin()}/upcoming_maintenances?order=without&by=vehicle`)
    await expect(gridRows(page, 'Maintenance due')).toHaveCount(4)
    await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL(`${origin()}/dashboard`)
  })

  test('charts show twelve months and a point per vehicle, in thousands and in cents (DSH-005, DSH-006, DSH-007, DSH-008, DSH-021)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { lastMonth } = await enterFleet(context, { build, db })
    await openLoaded(page, '/dashboard')
    const costs = page.getByRole('region', { name: 'Service costs' })
    await toTheCharts(page)
    await expect(costs.locator('.MuiBarChart-element')).toHaveCount(12)
    await expect(
      costs.getByText('$200.00 in the last 12 months for 2 finished orders and 0 manual entries'),
    ).toBeVisible()
    await expect(costs.locator('.MuiChartsAxis-directionX text')).toHaveText(
      Array(12).fill(/^\p{L}{3,}\.?$/u),
    )
    const mileage = page.getByRole('region', { name: 'Mileage and cost per mile' })
    // A chart has no focus that could be seen. Keyboards use its table, which for vehicles has only the highest costs.
    await expect(page.getByRole('figure').locator('[tabindex]')).toHaveCount(0)
    await expect(
      mileage.getByText('All time: half of 10 vehicles cost less than 12.5¢ per mile.'),
    ).toBeVisible()
    await expect(mileage.locator('svg').getByText('40k', { exact: true })).toBeVisible()
    await expect(
      mileage
        .locator('svg')
        .getByText(/^\d+(\.\d)?¢$/)
        .first(),
    ).toBeVisible()
    await mileage.getByRole('button', { name: 'Show as table: Mileage and cost per mile' }).click()
    await expect(mileage.getByRole('row')).toHaveCount(11)
    await costs.locator('.MuiBarChart-element').nth(10).click()
    // A new tab shows the same list, because the address contains the tab and both days.
    await expect(page).toHaveURL(/\/services\?tab=past&from=\d{4}-\d\d-01&to=/)
    await expect(page.getByRole('textbox', { name: /^From/ })).toHaveValue(
      `${lastMonth.slice(5, 7)}/01/${lastMonth.slice(0, 4)}`,
    )
  })

  test('without data the charts show labeled sample data that changes with each load (DSH-009, DSH-010)', async ({
    page,
    context,
    build,
  }) => {
    const fleet = await build.fleet()
    await build.vehicle(fleet, { name: 'New van' })
    await signInDirectly(context, build, await build.user(fleet))
    await openLoaded(page, '/dashboard')
    const bars = page.locator('.MuiBarChart-element')
    const drawn = async () => {
      await toTheCharts(page)
      await expect(bars).toHaveCount(12)
      await expect(page.getByText('Sample data', { exact: true })).toHaveCount(2)
      await expect(page.getByText(/^Sample data: your own costs/)).toBeVisible()
      await expect(page.getByText(/^Sample data: your own vehicles/)).toBeVisible()
      return bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('height') ?? bar.getAttribute('d')))
    }
    const before = await drawn()
    await page.reload()
    expect(await drawn()).not.toEqual(before)
  })

  test('shows no number while the first load is incomplete (decision 20)', async ({
    page,
    context,
    build,
    db,
  }) => {
    await enterFleet(context, { build, db })
    const rest = Promise.withResolvers<void>()
    let pages = 0
    await context.route('**/api/v4/sync?*', async (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '6')
      pages += 1
      if (pages > 1) await rest.promise
      await route.continue({ url: url.href })
    })
    await page.goto(`${origin()}/vehicles`)
    // Rows may appear as they arrive, but a count of them would be taken for the total.
    await expect(page.getByText(/vehicles so far/)).toBeVisible()
    const filters = page.getByRole('group', { name: 'Show' }).getByRole('button')
    await expect(filters).toHaveText(['All', 'In use', 'Due soon', 'Past due', 'Inactive'])
    await expect(page.locator('dd').filter({ hasText: /\d/ })).toHaveCount(0)
    await page.goto(`${origin()}/upcoming_maintenances`)
    await expect(page.getByRole('button', { name: 'All', exact: true })).toBeVisible()
    await page.goto(`${origin()}/dashboard`)
    await expect(tile(page, /Active orders 3/)).toBeVisible()
    for (const { text } of await numberLinks(page))
      expect(text).toMatch(/order|initiated|approv|appointment/i)
    rest.resolve()
    await expect(tile(page, /Preventive maintenance 4 vehicles to book/)).toBeVisible()
    await expect(tile(page, /Vehicles in use 10/)).toBeVisible()
    await page.goto(`${origin()}/vehicles`)
    await expect(filters).toHaveText(['All 10', 'In use 10', 'Due soon 1', 'Past due 4', 'Inactive 0'])
  })

  test('offline it shows the local copies with their age, and the last charts (OFF-043)', async ({
    page,
    context,
    build,
    db,
  }) => {
    await enterFleet(context, { build, db })
    await openLoaded(page, '/dashboard')
    await toTheCharts(page)
    await expect(page.getByText(/\$200\.00 in the last 12 months/)).toBeVisible()
    await goOffline(page, context)
    await page.reload()
    await expect(page.getByText(/Good .* · Data as of/)).toBeVisible()
    await expect(tile(page, /Active orders/)).toContainText('3')
    await expect(tile(page, /Preventive maintenance/)).toContainText('4')
    await expect(gridRows(page, 'Active orders')).toHaveCount(3)
    // The number that the navigation shows, too, because the queue itself is not stored.
    await expect(page.getByText('An order is waiting for your approval')).toBeVisible()
    await toTheCharts(page)
    await expect(
      page.getByText(/\$200\.00 in the last 12 months for 2 finished orders and 0 manual entries, as of/),
    ).toBeVisible()
    expect(await axeFindings(page)).toEqual([])
  })
})

test.describe('the fleet dashboard on a phone', () => {
  test.use(PHONE)

  test('nothing moves while it loads for the first time', async ({ page, context, build, db }) => {
    const { fleet, service } = await enterFleet(context, { build, db })
    await db.query(sql`
      update maintenance_intervals set due_date = ${day(-100)} where fleet_id = ${fleet.id} and tag = 'Past Due'`)
    await db.query(sql`
      update service_definitions set name_fr = 'Inspection des freins, rotation et équilibrage des pneus'
      where id = ${service.id}`)
    await page.addInitScript(() => localStorage.setItem('language', 'fr'))
    await recordShifts(page)
    await page.goto(`${origin()}/dashboard`)
    await untilLoaded(page)
    await expect(page.getByText(/Données de/)).toBeVisible()
    await expect(page.getByRole('list', { name: 'À faire aujourd’hui' }).getByRole('listitem')).toHaveCount(3)
    expect(await totalShift(page)).toBeLessThanOrEqual(0.02)
  })

  test('shows a driver what their own vehicles need, and no charts (ruling 10)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, vehicles } = await aFleet({ build, db })
    const driver = await build.user(fleet, { roles: ['Driver'] })
    for (const { id } of vehicles.slice(0, 2))
      await db.query(
        sql`insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${id}, ${driver.id})`,
      )
    await signInDirectly(context, build, driver)
    await openLoaded(page, '/dashboard')
    await expect(tile(page, /Active orders/)).toContainText('1')
    await expect(tile(page, /Preventive maintenance/)).toContainText('1')
    await expect(tile(page, /Vehicles in use/)).toContainText('2')
    const due = page.getByRole('region', { name: 'Maintenance due' })
    await expect(due.getByRole('listitem')).toHaveCount(2)
    await due.getByRole('button', { name: 'SCHEDULE: Van 1' }).click()
    await expect(page.getByText(/There is already an active order/)).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expect(page.getByRole('region', { name: 'Active maintenance' })).toContainText('Van 1')
    await expect(page.getByRole('region', { name: 'Service costs' })).toHaveCount(0)
  })
})

for (const language of ['en', 'fr'] as const)
  test(`axe finds nothing on the dashboard and its pages, and nothing is cut off, in ${language}`, async ({
    page,
    context,
    build,
    db,
  }) => {
    test.slow()
    await enterFleet(context, { build, db })
    await page.addInitScript((code) => localStorage.setItem('language', code), language)
    await openLoaded(page, '/dashboard')
    for (const path of ['/dashboard', '/active_maintenances', '/upcoming_maintenances']) {
      await page.setViewportSize(DESK.viewport)
      await page.goto(`${origin()}${path}`)
      await expect(page.locator('.MuiDataGrid-row').first()).toBeVisible()
      if (path === '/dashboard') {
        await toTheCharts(page)
        await expect(page.locator('.MuiBarChart-element')).toHaveCount(12)
      }
      // The language changes what screen readers read, but not the colors.
      if (language === 'en') await expectAccessible(page)
      else expect(await axeFindings(page), path).toEqual([])
      await page.setViewportSize({ width: 320, height: 800 })
      expect(await layoutFaults(page), `${path} at 320 px`).toEqual([])
    }
  })

test('a fleet without vehicles sees the first steps, and no panel claims that everything is done', async ({
  page,
  context,
  build,
}) => {
  await signInDirectly(context, build, await build.user(await build.fleet()))
  await page.goto(`${origin()}/dashboard`)
  await expect(page.getByText('Nothing due yet')).toBeVisible()
  for (const [name, path] of [
    ['Add the first vehicle', '/vehicles/new'],
    ['Upload a list of vehicles', '/vehicles'],
    ['Invite a user', '/settings/users/new'],
  ] as const)
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', path)
  await page.goto(`${origin()}/vehicles`)
  await expect(page.getByRole('link', { name: 'Add the first vehicle' })).toBeVisible()
  await page.getByRole('button', { name: 'Upload a list of vehicles' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
