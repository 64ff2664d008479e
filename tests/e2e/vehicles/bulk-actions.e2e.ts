import { readFile } from 'node:fs/promises'
import type { Route } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { day } from '#tests/support/entries.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded } from '../support/screens.ts'

test.use(DESK)

const shownDay = (iso: string) => iso.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')

test('a manager selects vehicles, sees what will happen, changes their department and takes it back', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  for (let i = 1; i <= 5; i++) await build.vehicle(fleet, { name: `Van ${i}` })
  await db.query(
    sql`update vehicles set department_number = 'Roads' where name_of_vehicle = 'Van 5' and fleet_id = ${fleet.id}`,
  )
  const departments = async () =>
    (
      await db.query<{ department_number: string | null }>(
        sql`select department_number from vehicles where fleet_id = ${fleet.id} order by name_of_vehicle`,
      )
    ).map((row) => row.department_number)
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, '/vehicles')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  const bar = page.getByRole('toolbar', { name: 'Selected vehicles' })
  // The button had the focus, and is gone.
  await expect(bar).toBeFocused()
  await expect(bar.getByText('0 selected')).toBeVisible()

  await expect(bar.getByText('Shift+click or Shift+Space selects')).toBeVisible() // VEH-118
  // By keyboard, then a range with Shift.
  await page.getByRole('checkbox', { name: 'Select Van 2' }).focus()
  await page.keyboard.press('Space')
  await expect(bar.getByText('1 selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Van 4' }).click({ modifiers: ['Shift'] })
  await expect(bar.getByText('3 selected')).toBeVisible()
  // A search keeps the selection.
  await page.getByLabel('Search vehicles').fill('Van 5')
  await page.getByRole('checkbox', { name: 'Select Van 5' }).click()
  await expect(bar.getByText('4 selected')).toBeVisible()
  await page.getByLabel('Search vehicles').fill('')
  await expectAccessible(page)

  await bar.getByRole('button', { name: 'Set department' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set department' })
  await dialog.getByLabel('Department').fill('Roads')
  await expect(dialog.getByText('3 vehicles will change.')).toBeVisible()
  await expect(dialog.getByText('1 vehicle needs no change.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')

  await expect(page.getByText('3 vehicles changed.')).toBeVisible({ timeout: 20_000 })
  expect(await departments()).toEqual([null, 'Roads', 'Roads', 'Roads', 'Roads'])
  // Transactions of other tests delay the change. The device asks again until it arrives (decision 4).
  await expect(page.getByRole('gridcell', { name: 'Roads' })).toHaveCount(4)
  await expect(bar).toBeHidden()
  // It can be reduced to one line, with the keyboard, and can still be undone.
  const panel = page.getByRole('status').filter({ hasText: '3 vehicles changed.' }).locator('../..')
  const heightOf = async () => (await panel.boundingBox())?.height ?? 0
  const whole = await heightOf()
  const hide = page.getByRole('button', { name: 'Collapse to one line' })
  await expect(hide).toHaveAttribute('aria-expanded', 'true')
  await hide.press('Enter')
  const show = page.getByRole('button', { name: 'Show the details' })
  await expect(show).toBeFocused()
  await expect(show).toHaveAttribute('aria-expanded', 'false')
  expect(await heightOf()).toBeLessThan(Math.min(64, whole))
  await expect(page.getByText('1 vehicle needs no change.')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible()
  await expectAccessible(page)
  await show.press('Enter')
  await expect(page.getByText('1 vehicle needs no change.')).toBeVisible()
  // The outcome is there again after a visit elsewhere, in one line.
  await openLoaded(page, '/vehicles')
  await expect(page.getByText('Set department · 3 vehicles changed.')).toBeVisible()
  await expect(show).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undo: Set department')).toBeVisible()
  await expect(page.getByText('3 vehicles changed.')).toBeVisible({ timeout: 20_000 })
  expect(await departments()).toEqual([null, null, null, null, 'Roads'])
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText('Undo: Set department')).toBeHidden()

  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await bar.getByRole('button', { name: 'Select all 5' }).click()
  await expect(bar.getByText('5 selected')).toBeVisible()
  const file = page.waitForEvent('download')
  await bar.getByRole('button', { name: 'Download' }).click()
  expect((await file).suggestedFilename()).toBe('vehicles.csv')
  await goOffline(page, context)
  await expect(bar.getByRole('button', { name: 'Snooze reminders' })).toHaveAccessibleDescription(
    'You need a connection to change several vehicles.',
  )
})

test('a driver who was deactivated in the meantime is marked, and the button names the reason', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  await build.vehicle(fleet, { name: 'Van 1' })
  const driver = await build.user(fleet, { firstName: 'Robin', roles: ['Driver'] })
  await build.user(fleet, { firstName: 'Sam', roles: ['Driver'] })
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, '/vehicles')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select Van 1' }).click()
  await page
    .getByRole('toolbar', { name: 'Selected vehicles' })
    .getByRole('button', { name: 'Assign drivers' })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Assign drivers' })
  const field = dialog.getByRole('combobox', { name: 'Add a driver' })
  await field.fill('Robin')
  await page.getByRole('option', { name: 'Robin' }).click()
  await expect(dialog.getByText('1 vehicle will change.')).toBeVisible()
  await db.query(sql`update users set is_active = false where id = ${driver.id}`)
  await field.fill('Sam')
  await page.getByRole('option', { name: 'Sam' }).click()
  await expect(dialog.getByText('Check the marked fields')).toBeVisible()
  await expect(field).toHaveAccessibleDescription('Choose an option from the list.')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  const submit = dialog.getByRole('button', { name: 'Assign drivers' })
  await expect(submit).toHaveAccessibleDescription('The selected vehicles could not be checked.')
  await expectAccessible(page)
  await dialog.getByRole('img', { name: /^Remove Robin/ }).click()
  await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByText('Check the marked fields')).toHaveCount(0)
})

