import { sql } from '#server/db/sql.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, PHONE } from '../support/screens.ts'

test('a figure of a report opens exactly the rows that it counts', async ({ page, context, build, db }) => {
  const fleet = await build.fleet({ timeZone: 'UTC' })
  const user = await build.user(fleet)
  const service = await build.service({ name: 'Oil change' })
  const [van, bus] = [
    await build.vehicle(fleet, { name: 'Van 12' }),
    await build.vehicle(fleet, { name: 'Bus 7' }),
  ]
  await db.query(sql`update vehicles set license_plate_number = 'BUS 7' where id = ${bus.id}`)
  for (const [vehicle, price, at] of [
    [van, '100.00', '2026-03-02T12:00:00Z'],
    [van, '50.25', '2026-04-02T12:00:00Z'],
    [bus, '20.00', '2026-03-05T12:00:00Z'],
  ] as const)
    await anOpenOrder(db, vehicle, { status: 'paid', at, price, serviceId: service.id })

  for (const [at, days] of [
    ['2026-03-02T12:00:00Z', 10],
    ['2026-04-02T12:00:00Z', 3],
  ] as const)
    await db.query(sql`
      update shop_orders set completed_at = appointment_datetime + make_interval(days => ${days})
      where vehicle_id = ${van.id} and appointment_datetime = ${at}`)

  for (const [day, value] of [
    ['2026-03-01', 1000],
    ['2026-04-20', 1500],
  ] as const)
    await db.query(sql`
      insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source)
      values (${fleet.id}, ${van.id}, ${value}, 'mi', ${day}, 'driver')`)

  await page.setViewportSize(DESK.viewport)
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}/reports?from=2026-03-01&to=2026-04-30`)
  const report = page.getByRole('table', { name: 'Cost by month' })
  await expect(report.getByRole('row')).toHaveText([
    /^MonthOrders and entriesCost$/,
    /^March 20262\$120\.00$/,
    /^April 20261\$50\.25$/,
    /^Total3\$170\.25$/,
  ])
  await expect(page.locator('main figure svg')).not.toHaveCount(0)
  // Keyboards use the table: a chart has no focus that could be seen.
  await expect(page.locator('main figure [tabindex]')).toHaveCount(0)
  await expectAccessible(page)

  await page.getByLabel('Report', { exact: true }).selectOption('Cost by vehicle')
  // DSH-050: names are not unique.
  const byVehicle = page.getByRole('table', { name: 'Cost by vehicle' })
  await expect(byVehicle.getByRole('rowheader')).toHaveText(['Van 12', 'Bus 7 · BUS 7', 'Total'])
  await byVehicle.getByRole('button', { name: 'Vehicle' }).click()
  await expect(byVehicle.getByRole('rowheader')).toHaveText(['Bus 7 · BUS 7', 'Van 12', 'Total'])
  await byVehicle.getByRole('link', { name: 'Van 12' }).click()
  const rows = page.getByRole('region', { name: 'Van 12' })
  await expect(rows.getByRole('status')).toHaveText('2 rows · $150.25')
  // Each order, and its vehicle (DSH-046).
  await expect(rows.getByRole('link')).toHaveCount(4)
  const rowsFile = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await rowsFile).suggestedFilename()).toBe('costs by vehicle rows 2026-03-01 2026-04-30.csv')
  await expect(rows.getByText('Oil change')).toHaveCount(2)
  await page.getByRole('link', { name: 'Cost by vehicle' }).click()
  await expect(byVehicle.getByRole('rowheader')).toHaveText(['Bus 7 · BUS 7', 'Van 12', 'Total'])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe('costs by vehicle 2026-03-01 2026-04-30.csv')

  await page.getByLabel('Report', { exact: true }).selectOption('Cost per mile by vehicle')
  const perMile = page.getByRole('table', { name: 'Cost per mile by vehicle' })
  await expect(perMile.getByRole('row')).toHaveText([
    /^VehicleDistance \(mi\)CostCost per mile$/,
    /^Van 12500\$150\.25\$0\.30$/,
    /^Bus 7 · BUS 7.\$20\.00.$/,
  ])
  await expect(page.getByText('1 vehicle is listed last')).toBeVisible()
  await expectAccessible(page)
  await perMile.getByRole('link', { name: 'Van 12' }).click()
  await expect(page.getByRole('region', { name: 'Van 12' }).getByRole('status')).toHaveText(
    '2 rows · $150.25',
  )
  await page.getByRole('link', { name: 'Cost per mile by vehicle' }).click()
  await page.getByLabel('Report', { exact: true }).selectOption('Downtime by vehicle')
  const downtime = page.getByRole('table', { name: 'Downtime by vehicle' })
  await expect(downtime.getByRole('row')).toHaveText([
    /^VehicleStaysDays at the shopAverage days$/,
    /^Van 122136\.5$/,
    /^Total2136\.5$/,
  ])
  await downtime.getByRole('link', { name: 'Van 12' }).click()
  await expect(page.getByRole('region', { name: 'Van 12' }).getByRole('status')).toHaveText(
    '2 stays · 13 days',
  )
  await expect(page.getByRole('table', { name: 'Van 12' }).getByRole('row').nth(1)).toHaveText(
    /04\/02\/202604\/05\/2026Order \d+Oil changeVan 12Corner Garage3$/,
  )
  await page.getByRole('link', { name: 'Downtime by vehicle' }).click()
  await page.setViewportSize(PHONE.viewport)
  await expect(downtime).toBeVisible()
  await expect(page.locator('main figure svg .MuiChartsAxis-directionX text').first()).toBeVisible()
  // A single bar does not fill the chart. It grows to its height.
  const heights: (number | undefined)[] = []
  const bar = page.locator('main figure svg .MuiBarChart-element')
  const isSettled = async () =>
    heights.push((await bar.boundingBox())?.height) > 1 && heights.at(-1) === heights.at(-2)
  await expect.poll(isSettled, { intervals: [200] }).toBe(true)
  expect(heights.at(-1)).toBeGreaterThan(20)
  expect(heights.at(-1)).toBeLessThan(60)
  // A phone sorts by the column that it hides too, and then shows it.
  await expect(downtime.getByRole('columnheader')).toHaveText(['Vehicle', 'Days at the shop', 'Average days'])
  await page.getByLabel('Sort by').selectOption('Stays')
  await expect(downtime.getByRole('columnheader')).toHaveText(['Vehicle', 'Stays', 'Average days'])
  await expect(page).toHaveURL(/sort=-count/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expectAccessible(page)
  // DSH-046: on a phone too.
  await downtime.getByRole('link', { name: 'Van 12' }).click()
  await expect(page.getByRole('table', { name: 'Van 12' }).getByRole('link', { name: 'Van 12' })).toHaveCount(
    2,
  )
  await page.getByRole('link', { name: 'Downtime by vehicle' }).click()
  await expect(downtime).toBeVisible()
  await page.setViewportSize(DESK.viewport)
  await expect(page.getByLabel('Sort by')).toHaveCount(0)
  await page.getByLabel('Report', { exact: true }).selectOption('Cost by vehicle')

  // On paper: the report with the logo, without navigation and controls.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('03/01/2026 – 04/30/2026', { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByLabel('Report', { exact: true })).toBeHidden()
  await expect(byVehicle).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  await page.setViewportSize(PHONE.viewport)
  await expect(byVehicle).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})
