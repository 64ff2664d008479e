import { sql } from '#server/db/sql.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { chip, fillMaintenance, recordMaintenance, untilReadyForOffline } from '../support/record.ts'

test('offline the app shows its state, keeps working, and counts waiting entries until they are sent', async ({
  signedInPage: page,
  context,
  db,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId, unit: 'mi' }, { name: 'Van 12' })
  await build.service({ name: 'Serpentine belt' })
  await untilReadyForOffline(page)
  await expect(chip(page, /^All sent/)).toBeVisible()

  await context.setOffline(true)
  // OFF-042
  await expect(page.getByText(/You are offline/)).toBeVisible()
  // OFF-043
  await expect(chip(page, /^Offline, as of \d+:\d\d [AP]M/)).toBeVisible()
  await recordMaintenance(page, { vehicle, service: 'Serpentine belt', odometer: '43210' })
  await recordMaintenance(page, { vehicle, service: 'Serpentine belt', odometer: '43215' })
  await chip(page, /^Offline, 2 waiting/).click()

  const tray = page.getByRole('dialog', { name: 'Your entries' })
  // OFF-012
  await expect(tray.getByRole('article')).toHaveCount(2)
  const entry = tray.getByRole('article').first()
  await expect(entry).toContainText('Van 12')
  await expect(entry).toContainText('Serpentine belt')
  await expect(entry).toContainText('$89.50')
  await expect(entry).toContainText('43,210 mi')
  await expect(entry).toContainText('Saved on this computer')
  await expect(tray.getByRole('button', { name: 'Send now' })).toBeDisabled()

  await context.setOffline(false)
  // OFF-015
  await expect(tray.getByText('Everything you entered has reached the server.')).toBeVisible({
    timeout: 15_000,
  })
  await expect(tray.getByText(/Serpentine belt.*Received/)).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(chip(page, /^All sent/)).toBeVisible()
  await expect(page.getByText(/You are offline/)).toHaveCount(0)
  const rows = await db.query<{ odometer: number }>(
    sql`select odometer from manual_maintenance_histories where vehicle_id = ${vehicle.id} order by odometer`,
  )
  // OFF-018
  expect(rows.map(({ odometer }) => odometer)).toEqual([43210, 43215])
})

test('a waiting entry can be edited or discarded from the tray', async ({
  signedInPage: page,
  context,
  build,
  owner,
}) => {
  // OFF-045
  const vehicle = await build.vehicle({ id: owner.fleetId, unit: 'mi' }, { name: 'Van 13' })
  await build.service({ name: 'Cabin filter' })
  await untilReadyForOffline(page)
  await context.setOffline(true)
  await recordMaintenance(page, { vehicle, service: 'Cabin filter', odometer: '43000' })
  const tray = page.getByRole('dialog', { name: 'Your entries' })

  await chip(page, /1 waiting/).click()
  await tray.getByRole('button', { name: 'Edit' }).click()
  await expect(tray).toBeHidden()
  const odometer = page.getByRole('textbox', { name: /^Odometer/ })
  await expect(odometer).toHaveValue(/43,?000/)
  await odometer.fill('43111')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved on this computer').first()).toBeVisible()

  // An entry that was already tried stays unchanged, and its edit waits behind it (docs/offline.md row 27).
  await chip(page, /waiting/).click()
  await expect(tray.getByRole('article').last()).toContainText('43,111 mi')
  const waiting = await tray.getByRole('article').count()
  await tray.getByRole('button', { name: 'Discard' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(tray.getByRole('article')).toHaveCount(waiting)
  await tray.getByRole('button', { name: 'Discard' }).first().click()
  await page.getByRole('button', { name: 'Discard the entry' }).click()
  await expect(tray.getByText('Nothing is waiting.')).toBeVisible()
  // The discarded entry did not reach the server, so the tray does not claim so.
  await expect(tray.getByText('Nothing is left to send.')).toBeVisible()
  await context.setOffline(false)
})

test('an entry that the server refuses needs the user: the tray shows the reason and the options', async ({
  page,
  context,
  db,
  build,
  owner,
}) => {
  // OFF-039
  const vehicle = await build.vehicle({ id: owner.fleetId, unit: 'mi' }, { name: 'Van 14' })
  const driver = await build.user({ id: owner.fleetId }, { roles: ['Driver'] })
  await db.query(
    sql`insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${owner.fleetId}, ${vehicle.id}, ${driver.id})`,
  )
  await build.service({ name: 'Battery test' })
  await signInDirectly(context, build, driver)
  await untilReadyForOffline(page)
  await context.setOffline(true)
  await recordMaintenance(page, { vehicle, service: 'Battery test' })
  await db.query(sql`delete from vehicle_drivers where user_id = ${driver.id}`)
  await context.setOffline(false)
  await chip(page, /needs you/).click({ timeout: 15_000 })
  const entry = page.getByRole('dialog', { name: 'Your entries' }).getByRole('article')
  await expect(entry).toContainText('Vehicle no longer available')
  await expect(entry).toContainText('Van 14 was deleted, or you no longer have access to it')
  for (const action of ['Move', 'Retry', 'Save a copy', 'Discard']) {
    await expect(entry.getByRole('button', { name: action })).toBeVisible()
  }
})

test('the disabled send button explains why nothing can be sent now', async ({
  page,
  context,
  build,
  owner,
}) => {
  // interface rule 6
  const vehicle = await build.vehicle({ id: owner.fleetId, unit: 'mi' })
  await build.service({ name: 'Spark plugs' })
  await signInDirectly(context, build, owner)
  await untilReadyForOffline(page)
  await fillMaintenance(page, { vehicle, service: 'Spark plugs' })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await chip(page, /1 waiting/).click()
  await page.getByRole('button', { name: 'Send now' }).hover()
  await expect(page.getByRole('tooltip')).toContainText('There is no connection right now')
  await context.setOffline(false)
  await expect(page.getByText('Everything you entered has reached the server.')).toBeVisible({
    timeout: 15_000,
  })
  expect(new URL(page.url()).origin).toBe(origin())
})