test('reminders are snoozed from the list of due maintenance, once for a vehicle with two rows', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const { id } = await build.vehicle(fleet, { name: 'Van 1' })
  await db.query(
    sql`update vehicles set vin = null, license_plate_number = 'VAN 1', other_id = 'U-1' where id = ${id}`,
  )
  const others = [
    await build.vehicle(fleet, { name: 'Van 2' }),
    await build.vehicle(fleet, { name: 'Van 3' }),
  ]
  const due = [
    ...['Oil change', 'Brakes'].map((name) => ({ id, name })),
    ...others.map(({ id }) => ({ id, name: 'Tires' })),
  ]
  for (const one of due)
    await db.query(sql`
      insert into maintenance_intervals (fleet_id, vehicle_id, name, tag, due_date, due_status, unit, service_definition_ids)
      values (${fleet.id}, ${one.id}, ${one.name}, 'Past Due', '2026-01-05', 'past_due', 'mi', '{}')`)
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, '/upcoming_maintenances')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  const boxes = page.getByRole('checkbox', { name: 'Select Van 1' })
  await boxes.first().click()
  await expect(boxes.last()).toBeChecked()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await file).suggestedFilename()).toBe('maintenance-due.csv')
  const lines = (await readFile(await (await file).path(), 'utf8')).trim().split('\r\n')
  expect(lines.toSorted()).toEqual([
    'Van 1,Brakes,,2026-01-05,Past due,VAN 1,,U-1,',
    'Van 1,Oil change,,2026-01-05,Past due,VAN 1,,U-1,',
    'Vehicle,Services,Due at (mi),Due by,Status,Plate,VIN,Other ID,Snoozed until',
  ])
  const whole = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the list' }).click()
  expect(await readFile(await (await whole).path(), 'utf8')).toContain(
    'Van 1,Brakes,,2026-01-05,Past due,VAN 1',
  )
  await page.getByRole('button', { name: 'Snooze reminders' }).click()
  await page.getByLabel('Snooze for').selectOption('4 weeks')
  // SVC-110
  const until = shownDay(day(28))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`All maintenance reminders of 1 vehicle are snoozed until ${until}.`)
  await expect(dialog).toContainText('Due or past due: Brakes (1), Oil change (1).')
  await page.getByRole('button', { name: 'Snooze 1 vehicle' }).click()
  await expect(page.getByText('1 vehicle changed.')).toBeVisible({ timeout: 20_000 })
  const [schedule] = await db.query(sql`
    select reminder_date - current_date as days from vehicle_schedules where vehicle_id = ${id}`)
  expect(Number(schedule && 'days' in schedule ? schedule.days : 0)).toBeGreaterThan(26)
  // SVC-109: every list says so, under every filter.
  await expect(page.getByRole('gridcell', { name: until })).toHaveCount(2)
  await openLoaded(page, '/services?due=past_due')
  await expect(page.getByRole('button', { name: `snoozed until ${until}` })).toHaveCount(2)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect(page.getByRole('button', { name: `snoozed until ${until}` })).toHaveCount(2)
  // A click with Shift selects the rows between, in the order of the grid.
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('columnheader', { name: 'Vehicle' }).click()
  await boxes.first().click()
  await page.getByRole('checkbox', { name: 'Select Van 3' }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 selected')).toBeVisible()
  // VEH-118: the same with the keyboard.
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await boxes.first().focus()
  await page.keyboard.press('Space')
  await page.getByRole('checkbox', { name: 'Select Van 3' }).focus()
  await page.keyboard.press('Shift+Space')
  await expect(page.getByText('3 selected')).toBeVisible()
  await openLoaded(page, `/vehicles/${id}`)
  await expect(page.getByText(`Snoozed until ${until}`)).toHaveCount(2)
})

