import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright/test'
import { addDays } from '#domain/core/days.ts'
import { ORDER_STATUSES } from '#domain/orders/order-rules.ts'
import { sql } from '#server/db/sql.ts'
import { day, otherRows } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { anEntry } from '../maintenance/entry.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, openInside, openLoaded, requestsTo } from '../support/screens.ts'

test.use(DESK)

/** Opens the services screen as another screen does, with a navigation state. */
async function openWith(page: Page, state: object) {
  await openInside(page, '/dashboard')
  await openInside(page, '/services', state)
}

/** Records the bodies of order list requests from now on. */
function listCalls(context: BrowserContext): Record<string, unknown>[] {
  const seen: Record<string, unknown>[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/v4/orders/index')) seen.push(request.postDataJSON())
  })
  return seen
}
const monthsFrom = (date: string, months: number) => {
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, last))).toISOString().slice(0, 10)
}
const here = (page: Page) => page.evaluate(() => new Date().toLocaleDateString('sv'))

test('the navigation state selects a tab, a first day, a status and an alert (SVC-002, SVC-003, SVC-004, SVC-005, SVC-006)', async ({
  page,
  context,
  build,
  owner,
}) => {
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/services')
  const selected = page.getByRole('tab', { selected: true })
  await expect(selected).toHaveText('Upcoming')
  for (const [startingPage, name] of [
    ['active', 'Active'],
    ['past', 'Past'],
    ['upcoming', 'Upcoming'],
  ] as const) {
    await openWith(page, { startingPage })
    await expect(selected).toHaveText(name)
  }
  await openWith(page, {
    startingPage: 'past',
    startingDate: '2026-01-15',
    alertMessage: 'All is well',
    alertType: 'success',
  })
  await expect(page.getByRole('textbox', { name: /^From/ })).toHaveValue('01/15/2026')
  await expect(page.getByText('All is well')).toBeVisible()
  const calls = listCalls(context)
  await openWith(page, { orderFilter: 'approved' })
  await expect(selected).toHaveText('Active')
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('approved')
  expect(calls.at(-1)).toMatchObject({ state_id: 'approved', captureActive: true })
  // All, and a range without an end, are explicit choices: neither falls back to the tab's initial values.
  await page.getByLabel('Status', { exact: true }).selectOption({ label: 'All' })
  await expect(page).toHaveURL(/status=all/)
  await page.getByRole('textbox', { name: /^To/ }).fill('')
  await expect.poll(() => calls.at(-1)?.endDate).toBeUndefined()
  expect(calls.at(-1)?.state_id).toBeUndefined()
  expect(calls.at(-1)).toMatchObject({ startDate: expect.stringMatching(/^\d{4}-/) })
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('')
})

test('both tabs of orders request their days and kind, and search 300 ms after typing (SVC-007, SVC-008, SVC-010, SVC-011, SVC-012, SVC-030, SVC-031)', async ({
  page,
  context,
  build,
  owner,
}) => {
  await signInDirectly(context, build, owner)
  const calls = listCalls(context)
  await openLoaded(page, '/services?tab=active')
  await expect.poll(() => calls.length).toBeGreaterThan(0)
  const today = await here(page)
  expect(calls.at(-1)).toMatchObject({
    captureActive: true,
    withMaintenanceHistory: false,
    startDate: addDays(today, -1),
    endDate: addDays(monthsFrom(today, 3), 1),
  })
  const before = calls.length
  const typing = Date.now()
  await page.getByRole('searchbox').pressSequentially('van', { delay: 20 })
  await expect.poll(() => calls.at(-1)?.search).toBe('van')
  expect(Date.now() - typing).toBeGreaterThanOrEqual(300)
  expect(calls.slice(before).map(({ search }) => search)).not.toContain('v')
  await page.getByRole('textbox', { name: /^From/ }).fill('02/03/2026')
  await expect.poll(() => calls.at(-1)?.startDate).toBe('2026-02-02')

  await page.goto(`${origin()}/services?tab=past`)
  await expect.poll(() => calls.at(-1)?.captureActive).toBe(false)
  expect(calls.at(-1)).toMatchObject({
    withMaintenanceHistory: true,
    startDate: monthsFrom(today, -3),
    endDate: today,
  })
})

