import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { aPdf } from '#tests/support/files.ts'
import { anEntry } from '../maintenance/entry.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, type TestUser, test } from '../support/fixtures.ts'
import { chip, fillMaintenance, recordMaintenance, untilReadyForOffline } from '../support/record.ts'

// The tray for entries that cannot be sent without the user (docs/offline.md rows 22 to 24, 27, 32).

type Fixtures = Parameters<Parameters<typeof test>[2]>[0]

const tray = (page: Page) => page.getByRole('dialog', { name: 'Your entries' })
const invoice = { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: aPdf('Invoice of the tray') }

/** Changes an entry over the API at its current revision, as the given user. */
async function editByOther({ build }: Pick<Fixtures, 'build'>, user: TestUser, id: string, change: object) {
  const url = `${origin()}/api/v4/manual_maintenance_histories/${id}`
  const headers = { authorization: `Bearer ${await build.session(user)}`, 'app-name': 'wheelbook' }
  const row = await (await fetch(url, { headers })).json()
  const body = {
    vehicle_id: row.vehicle_id,
    custom_shop_name: row.custom_shop_name,
    odometer: row.odometer,
    date_of_completion: row.date_of_completion,
    vehicle_services: row.order_services.map((line: Record<string, unknown>) => ({
      service_definition_id: line.service_definition_id,
      price: line.price,
    })),
    ...change,
  }
  const response = await fetch(url, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json', 'if-match': `"${row.rev}"` },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The edit was rejected: ${await response.text()}`)
}

/** Opens the form of an entry offline, and saves another odometer reading and PO number. */
async function editOffline({ page, context }: Pick<Fixtures, 'page' | 'context'>, id: string, po?: string) {
  await untilReadyForOffline(page)
  await page.goto(`${origin()}/maintenance_history/${id}`)
  await expect(page.getByRole('textbox', { name: /^Odometer/ })).toHaveValue(/51,?200/)
  await context.setOffline(true)
  await page.getByRole('textbox', { name: /^Odometer/ }).fill('51400')
  if (po) await page.getByRole('textbox', { name: /^PO number/ }).fill(po)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved on this computer').first()).toBeVisible()
}

test('edits of different fields by two users are merged without a question', async ({
  signedInPage: page,
  context,
  db,
  build,
  owner,
}) => {
  const entry = await anEntry({ build, owner })
  await editOffline({ page, context }, entry.id)
  const colleague = await build.user({ id: owner.fleetId })
  await editByOther({ build }, colleague, entry.id, { customer_comments: 'Brake noise is gone' })
  await context.setOffline(false)
  await expect(chip(page, /^All sent/)).toBeVisible({ timeout: 20_000 })
  const [row] = await db.query<{ odometer: number; customer_comments: string }>(
    sql`select odometer, customer_comments from manual_maintenance_histories where id = ${entry.id}`,
  )
  expect(row).toEqual({ odometer: 51_400, customer_comments: 'Brake noise is gone' })
})

test('a field that two users changed is compared side by side and chosen, on a small phone and by keyboard', async ({
  page,
  context,
  db,
  build,
  owner,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const entry = await anEntry({ build, owner, given: { po_number: 'PO-1' } })
  await signInDirectly(context, build, owner)
  await editOffline({ page, context }, entry.id, 'PO-mine')
  const colleague = await build.user({ id: owner.fleetId }, { firstName: 'Maria' })
  const theirs = { po_number: 'PO-theirs', odometer: 51_300, customer_comments: 'Brake noise is gone' }
  await editByOther({ build }, colleague, entry.id, theirs)
  await context.setOffline(false)
  await chip(page, /needs you/).click({ timeout: 20_000 })
  await expect(tray(page).getByText('Changed by someone else')).toBeVisible()
  await expect(tray(page).getByText(/^Changed by Maria Person\d+ on \S/)).toBeVisible()
  await tray(page).getByRole('button', { name: 'Compare' }).press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Compare the two versions' })
  await expect(dialog).toContainText(/Changed by Maria Person\d+ on \S/)
  const odometer = dialog.getByRole('group', { name: 'Odometer' })
  await expect(dialog.getByRole('group')).toHaveCount(3)
  await expect(odometer).toContainText('Before: 51,200 mi')
  await expect(dialog.getByRole('group', { name: /Comments/ })).toContainText('only they changed it')
  await expect(
    dialog
      .getByRole('group', { name: /Comments/ })
      .getByRole('radio')
      .last(),
  ).toBeChecked()
  await dialog.getByRole('button', { name: 'Save my choice' }).focus()
  await expect(page.getByRole('tooltip')).toContainText('Choose a version for each field first')
  expect(await dialog.evaluate((element) => element.scrollWidth <= window.innerWidth)).toBe(true)
  await odometer.getByRole('radio').first().focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('group', { name: 'PO number' }).getByRole('radio').first().focus()
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save my choice' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(tray(page).getByText('Everything you entered has reached the server.')).toBeVisible()
  const [row] = await db.query<Record<string, unknown>>(
    sql`select odometer, po_number, customer_comments from manual_maintenance_histories where id = ${entry.id}`,
  )
  expect(row).toEqual({ ...theirs, odometer: 51_400 })
})

test('an entry of a removed vehicle is moved to another one and arrives once, with its file', async ({
  page,
  context,
  db,
  build,
  owner,
}) => {
  const fleet = { id: owner.fleetId }
  const [lost, other] = [
    await build.vehicle(fleet, { name: 'Van 61' }),
    await build.vehicle(fleet, { name: 'Van 62' }),
  ]
  const driver = await build.user(fleet, { roles: ['Driver'] })
  for (const vehicle of [lost, other])
    await db.query(
      sql`insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${vehicle.id}, ${driver.id})`,
    )
  await build.service({ name: 'Wheel bearing' })
  await signInDirectly(context, build, driver)
  await untilReadyForOffline(page)
  await fillMaintenance(page, { vehicle: lost, service: 'Wheel bearing' })
  await page.getByLabel('Choose a file').and(page.locator('input')).setInputFiles(invoice)
  await expect(page.getByText('invoice.pdf').first()).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved on this computer').first()).toBeVisible()
  await db.query(sql`delete from vehicle_drivers where user_id = ${driver.id} and vehicle_id = ${lost.id}`)
  await context.setOffline(false)

  await chip(page, /needs you/).click({ timeout: 20_000 })
  const entry = tray(page).getByRole('article')
  await expect(entry).toContainText('Vehicle no longer available')
  await expect(entry.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to another vehicle' })
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(dialog).toContainText('Choose the vehicle first')
  await dialog.getByRole('combobox', { name: /^Vehicle/ }).fill('Van 62')
  await page.getByRole('option', { name: /Van 62/ }).click()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(tray(page).getByText('Everything you entered has reached the server.')).toBeVisible({
    timeout: 20_000,
  })
  const rows = await db.query<{ vehicle_id: number; state: string; byte_size: number }>(sql`
    select h.vehicle_id, d.state, d.byte_size from manual_maintenance_histories h
    join documents d on d.history_id = h.id where h.fleet_id = ${fleet.id}`)
  expect(rows).toEqual([{ vehicle_id: other.id, state: 'stored', byte_size: invoice.buffer.length }])
})

test('entries of a removed vehicle are one card: discarded, restored and moved together', async ({
  page,
  context,
  db,
  build,
  owner,
}) => {
  const fleet = { id: owner.fleetId }
  const [lost, other] = [
    await build.vehicle(fleet, { name: 'Van 71' }),
    await build.vehicle(fleet, { name: 'Van 72' }),
  ]
  const driver = await build.user(fleet, { roles: ['Driver'] })
  for (const vehicle of [lost, other])
    await db.query(
      sql`insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${vehicle.id}, ${driver.id})`,
    )
  await build.service({ name: 'Wiper blades' })
  await signInDirectly(context, build, driver)
  await untilReadyForOffline(page)
  await context.setOffline(true)
  for (const odometer of ['42101', '42102'])
    await recordMaintenance(page, { vehicle: lost, service: 'Wiper blades', odometer })
  await db.query(sql`delete from vehicle_drivers where user_id = ${driver.id} and vehicle_id = ${lost.id}`)
  await context.setOffline(false)

  await chip(page, /2 need you/).click({ timeout: 20_000 })
  const group = tray(page).getByRole('article', { name: '2 entries · Van 71' })
  await expect(group).toContainText('Van 71 was deleted, or you no longer have access to it')
  await group.getByRole('button', { name: 'Show each entry' }).click()
  await expect(group.getByRole('article')).toHaveCount(2)
  await expectAccessible(page)
  await group.getByRole('button', { name: 'Hide the entries' }).click()

  await group.getByRole('button', { name: /^Discard all/ }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Discard 2 entries?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard all' }).click()
  await expect(tray(page).getByText('2 entries discarded')).toBeVisible()
  await tray(page).getByRole('button', { name: 'Undo' }).click()

  await group.getByRole('button', { name: /^Move all/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Move to another vehicle' })
  await dialog.getByRole('combobox', { name: /^Vehicle/ }).fill('Van 72')
  await page.getByRole('option', { name: /Van 72/ }).click()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(tray(page).getByText('Everything you entered has reached the server.')).toBeVisible({
    timeout: 20_000,
  })
  const rows = await db.query<{ vehicle_id: number; odometer: number }>(
    sql`select vehicle_id, odometer from manual_maintenance_histories where fleet_id = ${fleet.id} order by odometer`,
  )
  expect(rows).toEqual([42_101, 42_102].map((odometer) => ({ vehicle_id: other.id, odometer })))
})

test('an exported copy of a waiting entry contains its text, its row and its file byte for byte', async ({
  page,
  context,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId, unit: 'mi' }, { name: 'Van 63' })
  await build.service({ name: 'Drive belt' })
  await signInDirectly(context, build, owner)
  await untilReadyForOffline(page)
  await fillMaintenance(page, { vehicle, service: 'Drive belt', odometer: '43210' })
  await page.getByLabel('Choose a file').and(page.locator('input')).setInputFiles(invoice)
  await expect(page.getByText('invoice.pdf').first()).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await chip(page, /1 waiting/).click()
  await expect(tray(page).getByRole('article')).toContainText('Waits for a connection')
  const download = page.waitForEvent('download')
  await tray(page).getByRole('button', { name: 'Save a copy' }).click()
  const zip = unzipSync(new Uint8Array(await readFile(await (await download).path())))
  expect(Object.keys(zip).sort()).toEqual(['entries.json', 'entries.txt', 'files/invoice.pdf'])
  expect(Buffer.from(zip['files/invoice.pdf'] ?? []).equals(invoice.buffer)).toBe(true)
  const text = new TextDecoder().decode(zip['entries.txt'])
  for (const part of [
    'Van 63',
    'Odometer: 43,210 mi',
    'Drive belt · $89.50',
    'Where: Corner Garage',
    'invoice.pdf',
  ])
    expect(text).toContain(part)
  const rows = JSON.parse(new TextDecoder().decode(zip['entries.json']))
  expect(rows[0]).toMatchObject({ kind: 'history.create', payload: { fields: { odometer: 43_210 } } })

  await tray(page).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Discard the entry' }).click()
  await expect(tray(page).getByText('Nothing is waiting.')).toBeVisible()
  await tray(page).getByRole('button', { name: 'Undo' }).click()
  await expect(tray(page).getByRole('article')).toContainText('invoice.pdf')
  await context.setOffline(false)
  await expect(tray(page).getByText('Everything you entered has reached the server.')).toBeVisible({
    timeout: 20_000,
  })
  await tray(page).getByRole('link', { name: 'Van 63' }).click()
  await expect(page).toHaveURL(/\/maintenance_history\/[0-9a-f-]{36}$/)
})

test('an entry that the server refuses by field shows the fields and reasons, and is sent after an edit', async ({
  signedInPage: page,
  context,
  db,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId, unit: 'mi' }, { name: 'Van 64' })
  // Services are the same for all fleets, so another test, or a second attempt, may have one of the same name.
  const [wrong, right] = [`Flux filter ${vehicle.id}`, `Fuel filter ${vehicle.id}`]
  const gone = await build.service({ name: wrong })
  await build.service({ name: right })
  await untilReadyForOffline(page)
  await context.setOffline(true)
  await recordMaintenance(page, { vehicle, service: wrong })
  await db.query(sql`delete from service_definitions where id = ${gone.id}`)
  await context.setOffline(false)
  await chip(page, /needs you/).click({ timeout: 20_000 })
  const entry = tray(page).getByRole('article')
  await expect(entry).toContainText('A correction is needed')
  await expect(entry).toContainText('Service 1: This service no longer exists. Choose another.')
  await entry.getByRole('button', { name: 'Edit' }).click()
  const service = page.getByRole('combobox', { name: /^Service/ })
  await service.fill(right)
  await page.getByRole('option', { name: right }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(chip(page, /^All sent/)).toBeVisible({ timeout: 20_000 })
  const rows = await db.query(
    sql`select id from manual_maintenance_histories where vehicle_id = ${vehicle.id}`,
  )
  expect(rows).toHaveLength(1)
})

test('a reading that the server refuses by its date names the date, and is sent after a correction', async ({
  signedInPage: page,
  db,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId, unit: 'mi' }, { name: 'Van 66' })
  const keys: string[] = []
  // As the server responds to a device whose clock is ahead.
  await page.route(/\/odometer_readings$/, (route) => {
    const key = route.request().headers()['idempotency-key'] ?? ''
    if (keys.push(key) > 1) return route.continue()
    const headers = { 'x-wheelbook-api': '1', 'x-wheelbook-op': key }
    return route.fulfill({
      status: 422,
      headers,
      json: { code: 'validation', messages: [], fields: { read_on: ['future'] } },
    })
  })
  await untilReadyForOffline(page)
  await page.goto(`${origin()}/vehicles/${vehicle.id}`)
  await page.getByRole('button', { name: 'Enter reading' }).click()
  await page.getByRole('textbox', { name: 'Reading' }).fill('50123')
  await page.getByRole('button', { name: 'Save reading' }).click()
  await chip(page, /needs you/).click({ timeout: 20_000 })
  const entry = tray(page).getByRole('article')
  await expect(entry).toContainText('Date: The date must not be in the future.')
  await entry.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'Odometer reading' })
  await expect(dialog).toContainText('The date must not be in the future.')
  await expect(dialog.getByRole('textbox', { name: 'Reading' })).toHaveValue(/50,?123/)
  await dialog.getByRole('textbox', { name: 'Reading' }).fill('50124')
  await dialog.getByRole('button', { name: 'Save reading' }).click()
  await expect(tray(page).getByText('Everything you entered has reached the server.')).toBeVisible({
    timeout: 20_000,
  })
  await expect(dialog).toHaveCount(0)
  const rows = await db.query(sql`select value from odometer_readings where vehicle_id = ${vehicle.id}`)
  expect(rows).toEqual([{ value: 50_124 }])
  expect(new Set(keys).size).toBe(2)
})

test('an entry that someone else deleted during an edit can be sent as a new one', async ({
  signedInPage: page,
  context,
  db,
  build,
  owner,
}) => {
  const entry = await anEntry({ build, owner })
  await editOffline({ page, context }, entry.id)
  const headers = { authorization: `Bearer ${await build.session(owner)}`, 'app-name': 'wheelbook' }
  const url = `${origin()}/api/v4/manual_maintenance_histories/${entry.id}`
  expect((await fetch(url, { method: 'DELETE', headers })).ok).toBe(true)
  await context.setOffline(false)
  await chip(page, /needs you/).click({ timeout: 20_000 })
  await expect(tray(page).getByRole('article')).toContainText('Deleted by someone else')
  await tray(page).getByRole('button', { name: 'Send as a new entry' }).click()
  await expect(tray(page).getByText('Everything you entered has reached the server.')).toBeVisible({
    timeout: 20_000,
  })
  const rows = await db.query<{ odometer: number; is_deleted: boolean }>(sql`
    select odometer, deleted_at is not null as is_deleted from manual_maintenance_histories
    where vehicle_id = ${entry.vehicle.id} order by entered_at`)
  expect(rows.filter((row) => !row.is_deleted)).toEqual([{ odometer: 51_400, is_deleted: false }])
})

test('in French, and with an unreadable row: the tray reports it and exports what is left', async ({
  signedInPage: page,
  context,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId, unit: 'mi' }, { name: 'Fourgon 65' })
  await build.service({ name: 'Coolant hose' })
  await untilReadyForOffline(page)
  await context.setOffline(true)
  await recordMaintenance(page, { vehicle, service: 'Coolant hose' })
  await page.evaluate(async () => {
    localStorage.setItem('language', 'fr')
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(names.find((name) => name.startsWith('wheelbook-outbox')) ?? '')
      opening.onsuccess = () => resolve(opening.result)
    })
    const ops = db.transaction('ops', 'readwrite').objectStore('ops')
    await new Promise((resolve) => {
      const reading = ops.getAll()
      reading.onsuccess = () => {
        ops.put({ ...reading.result[0], vehicleId: 'torn' }).onsuccess = resolve
      }
    })
    db.close()
  })
  await page.reload()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /à régler/ })
    .click({ timeout: 20_000 })
  const entries = page.getByRole('dialog', { name: 'Vos saisies' })
  await expect(entries.getByRole('article')).toContainText('Illisible')
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await entries.getByRole('button', { name: 'Enregistrer une copie' }).click()
  const zip = unzipSync(new Uint8Array(await readFile(await (await download).path())))
  expect(JSON.parse(new TextDecoder().decode(zip['entries.json']))[0]).toMatchObject({ vehicleId: 'torn' })
  expect(new TextDecoder().decode(zip['entries.txt'])).toContain('Odomètre')
  await context.setOffline(false)
})
