import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { aPdf } from '#tests/support/files.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, type TestUser, test } from '../support/fixtures.ts'
import { chip, fillMaintenance, untilReadyForOffline } from '../support/record.ts'
import { DESK, PHONE, requestsTo } from '../support/screens.ts'

type Build = Parameters<Parameters<typeof test>[2]>[0]['build']

async function twoFleets(build: Build) {
  const affiliation = await build.affiliation()
  const mark = affiliation.id
  const [from, to] = [
    await build.fleet({ name: `Harbor ${mark}`, affiliationId: affiliation.id }),
    await build.fleet({ name: `Prairie ${mark}`, affiliationId: affiliation.id }),
  ]
  const user = await build.user(from, { roles: ['FMC'], affiliationId: affiliation.id })
  return { from: { ...from, name: `Harbor ${mark}` }, to: { ...to, name: `Prairie ${mark}` }, user }
}

/** Transfers a vehicle over the API. */
async function transferByApi(build: Build, user: TestUser, vehicleId: number, from: number, to: number) {
  const response = await fetch(`${origin()}/api/v4/vehicles/transfer_vehicles`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await build.session(user)}`,
      'app-name': 'wheelbook',
      'content-type': 'application/json',
      'idempotency-key': `"${randomUUID()}"`,
    },
    body: JSON.stringify({ vehicle_ids: [vehicleId], old_fleet_ids: [from], new_fleet_id: to }),
  })
  const body = await response.json()
  if (body.moved !== 1) throw new Error(JSON.stringify(body))
}

async function choose(page: Page, label: string, name: string) {
  await page.getByRole('combobox', { name: label }).fill(name)
  await page.getByRole('option', { name }).click()
}
const side = (page: Page, name: 'From' | 'To') =>
  page.locator('section').filter({
    has: page.getByRole('heading', { name, exact: true }),
  })
const pick = (page: Page, name: 'From' | 'To', vehicle: string) =>
  side(page, name).getByRole('checkbox', { name: `Select ${vehicle}` })
const moveButton = (page: Page) => page.getByRole('button', { name: 'Move to destination' })
const saveButton = (page: Page) => page.getByRole('button', { name: 'Save transfer' })

test.describe('on a desktop', () => {
  test.use(DESK)

  test('vehicles are selected, moved, moved back, checked and saved (FMC-048 to FMC-062)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { from, to, user } = await twoFleets(build)
    const names = Array.from({ length: 9 }, (_, i) => `Hauler ${i + 1}`)
    const vehicles = []
    for (const name of names) vehicles.push(await build.vehicle(from, { name }))
    await build.vehicle(to, { name: 'Resident 1' })
    await anOpenOrder(db, vehicles[1]!)
    await signInDirectly(context, build, user)
    const calls = requestsTo(context, /transfer_vehicles$|load_all_fleets/)
    // FMC-047, FMC-053, FMC-055
    await page.goto(`${origin()}/transfer_vehicles`)
    await moveButton(page).click()
    await expect(page.getByText('Please select a fleet')).toBeVisible()
    // FMC-032, FMC-049
    await choose(page, 'Source fleet', from.name)
    expect(calls).toContain('GET /api/v4/fleets/load_all_fleets')
    // FMC-061
    await expect(side(page, 'From').getByRole('row')).toHaveCount(8)
    // FMC-056, FMC-058
    await expect(moveButton(page)).toHaveAttribute('aria-disabled', 'true')
    await expect(saveButton(page)).toHaveAttribute('aria-disabled', 'true')
    await pick(page, 'From', 'Hauler 1').check()
    // FMC-054, FMC-057
    await moveButton(page).click()
    await expect(page.getByText('Please select a destination fleet')).toBeVisible()
    // FMC-052
    await choose(page, 'Destination fleet', from.name)
    await expect(page.getByText('Source and destination fleet must be different')).toBeVisible()
    // FMC-050, FMC-051
    await choose(page, 'Destination fleet', to.name)
    await expect(side(page, 'To')).toContainText('Resident 1')
    await pick(page, 'From', 'Hauler 2').check()
    await pick(page, 'From', 'Hauler 3').check()
    await moveButton(page).click()
    await expect(side(page, 'To').getByText('To be moved')).toHaveCount(3)
    await expect(pick(page, 'From', 'Hauler 1')).toHaveCount(0)
    await pick(page, 'To', 'Hauler 3').check()
    await page.getByRole('button', { name: 'Move back' }).click()
    await expect(pick(page, 'From', 'Hauler 3')).toBeVisible()
    // FMC-066
    await page.reload()
    await expect(side(page, 'To').getByText('To be moved')).toHaveCount(2)
    await expect(page.getByText(/1 vehicle can’t be moved/)).toBeVisible()
    await expect(page.getByText(/Hauler 2/).first()).toBeVisible()
    await expect(page.getByText(/Order \d+ is still open/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove them from the transfer' }).click()
    // FMC-059, FMC-060
    await saveButton(page).click()
    await expect(page.getByText('Vehicles are transfered successfully', { exact: true })).toBeVisible()
    expect(calls).toContain('POST /api/v4/vehicles/transfer_vehicles')
    const rows = await db.query<{ name: string }>(
      sql`select name_of_vehicle as name from vehicles where fleet_id = ${to.id} order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['Hauler 1', 'Resident 1'])
    await expect(side(page, 'To').getByText('To be moved')).toHaveCount(0)
    // By a search over all fleets, of three characters or more (FMC-062).
    await page.getByRole('button', { name: 'Vehicle search' }).click()
    await page.getByRole('searchbox', { name: 'Search all fleets' }).fill('Ha')
    await expect(page.getByText('Choose a fleet, or search for vehicles.')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search all fleets' }).fill('Hauler 4')
    await expect(pick(page, 'From', 'Hauler 4')).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('shows vehicles as cards, and transfers more than a few in the background', async ({
    page,
    context,
    build,
  }) => {
    const { from, to, user } = await twoFleets(build)
    for (let i = 0; i < 30; i++) await build.vehicle(from, { name: `Rig ${i}` })
    await signInDirectly(context, build, user)
    await page.goto(`${origin()}/transfer_vehicles`)
    await choose(page, 'Source fleet', from.name)
    await choose(page, 'Destination fleet', to.name)
    await side(page, 'From').getByRole('checkbox', { name: 'Select all 30' }).check()
    await expectAccessible(page)
    // The check leaves a wide window, and the table would replace the cards during the click.
    await page.setViewportSize(PHONE.viewport)
    await expect(side(page, 'From').getByRole('table')).toHaveCount(0)
    await moveButton(page).click()
    await saveButton(page).click()
    await expect(page.getByText(`Transfer to ${to.name}`)).toBeVisible()
    await expect(page.getByText('Vehicles are transfered successfully', { exact: true })).toBeVisible({
      timeout: 30_000,
    })
  })

  test('shows a running transfer again after a reload, until it has finished', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { from, to, user } = await twoFleets(build)
    const vehicle = await build.vehicle(from)
    const [transfer] = await db.query<{ id: string }>(sql`
      insert into vehicle_transfers (affiliation_id, user_id, new_fleet_id, new_fleet_name, status, vehicles_total)
      select affiliation_id, ${user.id}, id, name, 'running', 2 from fleets where id = ${to.id} returning id`)
    await db.query(sql`
      insert into vehicle_transfer_rows (transfer_id, position, vehicle_id, vehicle_name, state, decided_at)
      values (${transfer?.id}, 0, 999999998, 'Rig 1', 'moved', now()), (${transfer?.id}, 1, ${vehicle.id}, 'Rig 2', 'waiting', null)`)
    await signInDirectly(context, build, user)
    await page.goto(`${origin()}/transfer_vehicles`)
    await expect(page.getByText('1 of 2 vehicles done. You can leave this page.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('progressbar', { name: 'Progress of the transfer' })).toHaveAttribute(
      'aria-valuenow',
      '50',
    )
    await db.query(sql`
      update vehicle_transfer_rows set state = 'refused', reason = 'duplicate_vin', decided_at = now()
      where transfer_id = ${transfer?.id} and position = 1`)
    await db.query(sql`
      update vehicle_transfers set status = 'completed_with_errors', finished_at = now() where id = ${transfer?.id}`)
    await expect(page.getByText('1 moved, 1 not moved')).toBeVisible()
    await expect(page.getByText(/The destination fleet already has a vehicle with this VIN/)).toBeVisible()
  })

  test('an offline entry of a transferred vehicle needs the driver, who can export it; the vehicle is gone here', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { from, to, user } = await twoFleets(build)
    const vehicle = await build.vehicle(from, { name: 'Van 71' })
    const driver = await build.user(from, { roles: ['Driver'] })
    await db.query(
      sql`insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${from.id}, ${vehicle.id}, ${driver.id})`,
    )
    await build.service({ name: 'Door hinge' })
    await signInDirectly(context, build, driver)
    await untilReadyForOffline(page)
    await fillMaintenance(page, { vehicle, service: 'Door hinge' })
    await page
      .getByLabel('Choose a file')
      .and(page.locator('input'))
      .setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: aPdf('Hinge') })
    await expect(page.getByText('invoice.pdf').first()).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/Saved on this/).first()).toBeVisible()
    await transferByApi(build, user, vehicle.id, from.id, to.id)
    await context.setOffline(false)
    await chip(page, /needs you/).click({ timeout: 20_000 })
    const tray = page.getByRole('dialog', { name: 'Your entries' })
    await expect(tray.getByRole('article')).toContainText('Vehicle no longer available')
    await expect(tray.getByRole('button', { name: /Save a copy/ }).first()).toBeVisible()
    const rows = await db.query(
      sql`select 1 from manual_maintenance_histories where vehicle_id = ${vehicle.id}`,
    )
    expect(rows).toEqual([])
  })

  test('an entry follows the vehicle automatically, with its file, if its author may act for both fleets', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { from, to, user } = await twoFleets(build)
    const vehicle = await build.vehicle(from, { name: 'Van 72' })
    await build.service({ name: 'Mirror' })
    await signInDirectly(context, build, user)
    await untilReadyForOffline(page)
    await fillMaintenance(page, { vehicle, service: 'Mirror' })
    await page
      .getByLabel('Choose a file')
      .and(page.locator('input'))
      .setInputFiles({ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: aPdf('Mirror') })
    await expect(page.getByText('invoice.pdf').first()).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(/Saved on this/).first()).toBeVisible()
    await transferByApi(build, user, vehicle.id, from.id, to.id)
    await context.setOffline(false)
    await expect(chip(page, /^All sent/)).toBeVisible({ timeout: 20_000 })
    const rows = await db.query<{ fleet_id: number; state: string }>(sql`
      select h.fleet_id, d.state from manual_maintenance_histories h join documents d on d.history_id = h.id
      where h.vehicle_id = ${vehicle.id}`)
    expect(rows).toEqual([{ fleet_id: to.id, state: 'stored' }])
  })
})
