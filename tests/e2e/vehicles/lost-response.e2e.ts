import type { Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { expect, test } from '#tests/e2e/support/fixtures.ts'
import { DESK, openLoaded } from '#tests/e2e/support/screens.ts'
import { vinOf } from '#tests/support/vins.ts'

test.use(DESK)

const form = (page: Page) => page.getByRole('dialog', { name: 'Add vehicle' })
const next = (page: Page) => form(page).getByRole('button', { name: 'Next' }).click()
const add = (page: Page) => form(page).getByRole('button', { name: 'Add vehicle' }).click()

async function fillDetails(page: Page) {
  const details = { Year: '2020', Make: 'Ford', Model: 'F-150', 'Sub-model': 'XLT', Engine: 'V6' }
  for (const [name, value] of Object.entries(details))
    await form(page).getByRole('combobox', { name, exact: true }).fill(value)
}

/** Sends the vehicle; the server creates it, but its response is lost. */
async function addWithLostResponse(page: Page) {
  await page.route('**/api/v4/vehicles', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await add(page)
  await expect(form(page).getByRole('alert')).toContainText('No connection to the server')
  await page.unroute('**/api/v4/vehicles')
}

test('VEH-031, VEH-054: a vehicle whose response was lost exists once, with later changes', async ({
  signedInPage: page,
  db,
  owner,
}) => {
  await openLoaded(page, '/vehicles/new')
  await form(page).getByLabel('Plate number').fill('ZZ 99')
  await form(page).getByLabel('Plate state').selectOption('OH')
  await next(page)
  await fillDetails(page)
  await form(page).getByLabel('Odometer').fill('1200')
  await addWithLostResponse(page)
  await page.reload()
  await next(page)
  await form(page).getByLabel('Other ID').fill('T-9')
  await form(page).getByLabel('Odometer').fill('12000')
  await add(page)
  await expect(page.getByText('Vehicle created')).toBeVisible()
  await expect(page.getByText('T-9', { exact: true })).toBeVisible()
  const made = await db.query(sql`
    select other_id, odometer, (select count(*) from odometer_readings r where r.vehicle_id = v.id) as readings
    from vehicles v where fleet_id = ${owner.fleetId} and license_plate_number = 'ZZ 99'`)
  expect(made).toEqual([{ other_id: 'T-9', odometer: 12_000, readings: 2 }])
})

test('VEH-031: resending a vehicle that arrived without a response is not refused as a duplicate', async ({
  signedInPage: page,
  db,
  owner,
}) => {
  const vin = vinOf()
  await openLoaded(page, '/vehicles/new')
  await form(page).getByLabel('VIN').fill(vin)
  await next(page)
  await fillDetails(page)
  await addWithLostResponse(page)
  // This device has received the vehicle by now.
  await expect(page.getByText('4 vehicles')).toBeVisible()
  await next(page)
  await add(page)
  await expect(page.getByText('Vehicle created')).toBeVisible()
  const made = await db.query(sql`select from vehicles where fleet_id = ${owner.fleetId} and vin = ${vin}`)
  expect(made).toHaveLength(1)
})