test('what is due on selected vehicles is booked at one shop, and canceled again', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const service = await build.service({ name: 'Oil change' })
  await build.shop({ name: `Kingfisher Works ${fleet.id}` })
  for (let i = 1; i <= 3; i++) {
    const vehicle = await build.vehicle(fleet, { name: `Van ${i}` })
    if (i < 3)
      await db.query(sql`
        insert into maintenance_intervals (fleet_id, vehicle_id, name, tag, due_status, unit, service_definition_ids)
        values (${fleet.id}, ${vehicle.id}, '5,000 mi', 'Past Due', 'past_due', 'mi', array[${service.id}::bigint])`)
  }
  await db.query(sql`
    with depot as (insert into addresses (fleet_id, address_line1, city, state, zip)
      values (${fleet.id}, '1 Depot Road', 'Phoenix', 'AZ', '85003') returning id)
    update vehicles set address_id = depot.id from depot where fleet_id = ${fleet.id} and name_of_vehicle = 'Van 1'`)
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, '/vehicles')
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  const bar = page.getByRole('toolbar', { name: 'Selected vehicles' })
  await bar.getByRole('button', { name: 'Select all' }).click()
  await bar.getByRole('button', { name: 'Schedule service' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule service' })
  await dialog.getByLabel('Shop').fill(`Kingfisher Works ${fleet.id}`)
  await page.getByRole('option', { name: 'Kingfisher Works' }).click()
  await expect(dialog.getByText('2 appointments will be booked.')).toBeVisible()
  // VEH-097
  await expect(dialog.getByText('1 vehicle is more than 50 mi from this shop.')).toBeVisible()
  await expect(dialog.getByText(/Garage: Phoenix, AZ · Far: 1,\d{3} mi to the shop/)).toBeVisible()
  await expect(dialog.getByText('Location unknown')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove Van 1' }).click()
  await expect(dialog.getByText('1 appointment will be booked.')).toBeVisible()
  await expect(dialog.getByText('1 vehicle removed.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add back' }).click()
  await expect(dialog.getByText('2 appointments will be booked.')).toBeVisible()
  await expect(dialog.getByText('Nothing is due on 1 vehicle.')).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Appointments' }).getByText('Oil change')).toHaveCount(2)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Book 2 appointments' }).click()
  await expect(page.getByText('2 appointments booked.')).toBeVisible({ timeout: 20_000 })
  const statuses = async () =>
    (
      await db.query<{ status: string }>(sql`select status from shop_orders where fleet_id = ${fleet.id}`)
    ).map((order) => order.status)
  expect(await statuses()).toEqual(['initiated', 'initiated'])
  await page.getByText('Show the new orders').click()
  await expect(page.getByRole('link', { name: /^Order \d+ · Van [12]$/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undo: Schedule service')).toBeVisible()
  await expect.poll(statuses, { timeout: 20_000 }).toEqual(['cancel', 'cancel'])
  await expect(page.getByText('2 appointments canceled.')).toBeVisible({ timeout: 20_000 })
})

test('VEH-101: an action whose response was lost is found by its id, with its progress and undo', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  for (const name of ['Van 1', 'Van 2']) await build.vehicle(fleet, { name })
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, '/vehicles')
  const startWith = async (act: (route: Route) => Promise<unknown>) => {
    const lose = (route: Route) => act(route).then(() => route.abort())
    await page.route('**/api/v4/bulk_actions', lose)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('button', { name: 'Select all 2' }).click()
    await page.getByRole('button', { name: 'Deactivate' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deactivate' })
    // VEH-116
    await expect(dialog).toContainText('Van 1, Van 2')
    await dialog.getByRole('button', { name: 'Deactivate 2 vehicles' }).click()
    return { dialog, stop: () => page.unroute('**/api/v4/bulk_actions', lose) }
  }
  // It never reached the server: nothing is shown later either.
  const { dialog, stop } = await startWith(async () => {})
  await expect(dialog.getByRole('alert')).toContainText('No connection to the server')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await stop()
  await page.getByRole('button', { name: 'Stop selecting' }).click()
  await openLoaded(page, '/vehicles')
  await expect(page.getByText('2 vehicles changed.')).toHaveCount(0)
  await startWith((route) => route.fetch())
  // The dialog closes when the action is found, so that it is not started twice.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('2 vehicles changed.')).toBeVisible({ timeout: 20_000 })
  await openLoaded(page, '/vehicles')
  await expect(page.getByText('Deactivate · 2 vehicles changed.')).toBeVisible()
  // An undo whose response was lost is found with the vehicles that it left as they are.
  await db.query(
    sql`update vehicles set is_active = true where fleet_id = ${fleet.id} and name_of_vehicle = 'Van 2'`,
  )
  await page.route('**/api/v4/bulk_actions/*/undo', (route) => route.fetch().then(() => route.abort()))
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Undo: Deactivate')).toBeVisible()
  await expect(page.getByText('1 vehicle changed.')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('1 vehicle has been changed since and was left as is.')).toBeVisible()
})
