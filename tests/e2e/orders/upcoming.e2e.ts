import { nextThreeMonths } from '#src/features/orders/orders/order-rows.ts'
import { day, otherRows } from '#tests/support/entries.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, openInside, openLoaded, PHONE } from '../support/screens.ts'

const shownDay = (iso: string) => iso.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')

test.describe('on a desktop', () => {
  test.use(DESK)

  test('SVC-001, SVC-006, SVC-007, SVC-009, SVC-013, SVC-014, SVC-042, SVC-043, SVC-044: shows due and past due maintenance, and three months ahead', async ({
    page,
    context,
    build,
    db,
  }) => {
    const fleet = await build.fleet()
    const rows = otherRows(db)
    const vehicle = (name: string) => build.vehicle(fleet, { name })
    const [late, soon, next, far] = [
      await vehicle('Late one'),
      await vehicle('Soon one'),
      await vehicle('Next one'),
      await vehicle('Far one'),
    ]
    await rows.interval(late, { name: 'Oil', tag: 'Past Due', dueDate: day(-40) })
    await rows.interval(soon, { name: 'By date', tag: 'Currently Due', dueDate: day(3) })
    await rows.interval(soon, { name: 'By distance', tag: 'Currently Due', dueDate: day(9) })
    await db.query({
      text: `update maintenance_intervals set due_at = null where vehicle_id = $1 and name = 'By date'`,
      values: [soon.id],
    })
    await rows.interval(next, { name: 'Belt', tag: 'Upcoming', dueDate: day(60) })
    await rows.interval(far, { name: 'Coolant', tag: 'Upcoming', dueDate: day(200) })
    await signInDirectly(context, build, await build.user(fleet))
    await openLoaded(page, '/dashboard')
    await page.getByRole('link', { name: 'Services' }).first().click()
    await expect(page.getByRole('tab')).toHaveText(['Upcoming', 'Active', 'Past'])
    await expect(page.getByRole('tab', { name: 'Upcoming' })).toHaveAttribute('aria-selected', 'true')
    const range = nextThreeMonths(day())
    await expect(page.getByRole('textbox', { name: /^From/ })).toHaveValue(shownDay(range.from))
    await expect(page.getByRole('textbox', { name: /^To/ })).toHaveValue(shownDay(range.to))
    const names = page.getByRole('grid').locator('[data-field="interval"][role="gridcell"]')
    await expect(names).toHaveText(['Oil', 'By distance', 'By date', 'Belt'])
    const tags = page.getByRole('grid').locator('[data-field="tag"][role="gridcell"]')
    await expect(tags).toHaveText(['Past Due', 'Currently Due', 'Currently Due', 'Upcoming'])
    const color = (nth: number) =>
      names
        .nth(nth)
        .locator('span')
        .evaluate((cell) => getComputedStyle(cell).color.match(/\d+/g)?.map(Number) ?? [])
    const [red = 0, green = 0, blue = 0] = await color(0)
    expect(red).toBeGreaterThan(2 * Math.max(green, blue))
    expect(Math.max(...(await color(1)).slice(0, 3))).toBeLessThan(80)

    await page.getByRole('textbox', { name: /^To/ }).fill(shownDay(day(230)))
    await expect(names).toHaveText(['Oil', 'By distance', 'By date', 'Belt', 'Coolant'])
    await page.getByRole('button', { name: 'Due soon' }).click()
    await expect(names).toHaveText(['By distance', 'By date'])
    await page.getByRole('button', { name: 'Past due' }).click()
    await expect(names).toHaveText(['Oil'])
    await page.getByRole('grid').getByRole('link', { name: 'Late one' }).click()
    await expect(page).toHaveURL(`${origin()}/vehicles/${late.id}`)
  })

  test('SVC-002, SVC-003, SVC-005: opens with the page, day and alert of the navigation state', async ({
    page,
    context,
    build,
  }) => {
    await signInDirectly(context, build, await build.user(await build.fleet()))
    await openLoaded(page, '/services')
    const state = {
      startingPage: 'upcoming',
      startingDate: '2026-02-03',
      alertMessage: 'Maintenance Updated',
      alertType: 'success',
    }
    const enter = async (given: object) => {
      await openInside(page, '/dashboard')
      await openInside(page, '/services', given)
    }
    await enter(state)
    await expect(page.getByRole('tab', { name: 'Upcoming' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('textbox', { name: /^From/ })).toHaveValue('02/03/2026')
    await expect(page.getByText('Maintenance Updated')).toBeVisible()
    for (const [startingPage, tab] of [
      ['active', 'Active'],
      ['past', 'Past'],
    ] as const) {
      await enter({ ...state, startingPage })
      await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('textbox', { name: /^From/ })).toHaveValue('02/03/2026')
    }
  })

  test('SCH-045: until this device has loaded the fleet, due maintenance is read page by page until an empty one', async ({
    page,
    context,
    build,
  }) => {
    const fleet = await build.fleet()
    const vehicle = await build.vehicle(fleet, { name: 'First seen' })
    await signInDirectly(context, build, await build.user(fleet))
    const pages: string[] = []
    await context.route(/\/api\/v4\/sync\?/, () => {})
    await context.route(/\/fleets\/me\/vehicle_services/, async (route) => {
      const query = new URL(route.request().url()).searchParams
      const nth = Number(query.get('page'))
      pages.push(query.get('page') ?? '')
      const row = {
        id: nth,
        vehicle: { id: vehicle.id, name: `First seen ${nth}` },
        interval: '5,000 mi',
        tag: 'Past Due',
        due_status: 'past_due',
        due_at: 5000,
        due_date: null,
        unit: 'mi',
        services: [],
      }
      await route.fulfill({
        json: { vehicle_services: nth <= 3 ? [row] : [], page: nth, total_pages: 3, total_count: 3 },
        headers: { 'x-wheelbook-api': '1' },
      })
    })
    await page.goto(`${origin()}/services`)
    await expect(page.getByRole('row', { name: /First seen 3/ })).toBeVisible({ timeout: 20_000 })
    await expect.poll(() => pages).toEqual(['1', '2', '3', '4'])
  })
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('SVC-008: the quick filter applies 300 ms after the last keystroke', async ({
    page,
    context,
    build,
    db,
  }) => {
    const fleet = await build.fleet()
    const rows = otherRows(db)
    for (const name of ['Alpha', 'Beta']) {
      const vehicle = await build.vehicle(fleet, { name })
      await rows.interval(vehicle, { name: `${name} oil`, tag: 'Past Due' })
    }
    await signInDirectly(context, build, await build.user(fleet))
    await openLoaded(page, '/services')
    const cards = page.getByRole('list', { name: 'Upcoming maintenance' }).getByRole('link')
    await expect(cards).toHaveCount(2)
    await page.evaluate(() => {
      const times = { key: 0, rows: 0 }
      Object.assign(window, { times })
      addEventListener('input', () => Object.assign(times, { key: performance.now() }), true)
      const list = document.querySelector('[aria-label="Upcoming maintenance"]')
      new MutationObserver(() => Object.assign(times, { rows: times.rows || performance.now() })).observe(
        list ?? document.body,
        { childList: true, subtree: true },
      )
    })
    await page.getByRole('searchbox').pressSequentially('bet', { delay: 20 })
    await expect(cards).toHaveText([/Beta/])
    const { key, rows: at } = await page.evaluate(
      () => (window as unknown as { times: { key: number; rows: number } }).times,
    )
    expect(at - key).toBeGreaterThanOrEqual(295)
  })
})