test('each status has its label on its tab, and an unknown one shows its plain text (SVC-032, SVC-033, SVC-034, SVC-035, SVC-036, SVC-037, SVC-038, SVC-039, SVC-040, SVC-041, SVC-016, SVC-017)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const open = ['initiated', 'initiated_by_user', 'active', 'awaiting_approval', 'approved', 'walk_in']
  for (const status of ORDER_STATUSES)
    await anOpenOrder(db, await build.vehicle(fleet, { name: `Unit ${status}` }), {
      status,
      at: `${day(open.includes(status) ? 2 : -2)}T15:00:00Z`,
    })
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, '/services?tab=active')
  const active = page.getByRole('grid', { name: 'Active orders' })
  const row = (status: string) => active.getByRole('row', { name: new RegExp(`Unit ${status}\\b`) })
  await expect(row('initiated')).toContainText('Initiated')
  await expect(row('initiated')).toContainText('Appointment requested')
  await expect(row('initiated_by_user')).toContainText('Initiated')
  await expect(row('active')).toContainText('Active')
  await expect(row('active')).toContainText('Appointment confirmed')
  await expect(row('awaiting_approval')).toContainText('Awaiting Approval')
  await expect(row('approved')).toContainText('Approved')
  await expect(row('walk_in')).toContainText('Walk In')
  await expect(active.getByRole('link', { name: 'Review' })).toHaveCount(1)
  await expect(row('awaiting_approval').getByRole('link', { name: 'Review' })).toBeVisible()

  await page.goto(`${origin()}/services?tab=past`)
  const past = page.getByRole('grid', { name: 'Past services' })
  const done = (status: string) => past.getByRole('row', { name: new RegExp(`Unit ${status}\\b`) })
  await expect(done('complete')).toContainText('Complete')
  await expect(done('paid')).toContainText('Paid')
  await expect(done('paid_in_shop')).toContainText('Paid at Shop')
  await expect(done('paid_deferred')).toContainText('In Manual Review')
  await expect(done('cancel')).toContainText('Cancelled')
  await expect(past.getByText('Unit active')).toHaveCount(0)
  // SVC-113
  await page.getByLabel('Status', { exact: true }).selectOption('Paid')
  await expect(done('complete')).toHaveCount(0)
  await expect(done('paid')).toBeVisible()
  await page.getByLabel('Period').selectOption('Last year')
  await expect(page.getByRole('textbox', { name: /^From/ })).toHaveValue(/^01\/01\//)
  await expect(done('paid')).toHaveCount(0)

  await page.route('**/api/v4/orders/index', async (route) => {
    const apiResponse = await route.fetch()
    const body = await apiResponse.json()
    for (const order of body.orders) order.status = 'towed_away'
    await route.fulfill({ response: apiResponse, json: body })
  })
  await page.goto(`${origin()}/services?tab=active`)
  // ERR-012
  await expect(active.getByText('towed away').first()).toBeVisible()
})

test('a list distinguishes failed, no match, loading and empty (ERR-005, SVC-028, SVC-029)', async ({
  page,
  context,
  build,
  owner,
}) => {
  await signInDirectly(context, build, owner)
  const none = page.getByText('There are no orders in this fleet')
  const failed = page.getByText('Something went wrong')
  await openLoaded(page, '/services?tab=active')
  await expect(none).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Schedule service' })).toBeVisible()
  await page.getByRole('searchbox').fill('nobody')
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await expect(none).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(none).toBeVisible()
  await expect(page.getByRole('searchbox')).toHaveValue('')

  const empty = page.getByText(/There are no orders|Nothing in this period/)
  let isDown = true
  let gate = Promise.resolve()
  await context.route('**/api/v4/orders/index', async (route) => {
    if (isDown)
      return route.fulfill({
        status: 500,
        json: { status: 500, code: 'internal', messages: ['Down'] },
        headers: { 'x-wheelbook-api': '1' },
      })
    await gate
    return route.continue()
  })
  for (const tab of ['past', 'active']) {
    isDown = true
    await page.goto(`${origin()}/services?tab=${tab}`)
    await expect(failed).toBeVisible()
    await expect(empty).toHaveCount(0)
    isDown = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(empty).toBeVisible()
    await expect(failed).toHaveCount(0)
    // Until the server responds, nothing is claimed about its content.
    let open = () => {}
    gate = new Promise((resolve) => {
      open = resolve
    })
    await page.reload()
    await expect(page.getByRole('tabpanel').locator('.MuiSkeleton-root').first()).toBeVisible()
    await expect(empty).toHaveCount(0)
    open()
    await expect(empty).toBeVisible()
  }
})

