import { day, otherRows } from '#tests/support/entries.ts'
import { recordAsOtherUser } from '../support/api-as.ts'
import { expect, signInDirectly } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded, requestsTo } from '../support/screens.ts'
import { aWorld, open, region, test } from './schedule-world.ts'

test.use(DESK)

const ADVICE = /\/services\/recommended\/advice/

test('SCH-005, SCH-018, SCH-028: an interval opens with advised services ticked, can be booked once all is loaded, and 1,000 a month is the default use', async ({
  page,
  db,
  world: { vehicle },
}) => {
  await db.query({ text: `delete from odometer_readings where vehicle_id = $1`, values: [vehicle.id] })
  await otherRows(db).reading(vehicle, { value: 61_000, on: '2026-01-01' })
  const wiper = { service_id: 900_001, name: 'Wiper blades', positions: [], is_completed: false }
  const old = { service_id: 900_002, name: 'Alignment', positions: [], is_completed: true }
  let respond: () => void = () => {}
  const requested = new Promise<void>((resolve) => {
    respond = resolve
  })
  await page.route(ADVICE, async (route) => {
    await requested
    await route.fulfill({
      json: { services: [wiper, old] },
      headers: { 'x-wheelbook-api': '1' },
    })
  })
  await open(page, vehicle)
  await expect(page.getByRole('textbox', { name: 'Miles per month' })).toHaveValue('1000')
  await page.getByRole('button', { name: /5,000 mi/ }).click()
  const book = page.getByRole('button', { name: 'Book services' })
  await expect(page.getByRole('checkbox', { name: 'Oil change', exact: true })).toBeChecked()
  await expect(book).toBeDisabled()
  respond()
  // SCH-030: advised services that were not done yet.
  const advised = page.getByRole('checkbox', { name: 'Wiper blades' })
  await expect(advised).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Alignment' })).toHaveCount(0)
  await expect(book).toBeEnabled()
  await page.getByRole('button', { name: 'Mark as completed' }).click()
  await page.getByRole('checkbox', { name: 'Oil change', exact: true }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/Maintenance Updated|Saved on this computer/).first()).toBeVisible()
  // After reloading the list, open services are ticked, advised ones are not.
  await expect(page.getByRole('checkbox', { name: 'Rotation' })).toBeChecked()
  await expect(advised).not.toBeChecked()
})

test('SCH-035: a failing advice call shows no advice and no message', async ({
  page,
  world: { vehicle },
}) => {
  await page.route(ADVICE, (route) => route.fulfill({ status: 500, json: { code: 'internal' } }))
  const failed = page.waitForResponse((response) => ADVICE.test(response.url()))
  await open(page, vehicle)
  await failed
  await page.getByRole('button', { name: /5,000 mi/ }).click()
  await expect(page.getByRole('checkbox')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Book services' })).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('SCH-025, SCH-038: a completed interval can be marked as not completed', async ({
  page,
  world: { vehicle, services },
}) => {
  await open(page, vehicle)
  await page.getByRole('button', { name: /5,000 mi/ }).click()
  await page.getByRole('button', { name: 'Mark as completed' }).click()
  for (const name of ['Oil change', 'Rotation']) await page.getByRole('checkbox', { name }).click()
  const marking = page.waitForRequest(/services_completed/)
  await page.getByRole('button', { name: 'Done' }).click()
  expect((await marking).postData()).toMatch(/name="service_completed_details\[0\]\[is_completed\]"\s+true/)
  await expect(page.getByRole('checkbox', { name: 'Fluid' })).toBeVisible()
  await page.getByRole('link', { name: 'Schedule' }).click()
  await page.getByRole('button', { name: 'History' }).click()
  const sent = page.waitForRequest(/mark_as_completed/)
  await region(page, 'Completed intervals').getByRole('button', { name: 'Mark as not completed' }).click()
  const body = (await sent).postData() ?? ''
  expect(body).toMatch(/name="is_completed"\s+false/)
  expect(body).toMatch(new RegExp(`name="service_definition_ids\\[\\d\\]"\\s+${services.oil.id}\\s`))
  for (const name of ['interval_id', 'customer_id', 'vehicle_id']) expect(body).toContain(`name="${name}"`)
  await expect(page.getByText('Nothing completed yet')).toBeVisible()
})

