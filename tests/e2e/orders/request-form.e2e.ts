import type { Page } from 'playwright/test'
import { addDays } from '#domain/core/days.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Builders } from '#tests/support/builders.ts'
import { otherRows, writeHeaders } from '#tests/support/entries.ts'
import { aWorkday } from '#tests/support/orders.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, openLoaded } from '../support/screens.ts'

test.use(DESK)

/** A fleet with two vans, two services of which one has positions, and a favorite shop. */
async function aStage(build: Builders, db: Database, brand?: string) {
  const fleet = await build.fleet(brand ? { brand } : {})
  const user = await build.user(fleet)
  const van = await build.vehicle(fleet, { name: 'Van 1', odometer: 41_200 })
  await build.vehicle(fleet, { name: 'Van 2' })
  const tag = `${fleet.id}`
  const plain = await build.service({ name: `Coolant ${tag}` })
  const placed = await build.service({ name: `Pads ${tag}`, positions: ['front', 'rear'] })
  const shop = await build.shop({ name: `Quick Lane ${tag}` })
  await otherRows(db).favorite(user, shop)
  await db.query(
    sql`update service_definitions set typical_price = 75 where id = any(${[plain.id, placed.id]}::bigint[])`,
  )
  return { fleet, user, van, plain, placed, shop, tag }
}
const form = (page: Page) => ({
  vehicle: page.getByRole('combobox', { name: 'Vehicle' }),
  service: page.getByRole('combobox', { name: 'Service' }),
  chosen: page.getByRole('list', { name: 'Chosen services' }),
  go: page.getByRole('button', { name: 'Choose a time' }),
  shop: page.getByRole('button', { name: 'Choose', exact: true }),
})
async function pick(page: Page, box: 'vehicle' | 'service', name: string) {
  await form(page)[box].fill(name)
  await page.getByRole('option', { name }).click()
}
const american = (day: string) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`

test('a request reports what it lacks, and continues with vehicle, services, positions and shop (SVC-058, SVC-059, SVC-060, SVC-061, SVC-062, SVC-063, SVC-064, SVC-065, SVC-080, SVC-081, SVC-083, SVC-084, SVC-085, SVC-089, SVC-090, SVC-091, SVC-094, SVC-095)', async ({
  page,
  context,
  build,
  db,
}) => {
  test.slow()
  const { user, tag, shop, van, plain, placed } = await aStage(build, db)
  await signInDirectly(context, build, user)
  await openLoaded(page, '/service_request/new')
  const { go, chosen } = form(page)
  await expect(page.getByText('Fleets save 25 to 26 percent off retail on average.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Search for more shops' })).toHaveAttribute('href', '/shops')
  await go.click()
  for (const lack of ['Choose a vehicle.', 'Choose at least one service.', 'Choose a shop.'])
    await expect(page.getByText(lack)).toBeVisible()
  await expect(page).toHaveURL(/\/service_request\/new$/)

  await pick(page, 'vehicle', 'Van 1')
  const searched = page.waitForRequest(/\/api\/v4\/services\/search$/)
  await form(page).service.fill(`Coolant ${tag}`)
  await page.getByRole('option', { name: `Coolant ${tag}` }).waitFor()
  await page.keyboard.press('Enter')
  await expect(chosen).toContainText(`Coolant ${tag}`)
  // The field re-renders for the next service and keeps the focus.
  await expect(form(page).service).toBeFocused()
  expect((await searched).postDataJSON()).toEqual({ query: expect.any(String), vehicle_id: van.id })
  await pick(page, 'service', `Pads ${tag}`)
  await expect(chosen.getByRole('listitem')).toHaveCount(2)
  await page.getByLabel('PO number').fill('PO-77')
  const comments = page.getByLabel('Comments for the shop')
  await comments.fill('')
  await comments.pressSequentially('x'.repeat(20))
  await comments.fill('x'.repeat(150))
  await comments.press('End')
  await comments.pressSequentially('y')
  await expect(comments).toHaveValue('x'.repeat(150))
  await form(page).shop.click()
  // The position is missing, so the form stays and the button scrolls to it.
  await go.click()
  await expect(chosen.getByRole('alert')).toBeInViewport()
  await expect(chosen.getByRole('button', { name: 'Front' })).toBeFocused()
  await go.click()
  await expect(page.getByText('Choose one position.').first()).toBeVisible()
  await chosen.getByText('Front', { exact: true }).click()
  await go.press('Enter')
  await expect(page).toHaveURL(/\/service_request\/schedule$/)
  // The button that led here is gone.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  // SVC-096
  for (const shown of [
    'Van 1',
    `Quick Lane ${tag}`,
    '1 Test Street, Columbus, OH',
    'PO-77',
    `Coolant ${tag}`,
  ])
    await expect(page.getByText(shown, { exact: false }).first()).toBeVisible()
  await expect(page.getByText('$75.00').first()).toBeVisible()
  const request = page.waitForRequest(/shops\/\d+\/schedule\?.*days=1/)
  // Not the first free day, which is shown already.
  await page.getByRole('textbox', { name: /^Date/ }).fill(american(aWorkday(7)))
  // SVC-103
  expect((await request).url()).toContain(`vehicle_id=${van.id}`)
  await page.getByLabel('Time').selectOption('10:00 AM') // SVC-098
  // SVC-104, SVC-105, SVC-050: the button waits for the response.
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/api/v4/orders', async (route) => {
    await held
    await route.continue()
  })
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/v4/orders'))
  const book = page.getByRole('button', { name: 'Book appointment' })
  await book.click()
  const body = (await sent).postDataJSON()
  expect(body).toEqual({
    shop_id: shop.id,
    vehicle_id: van.id,
    order_services: [
      { service_definition_id: plain.id },
      { service_definition_id: placed.id, position: 'front' },
    ],
    po_number: 'PO-77',
    customer_comments: 'x'.repeat(150),
    appointment_datetime: expect.stringMatching(/^\d{4}-/),
    payment_method_availability: false,
    fault_codes: [],
  })
  await expect(book).toBeDisabled()
  release()
  await expect(page).toHaveURL(`${origin()}/dashboard`)
})

test('days out of range cannot be selected, and a full day is marked (SVC-098, SVC-099, SVC-100, SVC-101, SVC-102)', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user, van, plain, shop } = await aStage(build, db)
  await signInDirectly(context, build, user)
  await openLoaded(page, `/service_request/new?vehicle=${van.id}&services=${plain.id}`)
  await form(page).shop.click()
  const date = page.getByRole('textbox', { name: /^Date/ })
  await expect(page.getByLabel('Time')).toBeVisible()
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'))
  for (const wrong of [addDays(today, -2), addDays(today, 33)]) {
    await date.fill(american(wrong))
    await date.blur()
    await expect(page.getByText('Choose a day within the next 30 days.')).toBeVisible()
  }
  await db.query(sql`update shops set slot_capacity = 0 where id = ${shop.id}`)
  await date.fill(american(aWorkday()))
  await expect(page.getByText('No times are available on this day. Please choose another day')).toBeVisible()
  await page.getByRole('button', { name: 'Book appointment' }).click()
  await expect(page.getByText('Choose a time.')).toBeVisible()
})

test('an unreachable server is not reported as a wrong day, and causes neither a lost time nor a second order (SVC-107)', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user, van, plain, shop } = await aStage(build, db)
  await signInDirectly(context, build, user)
  await openLoaded(page, `/service_request/new?vehicle=${van.id}&services=${plain.id}`)
  await form(page).shop.click()
  await expect(page.getByLabel('Time')).toBeVisible()
  const times = `**/shops/${shop.id}/schedule?*`
  await page.route(times, (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('textbox', { name: /^Date/ }).fill(american(aWorkday()))
  await expect(page.getByText('The times could not be loaded.')).toBeVisible()
  await expect(page.getByText(/Choose a day within the next/)).toHaveCount(0)
  await page.unroute(times)
  await page.reload()
  await page.getByLabel('Time').selectOption('10:00 AM')
  const keys: (string | undefined)[] = []
  await page.route('**/api/v4/orders', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return keys.length === 1 ? route.fulfill({ status: 503, json: {} }) : route.continue()
  })
  await page.getByRole('button', { name: 'Book appointment' }).click()
  await expect.poll(() => keys.length).toBe(1)
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByLabel('Time').locator('option:checked')).toHaveText('10:00 AM')
  await page.getByRole('button', { name: 'Book appointment' }).click()
  await expect(page).toHaveURL(`${origin()}/dashboard`)
  expect(new Set(keys).size).toBe(1)
})

test('a failure of the server is not reported as a wrong day, and can be tried again', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user, van, plain, shop } = await aStage(build, db)
  await signInDirectly(context, build, user)
  await openLoaded(page, `/service_request/new?vehicle=${van.id}&services=${plain.id}`)
  await form(page).shop.click()
  await expect(page.getByLabel('Time')).toBeVisible()
  const times = `**/shops/${shop.id}/schedule?*`
  await page.route(times, (route) =>
    route.fulfill({
      status: 404,
      headers: { 'X-Wheelbook-Api': '4' },
      json: { code: 'not_found', errors: ['x'] },
    }),
  )
  await page.getByRole('textbox', { name: /^Date/ }).fill(american(aWorkday()))
  await expect(page.getByText('This no longer exists, or you do not have access to it.')).toBeVisible()
  await expect(page.getByText(/Choose a day within the next/)).toHaveCount(0)
  await page.unroute(times)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('This no longer exists, or you do not have access to it.')).toHaveCount(0)
})

test('the schedule step leads back to the form if its vehicle was deleted', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user, van, plain } = await aStage(build, db)
  await signInDirectly(context, build, user)
  await openLoaded(page, `/service_request/new?vehicle=${van.id}&services=${plain.id}`)
  await form(page).shop.click()
  await expect(page).toHaveURL(/\/service_request\/schedule$/)
  const response = await fetch(`${origin()}/api/v4/vehicles/${van.id}`, {
    method: 'DELETE',
    headers: {
      'app-name': 'wheelbook',
      authorization: `Bearer ${await build.session(user)}`,
      ...writeHeaders(),
      'if-match': '"1"',
    },
  })
  expect(response.ok, await response.text()).toBe(true)
  await page.reload()
  await expect(page).toHaveURL(/\/service_request\/new$/)
})

test('a fleet that pays here without a payment method is warned, then refused, and an account provider is neither (SVC-075, SVC-076, SVC-077, SVC-078, SVC-079)', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user, van, plain, fleet } = await aStage(build, db)
  await db.query(sql`update fleets set pays_through_platform = true where id = ${fleet.id}`)
  await signInDirectly(context, build, user)
  const address = `/service_request/new?vehicle=${van.id}&services=${plain.id}`
  await openLoaded(page, address)
  await form(page).shop.click()
  // The prices decide whether a payment method is needed; those of the first shop arrive after its selection.
  await page.goto(`${origin()}${address}`)
  await expect(page.getByText('Please add a payment method before scheduling')).toBeVisible()
  await form(page).go.click()
  await expect(page.getByText('Error: No payment method is available')).toBeVisible()
  await expect(page).toHaveURL(/\/service_request\/new/)
  await db.query(sql`update fleets set payment_providers = '{WEX}' where id = ${fleet.id}`)
  await page.goto(`${origin()}${address}`)
  await expect(form(page).go).toBeVisible()
  await expect(page.getByText('Please add a payment method before scheduling')).toHaveCount(0)
})

test('companies that cannot be booked here, or only by phone, say so (SVC-072, SVC-073, SVC-074)', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user, van, plain, shop, tag } = await aStage(build, db)
  const caller = await build.shop({ name: `Call First ${tag}` })
  await otherRows(db).favorite(user, caller)
  await db.query(sql`update shops set company_name = 'Closed ' || id, company_reference_id = 'R' || id
    where id = any(${[shop.id, caller.id]}::bigint[])`)
  await db.query(sql`insert into shop_company_settings (reference_id, name, scheduling)
    values (${`R${shop.id}`}, null, 'not_supported'), (null, ${`Closed ${caller.id}`}, 'call')`)
  await signInDirectly(context, build, user)
  await openLoaded(page, `/service_request/new?vehicle=${van.id}&services=${plain.id}`)
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(card(`Quick Lane ${tag}`).getByRole('button', { name: 'Choose' })).toBeDisabled()
  await card(`Call First ${tag}`).getByRole('button', { name: 'Choose' }).click()
  await expect(page.getByText(/asks you to call before you come: .*6145550100|614/).first()).toBeVisible()
})

test('a fuel-card driver has no link to the shop search (SVC-065, SVC-066)', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, van } = await aStage(build, db, 'fuelpass')
  const driver = await build.user(fleet, { roles: ['Driver'] })
  await db.query(
    sql`insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${van.id}, ${driver.id})`,
  )
  const at = origin('fuelpass')
  await signInDirectly(context, build, driver, at)
  await page.goto(`${at}/dashboard`)
  await expect(page.getByText(/Data as of/)).toBeVisible({ timeout: 20_000 })
  await page.goto(`${at}/service_request/new`)
  await expect(page.getByRole('button', { name: 'Choose a time' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Search for more shops' })).toHaveCount(0)
})

test('fault codes of the vehicle are passed on or selected, and reach the shop (TEL-031)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet({ flags: { telematics: true } })
  const user = await build.user(fleet)
  const van = await build.vehicle(fleet, { name: 'Van 1' })
  await build.vehicle(fleet, { name: 'Van 2' })
  const service = `Look at codes ${fleet.id}`
  await build.service({ name: service })
  await otherRows(db).favorite(user, await build.shop({ name: `Quick Lane ${fleet.id}` }))
  await otherRows(db).snapshot(van)
  await db.query(sql`update vehicles set geotab_device_id = 'b1' where id = ${van.id}`)
  await signInDirectly(context, build, user)
  await openLoaded(page, `/vehicles/${van.id}`)
  const readings = page.getByRole('region', { name: 'Telematics' })
  await readings.getByRole('link', { name: 'Schedule service' }).click()
  const codes = page.getByRole('group', { name: 'Fault codes sent with the request' })
  await expect(codes.getByRole('checkbox', { checked: true })).toHaveCount(2)
  await codes.getByRole('checkbox', { name: /Fault P0300/ }).uncheck()
  // They belong to one vehicle: they disappear with another one, and can be selected again.
  await pick(page, 'vehicle', 'Van 2')
  await expect(codes).toHaveCount(0)
  await pick(page, 'vehicle', 'Van 1')
  await expect(codes.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await codes.getByRole('checkbox', { name: /Fault P0420/ }).check()
  await pick(page, 'service', service)
  await form(page).shop.click()
  await page.getByRole('textbox', { name: /^Date/ }).fill(american(aWorkday()))
  await page.getByLabel('Time').selectOption('10:00 AM')
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/v4/orders'))
  await page.getByRole('button', { name: 'Book appointment' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    fault_codes: [{ id: 'P0420', name: 'Fault P0420' }],
  })
})
