import sharp from 'sharp'
import { sql } from '#server/db/sql.ts'
import { otherRows } from '#tests/support/entries.ts'
import { aPdf, aPdfOf } from '#tests/support/files.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { draftsOf } from '../support/held-files.ts'
import { fillMaintenance } from '../support/record.ts'
import { DESK, goOffline, openLoaded, PHONE, requestsTo } from '../support/screens.ts'
import { anEntry, formFields, invoices } from './entry.ts'

test.use(PHONE)

test('on a phone the total bar does not cover the focused field', async ({
  signedInPage: page,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 6', odometer: 41_000 })
  await openLoaded(page, `/maintenance_history/new?vehicle=${vehicle.id}`)
  const bar = await page.getByRole('button', { name: 'Save' }).boundingBox()
  for (const label of [/^Service/, /^Price/, /^Shop/]) {
    const field = page.locator('input').and(page.getByLabel(label)).first()
    await field.focus()
    const box = await field.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
    await page.evaluate(() => scrollTo(0, 0))
  }
})

test('MHX-001, MHX-003, MHX-004, MHX-028, MHX-029, MHX-030, OFF-023: records maintenance on a phone and opens the past tab', async ({
  signedInPage: page,
  context,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 5', odometer: 41_000 })
  const [oil, brakes] = [
    await build.service({ name: `Oil change ${vehicle.id}` }),
    await build.service({ name: `Brake pads ${vehicle.id}`, positions: ['front', 'rear'] }),
  ]
  await openLoaded(page, `/maintenance_history/new?vehicle=${vehicle.id}`)
  for (const label of ['Vehicle', 'Odometer', 'Completion date', 'Zip code', 'Shop', 'PO number', 'Comments'])
    await expect(page.getByLabel(label, { exact: false }).first()).toBeVisible()
  await expect(page.getByText('Last reading: 41,000 mi')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await fillMaintenance(page, { vehicle, service: `Oil change ${vehicle.id}` })
  await page.getByRole('button', { name: 'Add a service' }).click()
  const second = page.getByRole('listitem').filter({ hasText: 'Service 2' })
  await second.getByRole('combobox', { name: /^Service/ }).fill(`brake pads ${vehicle.id}`)
  await page.getByRole('option').first().click()
  await second.getByRole('button', { name: 'Rear' }).click()
  await second.getByRole('textbox', { name: /^Price/ }).fill('189,5')
  await second.getByRole('textbox', { name: /^Miles/ }).fill('42000')
  await expect(page.getByText('$279.00')).toBeVisible()
  await page.getByLabel('PO number').fill('PO-7')
  await page.getByLabel('Comments').fill('Squeaks')
  await expect(page.getByText('7 of 150 characters')).toBeVisible()

  const sent = formFields(context, 'POST', /manual_maintenance_histories$/)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/services\?tab=past/)
  await expect(page.getByText('Maintenance History created')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Van 5' })).toContainText('$279.00')
  // MHX-023: the specification's fields.
  const fields = await sent
  expect(fields).toMatchObject({
    vehicle_id: String(vehicle.id),
    custom_shop_name: 'Corner Garage',
    po_number: 'PO-7',
    customer_comments: 'Squeaks',
    odometer: '42100',
    with_manual_history: 'true', // MHX-026
    'vehicle_services[0][service_definition_id]': String(oil.id),
    'vehicle_services[1][service_definition_id]': String(brakes.id),
    'vehicle_services[1][price]': '189.5',
    'vehicle_services[1][position]': 'rear',
    'vehicle_services[1][service_miles]': '42000', // MHX-039
  })
  // MHX-025: no zip was typed.
  expect(fields).not.toHaveProperty('zip')
})

test('while an entry is being saved, nothing can be typed that would be lost with its draft', async ({
  signedInPage: page,
  context,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 8', odometer: 41_000 })
  await build.service({ name: `Oil change ${vehicle.id}` })
  await openLoaded(page, `/maintenance_history/new?vehicle=${vehicle.id}`)
  await fillMaintenance(page, { vehicle, service: `Oil change ${vehicle.id}` })
  const held = Promise.withResolvers<void>()
  await context.route(/manual_maintenance_histories$/, async (route) => {
    await held.promise
    await route.continue()
  })
  const comments = page.getByLabel('Comments')
  await comments.fill('Squeaks')
  await comments.press('Control+Enter')
  await expect(page.getByRole('form')).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.type(' loudly')
  expect(await comments.inputValue()).toBe('Squeaks')
  held.resolve()
  await expect(page.getByText('Maintenance History created')).toBeVisible()
  await page.goto(`${origin()}/maintenance_history/new`)
  await expect(comments).toHaveValue('')
})

test('MHX-005, MHX-006, MHX-007, MHX-008, MHX-009, MHX-010, OFF-021: an incomplete entry is refused at its fields offline too, and is not queued', async ({
  page,
  context,
  build,
  owner,
}) => {
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/maintenance_history/new')
  await goOffline(page, context)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('combobox', { name: /^Vehicle/ })).toBeFocused()
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(5)
  await expect(page.getByText('Choose a shop or type its name.')).toBeVisible()
  const date = page.getByRole('textbox', { name: /^Completion date/ })
  await date.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(6)
  await date.fill('12/31/2999')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The date must not be in the future.')).toBeVisible()
  await expect(page.getByRole('banner').getByText(/waiting/)).toHaveCount(0)
})

test('MHX-011, MHX-012, MHX-013, MHX-014, MHX-015, MHX-016: an invalid zip shows an error, an empty one does not, and a valid one finds shops 2 s after the last keystroke', async ({
  page,
  context,
  build,
  owner,
}) => {
  await build.shop({ name: 'Zip Street Garage' })
  await signInDirectly(context, build, owner)
  const lookUps = requestsTo(context, /select_shops/)
  await openLoaded(page, '/maintenance_history/new')
  const zip = page.getByLabel('Zip code')
  await zip.fill('1234')
  await zip.blur()
  await expect(page.getByText('Enter a valid zip code')).toBeVisible()
  await zip.fill('')
  await zip.blur()
  await expect(page.getByText('Enter a valid zip code')).toHaveCount(0)
  await zip.pressSequentially('43215', { delay: 50 })
  await page.waitForTimeout(1500)
  expect(lookUps).toEqual([])
  await expect(page.getByText(/^\d+ shops? nearby/)).toBeVisible()
  expect(lookUps).toHaveLength(1)
  await page.getByRole('combobox', { name: /^Shop/ }).fill('Zip Str')
  await page
    .getByRole('option', { name: /Zip Street Garage/ })
    .first()
    .click()
  await expect(page.getByRole('combobox', { name: /^Shop/ })).toHaveValue('Zip Street Garage')
})

test('MHX-012, MHX-039: in Canada it asks for a postal code and kilometers', async ({
  page,
  context,
  build,
}) => {
  const fleet = await build.fleet({ country: 'CA' })
  const vehicle = await build.vehicle(fleet, { name: 'Camion 1' })
  const service = await build.service({ name: `Vidange ${vehicle.id}` })
  await signInDirectly(context, build, await build.user(fleet), origin('boreal'))
  await page.goto(`${origin('boreal')}/maintenance_history/new?vehicle=${vehicle.id}`)
  await page.getByLabel('Postal code').fill('12345')
  await page.getByLabel('Postal code').blur()
  await expect(page.getByText('Enter a valid postal code')).toBeVisible()
  await page.getByLabel('Postal code').fill('h2x1y4')
  await page.getByRole('textbox', { name: /^Odometer/ }).fill('90000')
  await page.getByRole('combobox', { name: /^Service/ }).fill(`Vidange ${vehicle.id}`)
  await page.getByRole('option').first().click()
  await page.getByRole('textbox', { name: /^Price/ }).fill('80')
  await page.getByRole('textbox', { name: /^Kilometers/ }).fill('89900')
  await page.getByRole('combobox', { name: /^Shop/ }).fill('Garage du coin')
  const sent = formFields(context, 'POST', /manual_maintenance_histories$/)
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await sent).toMatchObject({
    zip: 'H2X 1Y4',
    'vehicle_services[0][service_definition_id]': String(service.id),
    'vehicle_services[0][service_kilometers]': '89900',
  })
})

test('MHX-017, MHX-018, MHX-019, MHX-020, MHX-021, MHX-022: invoices are validated when chosen, by content, size, count and name', async ({
  page,
  context,
  build,
  owner,
}) => {
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/maintenance_history/new')
  const choose = page.locator('input[type=file][multiple]')
  await choose.setInputFiles({ name: 'a.doc', mimeType: '', buffer: Buffer.from('text') })
  await expect(page.getByText('Only jpg, jpeg, png and pdf files are allowed')).toBeVisible()
  await choose.setInputFiles({ name: 'big.pdf', mimeType: '', buffer: aPdfOf(5_000_000) })
  await expect(page.getByText('Each file must be smaller than 5 MB')).toBeVisible()
  await choose.setInputFiles({ name: 'fits.pdf', mimeType: '', buffer: aPdfOf(4_999_999) })
  await expect(page.getByText('fits.pdf', { exact: true })).toBeVisible()
  await choose.setInputFiles({ name: 'fits.pdf', mimeType: '', buffer: aPdf('other') })
  await expect(page.getByText('The file fits.pdf already exists in the list')).toBeVisible()
  await choose.setInputFiles(['1', '2', '3', '4', '5'].map((n) => ({ ...invoices.pdf, name: `${n}.pdf` })))
  await expect(page.getByText('Only 5 are allowed').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove .*\.pdf$/ })).toHaveCount(5)
  await page.getByRole('button', { name: 'Remove fits.pdf' }).click()
  await expect(page.getByText('fits.pdf was removed')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Remove fits.pdf' })).toBeVisible()
})

test('files chosen while a photo is being prepared are all kept, and saving includes the photo', async ({
  page,
  context,
  build,
  owner,
}) => {
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/maintenance_history/new')
  const input = page.locator('input[type=file][multiple]')
  const pixels = { width: 5000, height: 4000, channels: 3, background: '#557799' } as const
  const large = await sharp({ create: pixels }).jpeg().toBuffer()
  await input.setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: large })
  await input.setInputFiles(invoices.pdf)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Remove invoice.pdf' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove large.jpg' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove invoice.pdf' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove large.jpg' })).toBeVisible()
})

