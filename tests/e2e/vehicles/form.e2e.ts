import type { Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { vinOf } from '#tests/support/vins.ts'
import { postAs } from '../support/api-as.ts'
import { expect, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, openLoaded, requestsTo } from '../support/screens.ts'

test.use(DESK)

const PICKUP = { year: 2022, make: 'Ford', model: 'F-150', sub_model: 'XLT', engine: '3.5L 6 cyl Gasoline' }
const form = (page: Page) => page.getByRole('dialog', { name: /Add vehicle|Edit vehicle/ })
const next = (page: Page) => form(page).getByRole('button', { name: 'Next' }).click()

/** Fills in by hand what the catalog would supply. */
async function fillCascade(page: Page, given: Record<string, string | number> = PICKUP) {
  for (const [label, value] of Object.entries({
    Year: given.year,
    Make: given.make,
    Model: given.model,
    'Sub-model': given.sub_model,
    Engine: given.engine,
  }))
    await form(page).getByRole('combobox', { name: label, exact: true }).fill(String(value))
}

test('VEH-023, VEH-027, VEH-028, VEH-032, VEH-045, VEH-046, VEH-053, VEH-054: a VIN is looked up once, fills in the second step, and the vehicle is created', async ({
  signedInPage: page,
  context,
}) => {
  await openLoaded(page, '/vehicles')
  const lookups = requestsTo(context, /vin_lookup/)
  await page.getByRole('link', { name: 'Add vehicle' }).click()
  await expect(page).toHaveURL(/\/vehicles\/new$/)
  await form(page).getByLabel('VIN').pressSequentially('1ftfw1e5-9lfa12345')
  await expect(form(page).getByText(/2020 Ford F-150/)).toBeVisible()
  expect(lookups).toHaveLength(1)
  await next(page)
  await expect(form(page).getByRole('combobox', { name: 'Make' })).toHaveValue('Ford')
  await expect(form(page).getByRole('combobox', { name: 'Engine' })).toHaveValue('5.0L 8 cyl Gasoline')
  // The catalog has no sub-model for this VIN, so it is required (VEH-038).
  await form(page).getByRole('button', { name: 'Add vehicle' }).click()
  await expect(form(page).getByText('This field is required.')).toBeVisible()
  await form(page).getByRole('combobox', { name: 'Sub-model' }).fill('XLT')
  await form(page).getByRole('combobox', { name: 'Engine' }).fill('5.0L 8 cyl Gasoline')
  // VEH-117
  await expect(form(page).getByLabel('Department number')).toHaveAttribute('list', /./)
  await form(page).getByLabel('Department number').fill('x'.repeat(51))
  await expect(form(page).getByLabel('Department number')).toHaveValue('x'.repeat(50)) // VEH-040
  await form(page).getByRole('button', { name: 'Back' }).click()
  await expect(form(page).getByLabel('VIN')).toHaveValue('1FTFW1E59LFA12345')
  await next(page)
  await expect(form(page).getByRole('combobox', { name: 'Sub-model' })).toHaveValue('XLT')
  const calls = requestsTo(context, /\/vehicles$/)
  await form(page).getByRole('button', { name: 'Add vehicle' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Vehicle created' })).toContainText('Success')
  await expect(page.getByRole('heading', { name: '2020 Ford F-150' })).toBeVisible()
  expect(calls).toEqual(['POST /api/v4/vehicles'])
})

test('VEH-033, VEH-042, VEH-043, VEH-044: looks up a plate with its state, and requests each list with the values above it', async ({
  signedInPage: page,
  context,
}) => {
  await openLoaded(page, '/vehicles/new')
  await form(page).getByLabel('Plate number').fill('hqx 2201')
  await next(page)
  await expect(form(page).getByText('This field is required.')).toBeVisible()
  await form(page).getByLabel('Plate state').selectOption('OH')
  const calls = requestsTo(context, /\/vehicles\/(years|makes|models)/)
  await next(page)
  const box = (name: string) => form(page).getByRole('combobox', { name, exact: true })
  await box('Year').click()
  const list = page.getByRole('listbox')
  await expect(list.getByRole('option').first()).toBeVisible()
  const years = (await list.getByRole('option').allTextContents()).map(Number)
  expect(years.slice(0, 3)).toEqual([...years.slice(0, 3)].sort((a, b) => b - a))
  expect(years[0]).toBeGreaterThanOrEqual(2026)
  await list.getByRole('option', { name: '2022' }).click()
  for (const [name, value] of [
    ['Make', 'Honda'],
    ['Model', 'Accord'],
    ['Sub-model', 'EX-L'],
  ] as const) {
    await box(name).fill(value)
    await list.getByRole('option', { name: value, exact: true }).click()
  }
  await box('Engine').fill('1.5')
  await list.getByRole('option', { name: '1.5L 4 cyl Gasoline' }).first().click()
  await expect(box('Engine')).toHaveValue('1.5L 4 cyl Gasoline')
  expect(calls).toEqual([
    'GET /api/v4/vehicles/years',
    'GET /api/v4/vehicles/years/2022/makes',
    expect.stringMatching(/^GET \/api\/v4\/vehicles\/makes\/\d+\/models\?year=2022$/),
    expect.stringMatching(/^GET \/api\/v4\/vehicles\/models\/\d+\/submodels\?year=2022$/),
    expect.stringMatching(/^GET \/api\/v4\/vehicles\/models\/\d+\/submodels\/EX-L\/engines\?year=2022$/),
  ])
  await box('Make').fill('Toyota')
  for (const name of ['Model', 'Sub-model', 'Engine']) await expect(box(name)).toHaveValue('')
  await expect(box('Year')).toHaveValue('2022')
})

test('VEH-045, ruling 19: a failed look-up is reported and blocks no one; a wrong check digit has to be confirmed', async ({
  signedInPage: page,
  context,
}) => {
  await context.route('**/vin_lookup?*', (route) => route.abort())
  await openLoaded(page, '/vehicles/new')
  await form(page).getByLabel('VIN').fill('1FTFW1E50LFA12345')
  await expect(form(page).getByText('VIN Lookup Failed')).toBeVisible()
  await next(page)
  await expect(form(page).getByText('Correct the VIN, or confirm that it is right.')).toBeVisible()
  await form(page)
    .getByRole('checkbox', { name: /I have checked it/ })
    .check()
  await next(page)
  await expect(form(page).getByRole('combobox', { name: 'Year' })).toBeVisible()
})

test('VEH-031, VEH-047, VEH-048: a rejection appears at the first step with all text kept, and a draft survives a reload', async ({
  signedInPage: page,
  context,
}) => {
  await openLoaded(page, '/vehicles/new')
  await form(page)
    .getByLabel('VIN')
    .fill(vinOf({ start: '1FTFW1E5' }))
  await expect(form(page).getByText(/Found by its VIN/)).toBeVisible()
  await next(page)
  await fillCascade(page)
  await form(page).getByLabel('Name of vehicle').fill('Truck 40')
  await page.reload()
  await expect(form(page).getByLabel('Name of vehicle')).toHaveValue('Truck 40')
  let errors: string[] = ['The desk is closed']
  await context.route('**/api/v4/vehicles', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 400, headers: { 'x-wheelbook-api': '1' }, json: { errors } })
      : route.continue(),
  )
  const save = form(page).getByRole('button', { name: 'Add vehicle' })
  await save.click()
  const alert = form(page).getByRole('alert')
  await expect(alert).toContainText('Submission Failed')
  await expect(alert).toContainText('The desk is closed')
  await expect(form(page).getByLabel('Plate number')).toBeVisible()
  errors = []
  await next(page)
  await expect(form(page).getByLabel('Name of vehicle')).toHaveValue('Truck 40')
  await save.click()
  await expect(alert).toContainText("Sorry, we couldn't process that submission. Please try again")
})

test('VEH-024, VEH-029, VEH-030, VEH-049, VEH-050, VEH-051: an edit opens prefilled, sends the changes, and reports the result', async ({
  signedInPage: page,
  context,
  db,
  owner,
}) => {
  const [vehicle] = await db.query<{ id: number }>(sql`
    update vehicles set vin = ${vinOf()}, sub_model = 'XL', engine = 'V6' where name_of_vehicle = 'Van 1' and fleet_id = ${owner.fleetId} returning id`)
  await openLoaded(page, `/vehicles/${vehicle!.id}`)
  await page.getByRole('button', { name: 'More actions for this vehicle' }).click()
  const clicked = Date.now()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(form(page).getByLabel('VIN')).toHaveValue(/^1FTFW1E5/)
  expect(Date.now() - clicked).toBeGreaterThanOrEqual(900)
  await next(page)
  await form(page).getByLabel('Other ID').fill('T-17')
  let isRefused = true
  const bodies: unknown[] = []
  await context.route('**/api/v4/vehicles/*', (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    bodies.push(route.request().postDataJSON())
    return isRefused
      ? route.fulfill({ status: 400, headers: { 'x-wheelbook-api': '1' }, json: { errors: ['Not today'] } })
      : route.continue()
  })
  const save = form(page).getByRole('button', { name: 'Save' })
  await save.click()
  const alert = form(page).getByRole('alert')
  await expect(alert).toContainText('Error')
  await expect(alert).toContainText('Not today')
  isRefused = false
  await next(page)
  await save.click()
  const done = page.getByRole('status').filter({ hasText: 'Vehicle updated' })
  await expect(done).toContainText('Success')
  expect(bodies.at(-1)).toEqual({ other_id: 'T-17', accepts_check_digit: false })
  await expect(page.getByText('T-17', { exact: true })).toBeVisible()
})

test('an edit keeps what someone else changed meanwhile, and asks if both changed the same field (decision 21)', async ({
  signedInPage: page,
  db,
  owner,
}) => {
  const [vehicle] = await db.query<{ id: number }>(sql`
    update vehicles set vin = ${vinOf()} where name_of_vehicle = 'Van 2' and fleet_id = ${owner.fleetId} returning id`)
  await openLoaded(page, `/vehicles/${vehicle!.id}/edit`)
  await next(page)
  await form(page).getByLabel('Other ID').fill('Mine')
  await db.query(sql`update vehicles set department_number = '77', rev = rev + 1 where id = ${vehicle!.id}`)
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Vehicle updated')).toBeVisible()
  await expect(page.getByText('77', { exact: true })).toBeVisible()

  await page.goto(page.url().replace(/\/?$/, '/edit'))
  await next(page)
  // VEH-117: Firefox does not offer the options of a field with autocomplete="off".
  await expect(form(page).locator('datalist option[value="77"]')).toBeAttached()
  await expect(form(page).getByLabel('Department number')).not.toHaveAttribute('autocomplete', 'off')
  await form(page).getByLabel('Other ID').fill('Mine again')
  await db.query(sql`update vehicles set other_id = 'Theirs', rev = rev + 1 where id = ${vehicle!.id}`)
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(form(page).getByText('Other ID: Theirs (theirs), Mine again (yours)')).toBeVisible()
  await next(page)
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Mine again', { exact: true })).toBeVisible()
})

test('a VIN of the fleet is refused at once, and a plate of another vehicle causes a warning', async ({
  signedInPage: page,
  build,
  owner,
}) => {
  const known = { ...PICKUP, vin: vinOf(), license_plate_number: 'KX-492', name_of_vehicle: 'Truck 9' }
  await postAs(build, owner, '/vehicles', known)
  await openLoaded(page, '/vehicles/new')
  await form(page).getByLabel('VIN').fill(known.vin)
  await expect(form(page).getByText('A vehicle of your fleet already has this VIN.')).toBeVisible()
  await expect(form(page).getByRole('link', { name: 'Open Truck 9' })).toBeVisible()
  await form(page).getByLabel('VIN').fill('')
  await form(page).getByLabel('Plate number').fill('kx 492')
  await form(page).getByLabel('Plate state').selectOption('OH')
  await expect(form(page).getByText('Another vehicle has this plate number:')).toBeVisible()
  await next(page)
  await expect(form(page).getByRole('combobox', { name: 'Year' })).toBeVisible()
})

test('a driver cannot edit a vehicle, and a manager assigns drivers (USR-030)', async ({
  page,
  context,
  build,
}) => {
  const fleet = await build.fleet()
  const driver = await build.user(fleet, { roles: ['Driver'], firstName: 'Rosalind' })
  const vehicle = await build.vehicle(fleet, { name: 'Van 9', drivers: [driver] })
  await signInDirectly(context, build, driver)
  await openLoaded(page, `/vehicles/${vehicle.id}/edit`)
  await expect(page.getByRole('heading', { name: 'Van 9' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More actions for this vehicle' })).toHaveCount(0)
  await signInDirectly(context, build, await build.user(fleet, { roles: ['Manager'] }))
  await openLoaded(page, `/vehicles/${vehicle.id}/edit`)
  const dialog = page.getByRole('dialog', { name: 'Assign drivers' })
  await dialog.getByRole('button', { name: /^Rosalind/ }).focus()
  await page.keyboard.press('Delete')
  await page.reload()
  await expect(dialog.getByText('This is what you had typed')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Vehicle updated')).toBeVisible()
  await expect(page.getByText('UnAssigned')).toBeVisible()
})