test('SCH-039, SCH-040, SCH-043, SCH-048, SCH-049: the grid filters, marks one service, and accepts new ones', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user, vehicle, services } = await aWorld(build, db)
  const belt = await build.service({ name: 'Timing belt of all' })
  await signInDirectly(context, build, user)
  const calls = requestsTo(context, /show_services|next_maintenance_interval|vehicle_services/)
  await openLoaded(page, `/vehicles/${vehicle.id}/schedule`)
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(5)
  await page.getByRole('columnheader', { name: 'Service' }).hover()
  await page.getByRole('columnheader', { name: 'Service' }).getByRole('button', { name: /menu/ }).click()
  await page.getByRole('menuitem', { name: 'Filter' }).click()
  await page.getByRole('textbox', { name: 'Value' }).fill('Flu')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Fluid')
  await page.keyboard.press('Escape')

  calls.length = 0
  const sent = page.waitForRequest(/update_is_completed/)
  await page.getByRole('button', { name: 'Mark done: Fluid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark done: Fluid' })
  // The day of the work and its odometer, which counts for the next interval.
  await dialog.getByRole('textbox', { name: 'Odometer' }).fill('60500')
  await dialog.getByRole('button', { name: 'Done' }).click()
  const body = (await sent).postData() ?? ''
  expect(body).toMatch(new RegExp(`name="service_id"\\s+${services.fluid.id}\\s`))
  expect(body).toMatch(new RegExp(`name="vehicle_id"\\s+${vehicle.id}\\s`))
  expect(body).toMatch(/name="is_completed"\s+true/)
  expect(body).toMatch(/name="odometer"\s+60500/)
  await expect(rows.nth(1)).toContainText('60,500 mi')
  await expect(rows.nth(1)).toContainText('90,500 mi')
  await expect
    .poll(() => calls)
    .toContain(`GET /api/v4/vehicles/next_maintenance_interval?vehicleIds=${vehicle.id}`)
  await expect.poll(() => calls).toContain(`GET /api/v4/vehicles/${vehicle.id}/show_services?page=1`)

  await page.reload()
  // SCH-060, SCH-061: one that is done waits for the others, which can be marked with the last.
  await page.getByRole('button', { name: 'Mark done: Oil change' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  const oil = page.getByRole('row', { name: /Oil change/ })
  await expect(oil).toContainText('After Rotation')
  await page.getByRole('button', { name: 'Mark not done: Oil change' }).click()
  await page.getByRole('button', { name: 'Mark done: Oil change' }).click()
  await page.getByRole('checkbox', { name: 'Also done: Rotation' }).check()
  const both = page.waitForRequest(/mark_as_completed/)
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  const marked = (await both).postData() ?? ''
  for (const { id } of [services.oil, services.rotation])
    expect(marked).toMatch(new RegExp(`name="service_definition_ids\\[\\d\\]"\\s+${id}\\s`))
  await expect(oil).toContainText('66,000 mi')

  await page.getByRole('button', { name: 'Add service' }).click()
  await page.getByRole('combobox', { name: 'Service' }).fill('Timing belt of all')
  await page.getByRole('option', { name: 'Timing belt of all' }).click()
  await page.getByRole('textbox', { name: 'Every (distance)' }).fill('90000')
  const added = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/vehicle_services'),
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  expect((await added).postDataJSON()).toEqual({
    service_definition_ids: [belt.id],
    interval: 90_000,
    interval_months: 12,
  })
  await expect(page.getByRole('row', { name: /Timing belt of all \(Only on this vehicle\)/ })).toBeVisible()
})

test('SCH-054: a service is added once although the first response was lost, and is removed after a confirmation', async ({
  page,
  context,
  build,
  world: { vehicle },
}) => {
  await build.service({ name: 'Timing belt to remove' })
  const keys: (string | undefined)[] = []
  await page.route('**/vehicle_services', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch({ url: route.request().url().replace('localhost', '127.0.0.1') })
    return route.abort()
  })
  await openLoaded(page, `/vehicles/${vehicle.id}/schedule`)
  const rows = page.getByRole('row', { name: /Timing belt to remove/ })
  await page.getByRole('button', { name: 'Add service' }).click()
  const adding = page.getByRole('dialog')
  await adding.getByRole('combobox', { name: 'Service' }).fill('Timing belt to remove')
  await page.getByRole('option', { name: 'Timing belt to remove' }).click()
  await adding.getByRole('textbox', { name: 'Every (distance)' }).fill('100')
  await adding.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('No connection to the server')).toBeVisible()
  await adding.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByText('Service added to the schedule')).toBeVisible()
  expect(keys).toEqual([expect.any(String), keys[0]])
  await expect(rows).toHaveCount(1)

  // Services of the class are changed in the schedule itself.
  await expect(page.getByRole('button', { name: /^Remove: / })).toHaveCount(1)
  await page.getByRole('button', { name: 'Remove: Timing belt to remove' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove from the schedule' })
  await expect(dialog).toContainText('Timing belt to remove (100 mi or 12 months)')
  await goOffline(page, context)
  await expect(dialog).toContainText('You need a connection to change a schedule.')
  await expect(dialog.getByRole('button', { name: 'Remove' })).toBeDisabled()
  await context.setOffline(false)
  const sent = page.waitForRequest((request) => request.method() === 'DELETE')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  expect((await sent).headers()['idempotency-key']).toBeTruthy()
  await expect(page.getByText('Removed from the schedule: Timing belt to remove')).toBeVisible()
  await expect(rows).toHaveCount(0)
})

test('an interval that someone completed meanwhile is not reset again: the entry needs its author, with a plain explanation', async ({
  page,
  context,
  build,
  world: { fleet, vehicle, services },
}) => {
  await open(page, vehicle)
  await goOffline(page, context)
  await page.getByRole('button', { name: /5,000 mi/ }).click()
  await page.getByRole('button', { name: 'Mark as completed' }).click()
  for (const name of ['Oil change', 'Rotation']) await page.getByRole('checkbox', { name }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Saved on this computer.').first()).toBeVisible()
  const vehicle_services = [services.oil, services.rotation].map(({ id }) => ({
    service_definition_id: id,
    price: '10.00',
  }))
  const done = { vehicle_id: vehicle.id, odometer: 61_000, date_of_completion: day(-1), vehicle_services }
  await recordAsOtherUser(build, await build.user(fleet), done, services.oil)
  await context.setOffline(false)
  await page.getByRole('button', { name: /needs? you/ }).click({ timeout: 30_000 })
  const tray = page.getByRole('dialog')
  await expect(tray.getByText('Completed in the meantime')).toBeVisible()
  await expect(tray.getByText(/Someone else marked this interval of Van 12/)).toBeVisible()
  await tray.getByRole('button', { name: /Discard/ }).click()
})