test.describe('far west of the fleet', () => {
  test.use({ timezoneId: 'Pacific/Honolulu' })

  test('MHX-007: today is the user’s day, even if it is already tomorrow for the fleet', async ({
    page,
    context,
    build,
    db,
  }) => {
    const fleet = await build.fleet({ timeZone: 'Pacific/Kiritimati' })
    const vehicle = await build.vehicle(fleet)
    await build.service({ name: `Early ${vehicle.id}` })
    await signInDirectly(context, build, await build.user(fleet))
    await openLoaded(page, '/dashboard')
    await fillMaintenance(page, { vehicle, service: `Early ${vehicle.id}` })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Maintenance History created')).toBeVisible()
    const [row] = await db.query<{ date_of_completion: string }>(
      sql`select date_of_completion from manual_maintenance_histories where vehicle_id = ${vehicle.id}`,
    )
    // Kiritimati and Honolulu have the same clock time, one day apart.
    const today = await page.evaluate(() => new Date().toLocaleDateString('en-CA'))
    expect(row?.date_of_completion).toBe(today)
  })
})

test('MHX-002, MHX-027, MHX-052: edits an entry and removes one of its invoices', async ({
  page,
  context,
  build,
  owner,
}) => {
  const entry = await anEntry({ build, owner, files: 1 })
  await signInDirectly(context, build, owner)
  await openLoaded(page, `/maintenance_history/${entry.id}`)
  await expect(page.getByRole('textbox', { name: /^Odometer/ })).toHaveValue('51200')
  await page.getByRole('textbox', { name: /^Odometer/ }).fill('51300')
  await page.getByRole('button', { name: /^Remove .*\.pdf/ }).click()
  const sent = formFields(context, 'PUT', /manual_maintenance_histories\//)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Maintenance History updated')).toBeVisible()
  expect(await sent).toMatchObject({
    odometer: '51300',
    'maintenance_documents_attributes[0][id]': entry.documentIds[0],
    'maintenance_documents_attributes[0][_destroy]': 'true',
  })
})

test('MHX-052: a form opens with the server’s data, and follows it until something is typed', async ({
  signedInPage: page,
  context,
  build,
  owner,
  db,
}) => {
  const entry = await anEntry({ build, owner })
  const theirs = (po: string) =>
    db.query(
      sql`update manual_maintenance_histories set po_number = ${po}, rev = rev + 1, updated_at = now() where id = ${entry.id}`,
    )
  const requests = requestsTo(context, new RegExp(`/manual_maintenance_histories/${entry.id}$`))
  await openLoaded(page, `/maintenance_history/${entry.id}`)
  await expect.poll(() => requests).toEqual([`GET /api/v4/manual_maintenance_histories/${entry.id}`])
  await theirs('THEIRS-1')
  await page.reload()
  await expect(page.getByLabel('PO number')).toHaveValue('THEIRS-1')
  await page.getByLabel('Comments').fill('mine')
  await theirs('THEIRS-2')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.waitForTimeout(1500)
  await expect(page.getByLabel('PO number')).toHaveValue('THEIRS-1')
  await expect(page.getByLabel('Comments')).toHaveValue('mine')
})

test('MHX-034, MHX-030: deletes an entry after confirmation', async ({
  signedInPage: page,
  context,
  build,
  owner,
}) => {
  const entry = await anEntry({ build, owner })
  await openLoaded(page, `/maintenance_history/${entry.id}`)
  const deletes: string[] = []
  context.on('request', (request) => request.method() === 'DELETE' && deletes.push(request.url()))
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await test.step('Cancel works in a new tab too, which has no previous page', async () => {
    const tab = await context.newPage()
    await openLoaded(tab, `/maintenance_history/${entry.id}`)
    await tab.getByRole('button', { name: 'Cancel' }).click()
    await expect(tab).toHaveURL(/\/services\?tab=past/)
    await tab.close()
  })
  const unsent = { name: 'unsent.pdf', mimeType: 'application/pdf', buffer: aPdf() }
  await page.locator('input[type=file][multiple]').setInputFiles(unsent)
  await expect.poll(() => draftsOf(page)).toEqual({ texts: 1, files: 1 })
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete entry' }).click()
  await expect(page.getByText('Maintenance History deleted')).toBeVisible()
  await expect.poll(() => draftsOf(page)).toEqual({ texts: 0, files: 0 })
  expect(deletes).toEqual([expect.stringMatching(new RegExp(`/manual_maintenance_histories/${entry.id}$`))])
})

test('MHX-031, MHX-032, MHX-033: a driver can record, but neither edit nor delete', async ({
  page,
  context,
  build,
  owner,
}) => {
  const driver = await build.user({ id: owner.fleetId }, { roles: ['Driver'] })
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Own van', drivers: [driver] })
  const entry = await anEntry({ build, owner, vehicle })
  await signInDirectly(context, build, driver)
  await openLoaded(page, `/vehicles/${vehicle.id}/history`)
  await expect(page.getByText('$49.90')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Edit/ })).toHaveCount(0)
  await page.goto(`${origin()}/maintenance_history/${entry.id}`)
  await expect(page.getByText('Read-only')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await page.goto(`${origin()}/maintenance_history/new`)
  await expect(page.getByRole('combobox', { name: /^Vehicle/ })).toHaveValue('Own van')
})