test('open orders outside of the selected days are counted and one click away, and links keep their parameters (SVC-011, SVC-012, DSH-019, DSH-020)', async ({
  page,
  context,
  build,
  owner,
  db,
}) => {
  for (const [n, days] of [-40, -20, 3, 5].entries())
    await anOpenOrder(db, await build.vehicle({ id: owner.fleetId }, { name: `Unit ${n}` }), {
      at: `${day(days)}T15:00:00Z`,
      price: `${n}0.00`,
      status: n < 2 ? 'awaiting_approval' : 'approved',
    })
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/services?tab=active')
  const panel = page.getByRole('tabpanel')
  const rows = panel.getByRole('grid').locator('[data-field="vehicle"][role="gridcell"]')
  await expect(panel.getByText('2 active orders · 2 more outside these dates')).toBeVisible()
  await expect(rows).toHaveCount(2)
  await panel.getByRole('button', { name: 'Show all dates' }).click()
  await expect(panel.getByText('4 active orders', { exact: true })).toBeVisible()
  await expect(rows).toHaveText([/Unit 0/, /Unit 1/, /Unit 2/, /Unit 3/])
  await panel.getByRole('columnheader', { name: 'Cost' }).click()
  await panel.getByRole('columnheader', { name: 'Cost' }).click()
  await expect(rows).toHaveText([/Unit 3/, /Unit 2/, /Unit 1/, /Unit 0/])

  // A new tab has only the address, which contains order, days, status and month.
  const again = await context.newPage()
  await again.goto(page.url())
  await expect(again.getByRole('gridcell', { name: /Unit/ })).toHaveText([/3/, /2/, /1/, /0/])
  await page.goto(`${origin()}/dashboard`)
  const waiting = page
    .getByRole('main')
    .getByRole('link', { name: /^Awaiting approval/ })
    .first()
  await again.goto(new URL((await waiting.getAttribute('href')) ?? '', origin()).href)
  await expect(again.getByRole('tab', { selected: true })).toHaveText('Active')
  await expect(again.getByLabel('Status', { exact: true })).toHaveValue('awaiting_approval')
  await expect(again.getByRole('gridcell', { name: /Unit/ })).toHaveText([/0/, /1/])
  await again.close()
})

test('the past tab is one list of orders and entries, counted, sorted and paged by the server (SVC-031, SVC-036, MHX-036)', async ({
  page,
  context,
  build,
  owner,
  db,
}) => {
  await signInDirectly(context, build, owner)
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Long story' })
  await db.query(sql`
    insert into shop_orders (fleet_id, vehicle_id, custom_shop_name, status, appointment_datetime, odometer_units, total)
    select ${owner.fleetId}, ${vehicle.id}, 'Shop ' || n, 'paid', now() - make_interval(days => 2, mins => n), 'mi', n
    from generate_series(1, 120) n`)
  await anEntry({ build, owner, vehicle, given: { custom_shop_name: 'By hand' } })
  await openLoaded(page, '/services?tab=past')
  const byHand = page.getByRole('row', { name: /By hand/ })
  await expect(byHand).toContainText('Manually Entered')
  await expect(byHand).toContainText('Complete')
  await expect(page.getByText('121 past services')).toBeVisible()
  await expect(page.getByText('1–50 of 121')).toBeVisible()
  const shops = page.getByRole('grid').locator('[data-field="shop"][role="gridcell"]')
  await page.getByRole('columnheader', { name: 'Cost' }).click()
  await page.getByRole('columnheader', { name: 'Cost' }).click()
  await expect(shops.first()).toHaveText('Shop 120')
  await page.getByRole('button', { name: 'Go to next page' }).click()
  await expect(shops.first()).toHaveText('Shop 70')
  await expect(page.getByText('51–100 of 121')).toBeVisible()
  await page.reload()
  await expect(shops.first()).toHaveText('Shop 70')
  // Leaving a date unchanged stays on the page.
  await page.getByRole('textbox', { name: /^From/ }).focus()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => location.search)).toContain('page=2')
  // A search starts at the first page; a page that no longer exists opens the last one.
  await page.getByRole('searchbox').fill('shop 11')
  await expect(page.getByText('11 past services')).toBeVisible()
  await page.goto(`${origin()}/services?tab=past&page=9`)
  await expect(page.getByText('101–121 of 121')).toBeVisible()
  // As many rows as a large fleet has, counted and paged by the server.
  await page.route('**/api/v4/orders/index', async (route) => {
    const apiResponse = await route.fetch()
    await route.fulfill({
      response: apiResponse,
      json: { ...(await apiResponse.json()), total_count: 100_000 },
    })
  })
  await page.goto(`${origin()}/services?tab=past`)
  await expect(page.getByText('100,000 past services')).toBeVisible()
  await expect(page.getByText('1–50 of 100,000')).toBeVisible()
})

