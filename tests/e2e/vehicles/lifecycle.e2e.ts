import { sql } from '#server/db/sql.ts'
import { anEntry } from '#tests/e2e/maintenance/entry.ts'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import { expect, origin, signInDirectly, test } from '#tests/e2e/support/fixtures.ts'
import { DESK, openLoaded, requestsTo } from '#tests/e2e/support/screens.ts'
import { anOpenOrder } from '#tests/support/orders.ts'

test.use(DESK)

test('VEH-057, VEH-058, VEH-059: an inactive vehicle keeps its history, cannot be booked, and can be reactivated', async ({
  signedInPage: page,
  context,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 7' })
  await anEntry({ build, owner, vehicle })
  await openLoaded(page, `/vehicles/${vehicle.id}`)
  const calls = requestsTo(context, /\/deactivate$/)
  const more = page.getByRole('button', { name: 'More actions for this vehicle' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Deactivate Van 7?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(calls).toEqual([])
  await more.click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('Vehicle deactivated')).toBeVisible()
  expect(calls).toEqual([`PUT /api/v4/vehicles/${vehicle.id}/deactivate`])
  await page.getByRole('tab', { name: 'Maintenance history' }).click()
  await expect(page.getByText('Corner Garage').first()).toBeVisible()
  await page.goto(`${origin()}/service_request/new`)
  await page.getByRole('combobox', { name: 'Vehicle' }).fill('Van')
  await expect(page.getByRole('option', { name: /Van 1/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /Van 7/ })).toHaveCount(0)
  await page.goto(`${origin()}/vehicles/${vehicle.id}`)
  await expect(page.getByRole('main').getByText('Inactive', { exact: true })).toBeVisible()
  const next = page.getByRole('region', { name: 'Next maintenance' })
  const schedule = next.getByRole('button', { name: 'Schedule service' })
  await expect(schedule).toHaveAttribute('aria-disabled', 'true')
  await schedule.focus()
  await expect(page.getByRole('tooltip')).toHaveText(
    'This vehicle is inactive. You cannot book appointments for it.',
  )
  await more.click()
  await page.getByRole('menuitem', { name: 'Activate' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByText('Vehicle activated')).toBeVisible()
  await expect(page.getByRole('main').getByText('Inactive', { exact: true })).toHaveCount(0)
  await next.getByRole('link', { name: 'Schedule service' }).click()
  await expect(page.getByRole('combobox', { name: 'Vehicle' })).toHaveValue('Van 7')
})

test('DSH-026: a vehicle with an active order cannot be booked again from its page, which links to the order', async ({
  signedInPage: page,
  build,
  owner,
  db,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 9' })
  const { id } = await anOpenOrder(db, vehicle)
  await openLoaded(page, `/vehicles/${vehicle.id}`)
  await page.getByRole('button', { name: 'Schedule service' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(
    'There is already an active order for this vehicle. Please complete before you schedule.',
  )
  await dialog.getByRole('button', { name: 'See the order' }).click()
  await expect(page).toHaveURL(new RegExp(`/orders/${id}/approvals`))
})

test('VEH-052, VEH-055, VEH-056: deleting asks first, lists what is deleted, removes it from the list, and can be undone', async ({
  signedInPage: page,
  context,
  build,
  owner,
  db,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 8' })
  await anEntry({ build, owner, vehicle })
  await openLoaded(page, `/vehicles/${vehicle.id}`)
  const calls = requestsTo(context, /\/vehicles\/\d+$/)
  await page.getByRole('button', { name: 'More actions for this vehicle' }).click()
  await page.getByRole('menuitem', { name: 'Delete vehicle' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Van 8?' })
  await expect(dialog).toContainText('It has 1 history entry.')
  await expect(dialog).toContainText('deactivate the vehicle instead')
  await expect(dialog).not.toContainText('optional')
  const confirm = dialog.getByRole('button', { name: 'Delete vehicle' })
  await dialog.getByRole('textbox', { name: 'Type Van 8 to confirm' }).fill('Van')
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Type Van 8 to confirm' }).fill('van 8')
  await confirm.click()
  await expect(page).toHaveURL(/\/vehicles$/)
  await expect(page.getByText('Vehicle deleted')).toBeVisible()
  expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual([`DELETE /api/v4/vehicles/${vehicle.id}`])
  await expect(page.getByText('Van 1')).toBeVisible()
  const row = page.getByRole('main').getByText('Van 8', { exact: true })
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Vehicle restored')).toBeVisible()
  await expect(row).toBeVisible()

  // Restored later: from the list of deleted vehicles, which explains a VIN that is now in use, and from its address.
  await db.query(sql`update vehicles set vin = '1FTFW1E59LF000042' where id = ${vehicle.id}`)
  const remove = (vehicleId: number) =>
    db.tenant(owner.fleetId, (tx) => tx.query(sql`select delete_vehicle(${vehicleId}, ${owner.id}, now())`))
  await remove(vehicle.id)
  const other = await build.vehicle({ id: owner.fleetId }, { name: 'Twin', vin: '1FTFW1E59LF000042' })
  await page.getByRole('link', { name: 'Recently deleted' }).click()
  const deleted = page.getByRole('list', { name: 'Deleted vehicles' })
  await expect(deleted).toContainText('Van 8')
  await expect(deleted).toContainText('30 days left')
  await expectAccessible(page)
  await deleted.getByRole('button', { name: 'Restore Van 8' }).click()
  await expect(deleted.getByRole('alert')).toContainText('Another vehicle of your fleet now has this VIN')
  await context.setOffline(true)
  await expect(deleted.getByRole('button', { name: 'Restore Van 8' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await context.setOffline(false)
  await remove(other.id)
  await page.goto(`${origin()}/vehicles/${vehicle.id}`)
  await expect(page.getByText('This vehicle was deleted')).toBeVisible()
  await page.getByRole('button', { name: 'Restore Van 8' }).click()
  await page.getByRole('tab', { name: 'Maintenance history' }).click()
  await expect(page.getByText('Corner Garage').first()).toBeVisible()
})

test('a vehicle with an active order cannot be deleted, and the dialog explains why (decision 21)', async ({
  signedInPage: page,
  build,
  owner,
  db,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 6' })
  await anOpenOrder(db, vehicle, { originatorId: owner.id })
  await openLoaded(page, `/vehicles/${vehicle.id}`)
  await page.getByRole('button', { name: 'More actions for this vehicle' }).click()
  await page.getByRole('menuitem', { name: 'Delete vehicle' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('This vehicle has an active order. Complete or cancel it first.')
  await expect(dialog.getByRole('button', { name: 'Delete vehicle' })).toBeDisabled()
})

test('VEH-060, VEH-061: if vehicles are enrolled, Enroll Now replaces the toggle', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet({ brand: 'fuelpass' })
  const vehicle = await build.vehicle(fleet, { name: 'Van 5' })
  await signInDirectly(context, build, await build.user(fleet), origin('fuelpass'))
  await page.goto(`${origin('fuelpass')}/vehicles/${vehicle.id}`)
  const bodies: unknown[] = []
  page.on('request', (request) => request.method() === 'PUT' && bodies.push(request.postDataJSON()))
  await page.getByRole('button', { name: 'Enroll Now' }).click()
  await expect(page.getByText('Enrolled', { exact: true })).toBeVisible()
  expect(bodies).toEqual([{ fleetcor_enrolled: true }])
  await page.getByRole('button', { name: 'More actions for this vehicle' }).click()
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toHaveCount(0)
  const [row] = await db.query(sql`select fleetcor_enrolled from vehicles where id = ${vehicle.id}`)
  expect(row).toEqual({ fleetcor_enrolled: true })
})

test('VEH-057: repeating a deactivation after a lost response does not reactivate the vehicle', async ({
  signedInPage: page,
  build,
  owner,
  db,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 7' })
  await openLoaded(page, `/vehicles/${vehicle.id}`)
  await page.getByRole('button', { name: 'More actions for this vehicle' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.route('**/deactivate', async (route) => {
    await route.fetch()
    await route.abort()
  })
  const dialog = page.getByRole('alertdialog', { name: 'Deactivate Van 7?' })
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(dialog).toContainText('No connection to the server')
  await page.unroute('**/deactivate')
  // This device has received the change by now.
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await expect(page.getByText('Vehicle deactivated')).toBeVisible()
  expect(await db.query(sql`select is_active from vehicles where id = ${vehicle.id}`)).toEqual([
    { is_active: false },
  ])
})

test('VEH-056: deleting a vehicle that changed meanwhile asks for confirmation again', async ({
  signedInPage: page,
  build,
  owner,
  db,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 7' })
  await openLoaded(page, `/vehicles/${vehicle.id}`)
  await page.getByRole('button', { name: 'More actions for this vehicle' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  // Changed at the last moment, so that this device cannot refresh first.
  await page.route(
    `**/vehicles/${vehicle.id}`,
    async (route) => {
      await db.query(sql`update vehicles set rev = rev + 1 where id = ${vehicle.id}`)
      await route.continue()
    },
    { times: 1 },
  )
  const dialog = page.getByRole('alertdialog', { name: 'Delete Van 7?' })
  await dialog.getByRole('textbox', { name: 'Type Van 7 to confirm' }).fill('Van 7')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Delete' }).click({ timeout: 1000 })
    await expect(page.getByText('Vehicle deleted')).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 30_000 })
})
