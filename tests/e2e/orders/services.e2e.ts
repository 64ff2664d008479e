import { sql } from '#server/db/sql.ts'
import { day, otherRows } from '#tests/support/entries.ts'
import { anEntry } from '../maintenance/entry.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded, PHONE, requestsTo } from '../support/screens.ts'

test.describe('on a phone', () => {
  test.use(PHONE)

  test('OFF-011: due maintenance is sorted by urgency, can be filtered and searched, opens the vehicle, and is available offline', async ({
    page,
    context,
    build,
    db,
  }) => {
    const fleet = await build.fleet()
    const rows = otherRows(db)
    const [a, b] = [
      await build.vehicle(fleet, { name: 'Alpha' }),
      await build.vehicle(fleet, { name: 'Beta' }),
    ]
    await rows.interval(a, { name: 'Brakes', tag: 'Upcoming' })
    await rows.interval(b, { name: 'Oil', tag: 'Past Due' })
    await signInDirectly(context, build, await build.user(fleet))
    await openLoaded(page, '/services')
    const cards = page.getByRole('list', { name: 'Upcoming maintenance' }).getByRole('link')
    await expect(cards).toHaveText([/Beta.*Past Due/, /Alpha.*Upcoming/])
    await page.getByRole('button', { name: 'Past due' }).click()
    await expect(cards).toHaveText([/Beta/])
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByRole('searchbox').fill('brakes')
    await expect(cards).toHaveText([/Alpha/])
    await goOffline(page, context)
    await page.reload()
    await expect(cards).toHaveText([/Alpha/])
    await cards.first().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Alpha' })).toBeVisible()
  })
})

test.describe('on a desktop', () => {
  test.use(DESK)

  test('MHX-036, MHX-052: the past tab shows three months of manual entries and past orders', async ({
    page,
    context,
    build,
    owner,
    db,
  }) => {
    const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Old hand' })
    await anEntry({ build, owner, vehicle, given: { custom_shop_name: 'This week' } })
    await anEntry({
      build,
      owner,
      vehicle,
      given: { custom_shop_name: 'Last year', date_of_completion: day(-300) },
    })
    await otherRows(db).order(vehicle, { status: 'paid' })
    await db.query(sql`update shop_orders set custom_shop_name = 'Ordered' where vehicle_id = ${vehicle.id}`)
    await signInDirectly(context, build, owner)
    const calls = requestsTo(context, /manual_maintenance_histories$/)
    await openLoaded(page, '/services?tab=past')
    const grid = page.getByRole('grid', { name: 'Past services' })
    await expect(grid.getByText('This week')).toBeVisible()
    await expect(grid.getByRole('row', { name: /This week/ })).toContainText('Manually Entered')
    await expect(grid.getByRole('row', { name: /Ordered/ })).toContainText('Shop order')
    await expect(grid.getByText('Last year')).toHaveCount(0)
    expect(calls.at(-1)).toMatch(
      /appointment_datetime_from=\d{4}-\d{2}-\d{2}&appointment_datetime_to=\d{4}-\d{2}-\d{2}/,
    )
    await page.getByRole('textbox', { name: /^From/ }).fill('01/01/2020')
    await expect(grid.getByText('Last year')).toBeVisible()
    await page.getByRole('searchbox').fill('ordered')
    await expect(grid.getByText('This week')).toHaveCount(0)
    // SVC-015, SVC-016: rows of orders open the order, rows of entries the vehicle.
    await grid.getByRole('link', { name: 'Old hand' }).click()
    await expect(page).toHaveURL(/\/orders\/\d+\/approvals$/)
    await page.goBack()
    await page.getByRole('searchbox').fill('this week')
    await expect(grid.getByText('Ordered')).toHaveCount(0)
    await grid.getByRole('link', { name: 'Old hand' }).click()
    await expect(page).toHaveURL(`${origin()}/vehicles/${vehicle.id}`)
  })

  test('SVC-108: vehicles that are at a shop are listed regardless of their day, and found by the search over everything', async ({
    page,
    context,
    build,
    owner,
    db,
  }) => {
    const rows = otherRows(db)
    for (const [name, days, status] of [
      ['Stuck', -20, 'active'],
      ['Fresh', -3, 'approved'],
      ['Booked', 5, 'active'],
    ] as const) {
      const vehicle = await build.vehicle({ id: owner.fleetId }, { name })
      await rows.order(vehicle, { status, at: new Date(Date.now() + days * 86_400_000).toISOString() })
    }
    await signInDirectly(context, build, owner)
    await openLoaded(page, '/services?tab=active')
    const links = page.getByRole('grid').getByRole('link', { name: /^(Stuck|Fresh|Booked)$/ })
    await expect(links).toHaveText(['Booked'])
    await expect(page.getByText('2 more outside these dates')).toBeVisible()
    await page.getByRole('button', { name: 'At the shop', exact: true }).click()
    await expect(links).toHaveText(['Stuck', 'Fresh'])
    const rule = page.getByText(/^A vehicle is late after more than/)
    await expect(rule).toHaveCount(0)
    await page.getByRole('button', { name: 'Late at the shop' }).click()
    await expect(links).toHaveText(['Stuck'])
    await expect(rule).toBeVisible() // SVC-131
    await page.goto(`${origin()}/dashboard`)
    await expect(page.getByText(/Data as of/)).toBeVisible()
    await page.keyboard.press('Control+k')
    for (const typed of ['late', 'overdue garage'])
      await expect(async () => {
        await page.getByRole('combobox', { name: 'Find anything' }).fill(typed)
        await expect(page.getByRole('option', { name: 'Vehicles late at the shop' })).toBeVisible()
      }).toPass()
    await page.getByRole('option', { name: 'Vehicles late at the shop' }).click()
    await expect(links).toHaveText(['Stuck'])
    await goOffline(page, context)
    await page.reload()
    await expect(links).toHaveText(['Stuck'])
  })
})
