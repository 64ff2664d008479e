import { sql } from '#server/db/sql.ts'
import { recordAsOtherUser } from '../support/api-as.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, PHONE } from '../support/screens.ts'

test('the report of on-time maintenance opens what each figure counts', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet({ timeZone: 'UTC' })
  const user = await build.user(fleet)
  const oil = await build.service({ name: 'Oil change' })
  for (const [name, days] of [
    ['Van 12', ['2026-03-02', '2026-09-03']],
    ['Bus 7', ['2026-07-04']],
  ] as const) {
    const vehicle = await build.vehicle(fleet, { name, added: '2026-01-01' })
    await db.query(sql`
      insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source)
      values (${fleet.id}, ${vehicle.id}, 10000, 'mi', '2026-01-01', 'driver')`)
    await db.query(sql`
      insert into schedule_items (fleet_id, vehicle_id, service_definition_ids, every_miles, every_kilometers, every_months)
      values (${fleet.id}, ${vehicle.id}, ${[oil.id]}::bigint[], 5000, 8000, 6)`)
    for (const day of days)
      await recordAsOtherUser(
        build,
        user,
        { vehicle_id: vehicle.id, odometer: 14_750, date_of_completion: day },
        oil,
      )
    // What is due now does not depend on the day of the test.
    await db.query(sql`
      update vehicles set license_plate_number = 'BUS 7' where id = ${vehicle.id} and name_of_vehicle = 'Bus 7'`)
    await db.query(sql`
      update maintenance_intervals set due_status = ${name === 'Bus 7' ? 'past_due' : null}, due_date = '2027-01-04'
      where vehicle_id = ${vehicle.id}`)
  }

  await page.setViewportSize(DESK.viewport)
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}/reports?from=2026-03-01&to=2026-09-30`)
  await page.getByLabel('Report', { exact: true }).selectOption('On-time maintenance by month')
  const byMonth = page.getByRole('table', { name: 'On-time maintenance by month' })
  await expect(byMonth.getByRole('row')).toHaveText([
    /^MonthCompletedOn timeLateNot ratedOn-time rate \(%\)$/,
    /^March 20261100100\.0%$/,
    /^April 20260000.$/,
    /^May 20260000.$/,
    /^June 20260000.$/,
    /^July 202610100\.0%$/,
    /^August 20260000.$/,
    /^September 202610100\.0%$/,
    /^Total312033\.3%$/,
  ])
  await expect(page.locator('main figure svg')).not.toHaveCount(0)
  await expectAccessible(page)

  await page.getByLabel('Report', { exact: true }).selectOption('On-time maintenance by vehicle')
  const byVehicle = page.getByRole('table', { name: 'On-time maintenance by vehicle' })
  await byVehicle.getByRole('button', { name: 'Vehicle' }).click()
  await expect(byVehicle.getByRole('row')).toHaveText([
    /^VehicleCompletedOn timeLateNot ratedOn-time rate \(%\)Due soonPast due$/,
    // DSH-050
    /^Bus 7 · BUS 710100\.0%01$/,
    /^Van 12211050\.0%00$/,
    /^Total312033\.3%01$/,
  ])
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe('compliance by vehicle 2026-03-01 2026-09-30.csv')

  await byVehicle.getByRole('link', { name: 'Late: 1' }).last().click()
  const van = page.getByRole('region', { name: 'Van 12' })
  await expect(van.getByRole('status')).toHaveText('Late: 1')
  await expect(van.getByRole('row').nth(1)).toHaveText(
    /^Van 12Oil change09\/02\/202619,750 mi09\/03\/202614,750 mi1 day late$/,
  )
  await expectAccessible(page)
  await page.getByLabel('Show', { exact: true }).selectOption('Completed')
  await expect(van.getByRole('row')).toHaveCount(3)
  await page.getByRole('link', { name: 'On-time maintenance by vehicle' }).click()
  await byVehicle.getByRole('link', { name: 'Past due: 1' }).click()
  const bus = page.getByRole('region', { name: 'Bus 7' })
  await expect(bus.getByRole('row')).toHaveText([
    /^VehicleDueResult$/,
    /^Bus 7 · BUS 7Oil change01\/04\/202719,750 miPast due$/,
  ])

  await page.setViewportSize(PHONE.viewport)
  await expect(bus.getByRole('row').nth(1)).toHaveText(/Oil change · Past due/)
  await page.getByRole('link', { name: 'On-time maintenance by vehicle' }).click()
  await expect(byVehicle.getByRole('columnheader')).toHaveText(['Vehicle', 'On-time rate (%)', 'Past due'])
  await page.getByLabel('Sort by').selectOption('Late')
  await expect(byVehicle.getByRole('columnheader')).toHaveText(['Vehicle', 'Late', 'Past due'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expectAccessible(page)
})