test('lists can be downloaded under their names, with days and language (SVC-018, SVC-019)', async ({
  page,
  context,
  build,
  owner,
  db,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Filed' })
  await db.query(
    sql`update vehicles set license_plate_number = 'FIL 123', other_id = 'U-7' where id = ${vehicle.id}`,
  )
  await otherRows(db).interval(vehicle, { name: 'Brakes', tag: 'Past Due' })
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/services')
  const button = page.getByRole('button', { name: 'Download intervals' })
  await expect(button).toBeEnabled()
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(file.suggestedFilename()).toBe('Upcoming Intervals Report.csv')
  // The columns of the list, then what tells vehicles with the same name apart.
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^Filed,Brakes,.*,FIL 123,[^,]*,U-7,\r$/m)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select Filed' }).click()
  const [selected] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('toolbar').getByRole('button', { name: 'Download' }).click(),
  ])
  expect(await readFile(await selected.path(), 'utf8')).toMatch(/^Filed,Brakes,.*\r$/m)
  for (const [tab, isActive] of [
    ['active', 'true&sort=date'],
    ['past', 'false&withMaintenanceHistory=true&sort=-date'],
  ] as const) {
    await page.goto(`${origin()}/services?tab=${tab}`)
    const [orders] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download orders' }).click(),
    ])
    expect(orders.suggestedFilename()).toBe('orders.csv')
    expect(orders.url()).toMatch(
      new RegExp(
        `startDate=\\d{4}-\\d\\d-\\d\\d&endDate=\\d{4}-\\d\\d-\\d\\d&isActivePage=${isActive}&language=EN`,
      ),
    )
  }
  // Downloads the list as shown, or everything. Days in the wrong order are reported at the field (SVC-008).
  await page.goto(`${origin()}/services?tab=active&q=filed&from=2026-01-01&to=2026-12-31&sort=-cost`)
  const download = page.getByRole('button', { name: 'Download orders' })
  const [shown] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(shown.url()).toContain(
    'startDate=2025-12-31&endDate=2027-01-01&isActivePage=true&sort=-cost&search=filed&',
  )
  await page.getByRole('button', { name: 'Other downloads' }).click()
  const everything = page.getByRole('menuitem', { name: 'Everything' })
  const [all] = await Promise.all([page.waitForEvent('download'), everything.click()])
  expect(all.url()).toContain('/orders.csv?isActivePage=true&sort=-cost&language=EN')
  // A search as the list sends it, although the field has more.
  await page.getByLabel('Vehicle, service or shop').fill(` filed${' '.repeat(200)}or not`)
  await expect(page).toHaveURL(/or\+not/)
  const [found] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(new URL(found.url()).searchParams.get('search')).toMatch(/^filed\s{95}$/)
  expect(await found.failure()).toBeNull()
  const to = page.getByLabel('To', { exact: true })
  await to.fill('12/31/2025')
  await expect(to).toHaveAccessibleDescription(/The last day is before the first\./)
  await expect(download).toHaveAttribute('aria-disabled', 'true')
})