test('an entry that the server refuses reopens its form with the reason at the field', async ({
  page,
  context,
  build,
  owner,
  db,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId })
  const service = await build.service({ name: `Gone soon ${vehicle.id}` })
  await signInDirectly(context, build, owner)
  await openLoaded(page, `/maintenance_history/new?vehicle=${vehicle.id}`)
  await fillMaintenance(page, { vehicle, service: `Gone soon ${vehicle.id}` })
  await db.query(sql`delete from service_definitions where id = ${service.id}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The server rejected this entry')).toBeVisible()
  await expect(page.getByText('This service no longer exists. Choose another.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: /^Odometer/ })).toHaveValue('42100')
})

test('MHX-041: opened from a shop, the form is prefilled with that shop and the vehicle', async ({
  signedInPage: page,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van of the shop' })
  const shop = await build.shop({ name: 'Shop of the row' })
  await openLoaded(page, '/maintenance_history/new')
  // Until the screen has settled, the app would overwrite the state set below.
  await expect(page.getByRole('combobox', { name: /^Vehicle/ })).toBeVisible()
  // As the link in a shop's row passes it on.
  const earlier = {
    vehicle_id: vehicle.id,
    shop: { id: shop.id, name: 'Shop of the row', place: { city: 'Columbus', state: 'OH' } },
  }
  await page.evaluate((state) => history.replaceState({ ...history.state, ...state }, ''), earlier)
  await page.reload()
  await expect(page.getByRole('combobox', { name: /^Vehicle/ })).toHaveValue('Van of the shop')
  await expect(page.getByRole('combobox', { name: /^Shop/ })).toHaveValue('Shop of the row')
})

test.describe('on a desktop', () => {
  test.use(DESK)

  test('Enter in a row never saves, and recently used services come first', async ({
    signedInPage: page,
    build,
    owner,
    db,
  }) => {
    const vehicle = await build.vehicle({ id: owner.fleetId })
    const shop = await build.shop({ name: 'Favorite Garage' })
    await otherRows(db).favorite({ id: owner.id, fleetId: owner.fleetId }, shop)
    await build.service({ name: `Zz often ${vehicle.id}` })
    await openLoaded(page, `/maintenance_history/new?vehicle=${vehicle.id}`)
    await fillMaintenance(page, { vehicle, service: `Zz often ${vehicle.id}` })
    await page.getByRole('textbox', { name: /^Price/ }).press('Enter')
    await expect(page).toHaveURL(/maintenance_history\/new/)
    await page.getByRole('combobox', { name: /^Shop/ }).fill('Favor')
    await page.getByRole('option', { name: /Favorite Garage/ }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Maintenance History created')).toBeVisible()
    await page.goto(`${origin()}/maintenance_history/new`)
    await page.getByRole('combobox', { name: /^Service/ }).click()
    await expect(page.getByRole('option').first()).toHaveText(`Zz often ${vehicle.id}`)
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: /^Shop/ }).click()
    await expect(page.getByRole('option').first()).toContainText('Favorite Garage')
  })
})

test('Save during the preparation of a photo reports the wait, then saves with the photo automatically', async ({
  signedInPage: page,
  context,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 9', odometer: 41_000 })
  await build.service({ name: `Oil change ${vehicle.id}` })
  // Simulates a slow phone: the test controls when a chosen file is read.
  await page.addInitScript(() => {
    const read = File.prototype.arrayBuffer
    const released = new Promise((resolve) => addEventListener('test:read', resolve))
    File.prototype.arrayBuffer = async function arrayBuffer() {
      await released
      return read.call(this)
    }
  })
  const files = requestsTo(context, /maintenance_documents/)
  await openLoaded(page, `/maintenance_history/new?vehicle=${vehicle.id}`)
  await fillMaintenance(page, { vehicle, service: `Oil change ${vehicle.id}` })
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({
      name: 'receipt.jpg',
      mimeType: 'image/jpeg',
      buffer: await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#888' } })
        .jpeg()
        .toBuffer(),
    })
  await expect(page.getByText('Preparing receipt.jpg…', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('It saves by itself when the file is ready.')).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('test:read')))
  await expect(page).toHaveURL(/\/services\?tab=past/)
  await expect(page.getByRole('listitem').filter({ hasText: 'Van 9' })).toContainText('$89.50')
  await expect.poll(() => files.length).toBe(1)
})

test('an invalid number stays as typed, shows the reason, and is never sent', async ({
  signedInPage: page,
  context,
  build,
  owner,
}) => {
  const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van 10', odometer: 41_000 })
  await build.service({ name: `Oil change ${vehicle.id}` })
  const sent = requestsTo(context, /manual_maintenance_histories/)
  await openLoaded(page, `/maintenance_history/new?vehicle=${vehicle.id}`)
  await fillMaintenance(page, { vehicle, service: `Oil change ${vehicle.id}` })
  const odometer = page.getByLabel(/^Odometer/)
  const price = page.getByRole('textbox', { name: /^Price/ })
  for (const typed of ['-5', '1e3', '1.2.3', '5,5,5', '١٢', '0x10', '84,210 mi']) {
    await odometer.fill(typed)
    await price.fill(typed)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(odometer).toHaveValue(typed)
    await expect(price).toHaveValue(typed)
    await expect(odometer).toHaveAttribute('aria-invalid', 'true')
    await expect(price).toHaveAttribute('aria-invalid', 'true')
  }
  expect(sent).toHaveLength(0)
  await price.fill('1,234.50')
  // An implausible reading asks for confirmation first.
  for (const slip of ['100', '9,999,999']) {
    await odometer.fill(slip)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Correct it' }).click()
  }
  expect(sent).toHaveLength(0)
  await odometer.fill('42,210')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/services\?tab=past/)
  await expect(page.getByRole('listitem').filter({ hasText: 'Van 10' })).toContainText('$1,234.50')
})
