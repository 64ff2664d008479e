import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { refreshVehicle } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import { simulatedShops } from '#tests/e2e/support/simulated-shops.ts'
import type { Builders } from '#tests/support/builders.ts'
import { day, otherRows } from '#tests/support/entries.ts'
import { aWorkday } from '#tests/support/orders.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, openLoaded } from '../support/screens.ts'

/**
 * A van whose brake fluid is long due by its class's schedule, a favorite shop with a price, and a policy that
 * approves.
 */
async function aDueVan(build: Builders, db: Database) {
  const fleet = await build.fleet({ name: 'Northgate Couriers' })
  const user = await build.user(fleet)
  const vehicle = await build.vehicle(fleet, { name: 'Van 12', odometer: 61_000, added: day(-200) })
  const name = `Brake fluid path ${fleet.id}`
  const service = await build.service({ name })
  const shop = await build.shop({ name: `Quick Lane ${fleet.id}` })
  await otherRows(db).favorite(user, shop)
  await otherRows(db).reading(vehicle, { value: 50_000, on: day(-200) })
  await otherRows(db).reading(vehicle, { value: 61_000, on: day(-1) })
  await db.query(sql`update service_definitions set typical_price = 80 where id = ${service.id}`)
  await db.query(sql`
    insert into maintenance_policies (fleet_id, amount, user_ids, all_vehicles, auto_approvable)
    values (${fleet.id}, 500, ${[]}, true, true)`)
  await db.query(sql`
    with template as (insert into schedule_templates (fleet_id, duty_class) values (${fleet.id}, 'car') returning id)
    insert into schedule_items (fleet_id, template_id, service_definition_ids, every_miles, every_kilometers)
    select ${fleet.id}, id, ${[service.id]}, 30000, 50000 from template`)
  await db.tenant(fleet.id, (tx) => refreshVehicle(tx, fleet.id, vehicle.id, day(0)))
  return { fleet, user, vehicle, name }
}
const american = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`

test.use(DESK)

test('due maintenance is scheduled, booked, confirmed and done, and is due again only after the full interval (SVC-001, SVC-014, SVC-068, SVC-070, SVC-104, SVC-106)', async ({
  page,
  context,
  build,
  db,
}) => {
  test.setTimeout(180_000)
  const { fleet, user, vehicle, name } = await aDueVan(build, db)
  const interval = async () =>
    (
      await db.query<{ tag: string; due_at: number }>(
        sql`select tag, due_at from maintenance_intervals where vehicle_id = ${vehicle.id}`,
      )
    )[0]
  expect(await interval()).toMatchObject({ tag: 'Past Due' })
  await signInDirectly(context, build, user)

  // Due in the services screen, whose row opens the vehicle.
  await openLoaded(page, '/services')
  await expect(page.getByRole('tab')).toHaveText(['Upcoming', 'Active', 'Past'])
  const due = page.getByRole('grid', { name: 'Upcoming maintenance' })
  await expect(due.getByRole('row', { name: /Van 12/ })).toContainText(name)
  await due.getByRole('link', { name: 'Van 12' }).click()
  await expect(page).toHaveURL(`${origin()}/vehicles/${vehicle.id}`)

  // From its schedule to a request with vehicle and service.
  await page.goto(`${origin()}/maintenance_schedule_details/${vehicle.id}`)
  await page
    .getByRole('region', { name: 'Past Due' })
    .getByRole('button', { name: /30,000 mi/ })
    .click()
  await expect(page.getByRole('checkbox', { name })).toBeChecked()
  await page.getByRole('button', { name: 'Book services' }).click()
  await expect(page).toHaveURL(/\/service_request\/new/)
  await expect(page.getByRole('combobox', { name: 'Vehicle' })).toHaveValue('Van 12')
  const chosen = page.getByRole('list', { name: 'Chosen services' })
  await expect(chosen).toContainText(name)
  // Advised services of the class are included (SCH-028). They depend on what other tests in this database recorded.
  const advised = chosen.getByRole('listitem').filter({ hasNotText: name })
  for (let count = await advised.count(); count > 0; count--) {
    await advised
      .first()
      .getByRole('button', { name: /^Remove / })
      .click()
    await expect(advised).toHaveCount(count - 1)
  }
  await page.getByRole('button', { name: 'Choose', exact: true }).click()
  await expect(page).toHaveURL(/\/service_request\/schedule$/)
  await page.getByRole('textbox', { name: /^Date/ }).fill(american(aWorkday()))
  await page.getByLabel('Time').selectOption('09:00 AM')
  await page.getByRole('button', { name: 'Book appointment' }).click()
  await expect(page.getByText(/Appointment requested: Quick Lane/)).toBeVisible()

  // The shop confirms, so it is among the active orders.
  const shops = simulatedShops(db, fleet)
  await shops.round()
  await page.goto(`${origin()}/services?tab=active`)
  const active = page.getByRole('grid', { name: 'Active orders' })
  await expect(active.getByRole('row', { name: /Van 12/ })).toContainText('Active')
  await expect(active.getByRole('row', { name: /Van 12/ })).toContainText('Appointment confirmed')

  // Estimated, approved by the policy and done: it is past, and the interval restarts at the completion.
  await shops.round()
  await shops.round()
  await expect(active).toBeHidden({ timeout: 30_000 })
  await page.goto(`${origin()}/services?tab=past`)
  const past = page.getByRole('grid', { name: 'Past services' })
  await expect(past.getByRole('row', { name: /Van 12/ })).toContainText('Paid at Shop')
  expect(await interval()).toEqual({ tag: 'Upcoming', due_at: 61_004 + 30_000 })
  await page.goto(`${origin()}/services`)
  await expect(page.getByRole('tab', { name: 'Upcoming' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('row', { name: /Past Due/ })).toHaveCount(0, { timeout: 30_000 })
})