test('the file of vehicles at the shop, or late there, has the rows that are shown, in their order (SVC-018, SVC-108)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet({ timeZone: 'UTC' })
  for (const [name, status, days] of [
    ['Late 1', 'approved', -9],
    ['Late 2', 'awaiting_approval', -6],
    ['There', 'active', -1],
    ['Missed', 'initiated', -6],
    ['Booked', 'active', 3],
  ] as const) {
    const at = `${addDays(new Date().toISOString().slice(0, 10), days)}T00:00:30Z`
    await anOpenOrder(db, await build.vehicle(fleet, { name }), { status, at })
  }
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, '/services?tab=active')
  const grid = page.getByRole('grid', { name: 'Active orders' })
  const links = grid.locator('[data-field=vehicle] a')
  const download = page.getByRole('button', { name: 'Download orders' })
  for (const [chip, names] of [
    ['Late at the shop', ['Late 1', 'Late 2']],
    ['At the shop', ['Late 1', 'Late 2', 'There']],
  ] as const) {
    await page.getByRole('button', { name: chip, exact: true }).click()
    await expect(links).toHaveText([...names])
    const ids = await links.evaluateAll((all) => all.map((a) => a.getAttribute('href')?.split('/')[2]))
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',')[0])).toEqual(ids)
  }
})

test('a fleet that starts with its active orders is loaded and switched to first (SVC-020, SVC-021, SVC-022, SVC-023, SVC-024, SVC-025, SVC-026, SVC-027)', async ({
  page,
  context,
  build,
}) => {
  const fleet = await build.fleet({ flags: { renders_active_orders: true } })
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, '/services?tab=past')
  const calls = requestsTo(context, /fleets\/\d+$|impersonate_fleet$|\/sync$/)
  await page.goto(`${origin()}/services`)
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Active')
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('awaiting_approval')
  const [load = '', stand = '', pull = ''] = [
    `GET /api/v4/fleets/${fleet.id}`,
    'PUT /api/v4/fleet_users/impersonate_fleet',
    'GET /api/v4/sync',
  ]
  const places = () => {
    const first = calls.indexOf(load)
    const then = calls.indexOf(stand)
    const last = calls.findLastIndex((call) => call.startsWith(pull))
    return first >= 0 && first < then && then < last
  }
  await expect.poll(places).toBe(true)
  expect(await page.evaluate(() => sessionStorage.getItem('mode'))).toBe('fleet')
  // An explicit request takes precedence.
  await openWith(page, { orderFilter: 'walk_in' })
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('walk_in')
})

test('chips narrow upcoming maintenance, orders and entries to a department, in a link and offline too (SVC-112)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  for (const [name, department] of [
    ['Mallard', '12'],
    ['Pintail', '30'],
  ] as const) {
    const vehicle = await build.vehicle(fleet, { name })
    await db.query(sql`update vehicles set department_number = ${department} where id = ${vehicle.id}`)
    await anOpenOrder(db, vehicle, { status: 'active', at: `${day(3)}T15:00:00Z` })
    await anOpenOrder(db, vehicle, { status: 'paid', at: `${day(-3)}T15:00:00Z` })
    await otherRows(db).interval(vehicle, { name: 'Brakes', tag: 'Past Due' })
  }
  await signInDirectly(context, build, await build.user(fleet))
  const rows = page.getByRole('grid').getByRole('link', { name: /^(Mallard|Pintail)$/ })
  for (const tab of ['upcoming', 'past', 'active']) {
    await openLoaded(page, `/services?tab=${tab}&days=all`)
    await expect(rows).toHaveCount(2)
    await page.getByRole('button', { name: 'Department', exact: true }).click()
    await page.getByRole('menuitem', { name: '12' }).click()
    await expect(rows).toHaveText(['Mallard'])
    await openLoaded(page, page.url().replace(origin(), ''))
    await expect(rows).toHaveText(['Mallard'])
    await expect(page.getByRole('button', { name: 'Department: 12' })).toBeVisible()
  }
  await goOffline(page, context)
  await page.getByRole('button', { name: 'Department: 12' }).click()
  await page.getByRole('menuitem', { name: '30' }).click()
  await expect(rows).toHaveText(['Pintail'])
})
