import { sql } from '#server/db/sql.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { chip, untilReadyForOffline } from '../support/record.ts'
import { DESK, openLoaded, requestsTo } from '../support/screens.ts'

test.use(DESK)

test('an order is shown in full, with whom to contact (APR-001, APR-002, APR-003, APR-005, APR-006, APR-007, APR-008, APR-009, APR-010, APR-011, APR-025, APR-045, APR-046, APR-047, APR-018, APR-057, APR-059, APR-060)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const owner = await build.user(fleet, { firstName: 'Dana' })
  const named = await build.user(fleet, { roles: ['Manager'], firstName: 'Mona' })
  const silent = await build.user(fleet, { roles: ['Manager'], firstName: 'Sam' })
  await db.query(
    sql`update users set cell_phone = '5555550123' where id = any(${[owner.id, named.id]}::bigint[])`,
  )
  const vehicle = await build.vehicle(fleet, { name: 'Van 7', odometer: 1000 })
  await db.query(sql`update vehicles set other_id = 'OID-9' where id = ${vehicle.id}`)
  const shop = await build.shop({ name: `Quick Lane ${fleet.id}` })
  await db.query(sql`update shops set time_zone = 'America/Chicago' where id = ${shop.id}`)
  const service = await build.service({ name: `Coolant ${fleet.id}` })
  const order = await anOpenOrder(db, vehicle, {
    status: 'awaiting_approval',
    shopId: shop.id,
    originatorId: owner.id,
    serviceId: service.id,
    price: '80.00',
  })
  for (const status of ['deleted', 'rejected']) {
    const other = await build.service({ name: `Was ${status} ${fleet.id}` })
    await db.query(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
      values (${fleet.id}, ${order.id}, ${other.id}, 'x', ${status}, 5, 5)`)
  }
  await db.query(sql`
    insert into maintenance_policies (fleet_id, amount, user_ids, all_vehicles)
    values (${fleet.id}, 500, ${[named.id, silent.id]}, true)`)
  await db.query(sql`
    insert into shop_order_activity_items (fleet_id, order_id, acting_party, activity_type, total, service_details, told_at)
    values (${fleet.id}, ${order.id}, 'shop', 'estimate', 80, '[{"name": "Coolant", "price": "80.00"}]', now())`)
  await db.query(sql`update fleets set pays_through_platform = true where id = ${fleet.id}`)
  await signInDirectly(context, build, owner)
  const calls = requestsTo(context, /shop_order_activity_items$/)
  await openLoaded(page, `/orders/${order.id}/approvals`)
  // APR-022
  await expect(page.getByRole('region', { name: 'Activity' })).toBeVisible()
  for (const shown of [
    'Van 7',
    'OID-9',
    'N/A',
    `Quick Lane ${fleet.id}`,
    '1 Test Street, Columbus, OH',
    '(614) 555-0100',
    /\d\d\/\d\d\/\d{4} \d\d:\d\d (AM|PM)/,
    /1,000/,
    /^Dana /,
    '(555) 555-0123',
    owner.email,
    '$80.00',
    'Estimate received',
    `Coolant ${fleet.id}`,
    'Rejected',
  ])
    await expect(page.getByText(shown).first()).toBeVisible()
  await expect(page.getByText(`Was deleted ${fleet.id}`)).toHaveCount(0)
  // The shop is in another time zone than this device, so both times are shown.
  await expect(page.getByText(/ C[SD]T at the shop \(.*\d\d:\d\d [AP]M E[SD]T for you\)/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Promotional code' })).toBeVisible()
  expect(calls.at(-1)).toBe(`GET /api/v4/shop_order_activity_items?shop_order_id=${order.id}`)
  const notice = page.getByRole('alert').filter({ hasText: 'You are not eligible to approve this order' })
  const all = (await notice.count()) > 0 ? notice : page.locator('main')
  await expect(all).toContainText(/Mona .*\(555\) 555-0123/)
  await expect(all).toContainText(/Sam .*N\/A/)
  await page.getByRole('link', { name: 'Maintenance history of this vehicle' }).click()
  await expect(page).toHaveURL(`${origin()}/vehicles/${vehicle.id}/history`)
})

test('PO number and cancellation are sent once, for the revision on screen (APR-004, APR-020, APR-038, APR-039, APR-040, APR-041, APR-042, APR-062, APR-064, APR-065)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const owner = await build.user(fleet)
  const order = await anOpenOrder(db, await build.vehicle(fleet), { originatorId: owner.id })
  const sent: { headers: Record<string, string>; body: unknown }[] = []
  context.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith(`/orders/${order.id}`))
      sent.push({ headers: request.headers(), body: request.postDataJSON() })
  })
  await signInDirectly(context, build, owner)
  await openLoaded(page, `/orders/${order.id}/approvals`)
  const edit = page.getByRole('button', { name: 'Change the PO number' })
  // The first response is lost; the same change again is the same call.
  let isLost = false
  await page.route(`**/orders/${order.id}`, async (route) => {
    if (route.request().method() !== 'PUT' || isLost) return route.continue()
    isLost = true
    await route.fetch()
    return route.abort('connectionreset')
  })
  await edit.click()
  await page.getByRole('textbox', { name: 'PO number' }).fill('PO-9')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Maintenance Updated')).toBeVisible()
  expect(sent[0]?.body).toEqual({ po_number: 'PO-9' })
  expect(sent[0]?.headers['if-match']).toBe('"1"')
  expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  const [{ rev } = { rev: 0 }] = await db.query<{ rev: number }>(
    sql`select rev from shop_orders where id = ${order.id}`,
  )
  expect(rev).toBe(2)

  await expect(
    page.getByText('Maintenance requests can only be canceled before the vehicle is received by the shop.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(dialog).toContainText('Are you sure you want cancel?')
  await dialog.getByRole('button', { name: 'Cancel order' }).click()
  await expect(page.getByText('Maintenance Canceled')).toBeVisible()
  expect(sent.at(-1)?.body).toEqual({ status: 'cancel' })
  expect(sent.at(-1)?.headers['if-match']).toBe('"2"')
  await expect(page.getByText('Cancelled').first()).toBeVisible()
})

test('a PO number that a colleague changed meanwhile is not overwritten, and what is typed during the save stays', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const owner = await build.user(fleet)
  const order = await anOpenOrder(db, await build.vehicle(fleet), { originatorId: owner.id })
  await signInDirectly(context, build, owner)
  await openLoaded(page, `/orders/${order.id}/approvals`)
  const edit = page.getByRole('button', { name: 'Change the PO number' })
  const field = page.getByRole('textbox', { name: 'PO number' })
  const save = page.getByRole('button', { name: 'Save' })
  await edit.click()
  await field.fill('PO-1')
  let isSent = false
  const sending = Promise.withResolvers<void>()
  await page.route(`**/orders/${order.id}`, async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    isSent = true
    await sending.promise
    return route.continue()
  })
  await save.click()
  await expect.poll(() => isSent).toBe(true)
  await field.fill('PO-12')
  sending.resolve()
  await expect(page.getByText('Maintenance Updated')).toBeVisible()
  await expect(field).toHaveValue('PO-12')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()

  await edit.click()
  await field.fill('PO-3')
  await db.query(sql`update shop_orders set po_number = 'PO-2', rev = rev + 1 where id = ${order.id}`)
  // Coming back to the window loads the order again, while the form is open.
  const reloaded = page.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().endsWith(`/orders/${order.id}`),
  )
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await reloaded
  const answered = page.waitForResponse((response) => response.request().method() === 'PUT')
  await save.click()
  expect((await answered).ok()).toBe(false)
  const [row] = await db.query(sql`select po_number from shop_orders where id = ${order.id}`)
  expect(row).toEqual({ po_number: 'PO-2' })
  // The colleague's number is shown, and may then be overwritten.
  await expect(page.getByText('The PO number is now PO-2.')).toBeVisible()
  await save.click()
  await expect(field).toHaveCount(0)
  expect(await db.query(sql`select po_number from shop_orders where id = ${order.id}`)).toEqual([
    { po_number: 'PO-3' },
  ])
})

test('shops are paged, added to the favorites, and continue with the text typed before (SHP-002, SHP-004, SHP-005, SHP-008, SHP-009, SHP-016, SVC-067, SVC-069, SVC-071)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const owner = await build.user(fleet)
  const vehicle = await build.vehicle(fleet, { name: 'Van 9' })
  const service = await build.service({ name: `Coolant ${fleet.id}` })
  await db.query(sql`update service_definitions set typical_price = 75 where id = ${service.id}`)
  for (let n = 0; n < 12; n++) {
    const shop = await build.shop({ name: `Far North ${fleet.id}-${n}` })
    await db.query(sql`
      update shops set zip = '99723', city = 'Utqiagvik', state = 'AK', latitude = 71.29, longitude = -156.78 where id = ${shop.id}`)
  }
  await signInDirectly(context, build, owner)
  await openLoaded(page, `/service_request/new?vehicle=${vehicle.id}&services=${service.id}`)
  await page.getByLabel('Comments for the shop').fill('Rattles when cold')
  await page.getByRole('link', { name: 'Search for more shops' }).click()
  const calls = requestsTo(context, /select_shops$|toggle_favorite$/)
  await page.getByRole('textbox', { name: /Zip code/ }).fill('99723')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const found = page.getByRole('list', { name: /./ }).filter({ hasText: `Far North ${fleet.id}` })
  const cards = page.getByRole('heading', { name: /^Far North/ })
  await expect(cards).toHaveCount(10)
  expect(calls[0]).toMatch(/zip=99723/)
  expect(calls[0]).toMatch(/[?&]page=1(&|$)/)
  expect(decodeURIComponent(calls[0] ?? '')).toContain(`vehicle_id=${vehicle.id}`)
  expect(decodeURIComponent(calls[0] ?? '')).toContain(
    `services_requested[0][service_definition_id]=${service.id}`,
  )
  await expect(found.first()).toContainText('$75.00')
  await page.getByRole('button', { name: 'See more' }).click()
  await expect.poll(() => cards.count()).toBeGreaterThan(10)
  const saved: unknown[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/toggle_favorite')) saved.push(request.postDataJSON())
  })
  await page.getByRole('button', { name: `Save Far North ${fleet.id}-0` }).click()
  await page.getByRole('button', { name: `Remove Far North ${fleet.id}-0 from the saved shops` }).click()
  await expect.poll(() => saved).toEqual([{ value: true }, { value: false }])
  const prices = page.waitForRequest(/services\/price_estimates\?/)
  await page.getByRole('link', { name: 'Schedule service' }).first().click()
  await expect(page).toHaveURL(/\/service_request\/new/)
  expect((await prices).url()).toContain(`service_ids=${service.id}`)
  await expect(page.getByLabel('Comments for the shop')).toHaveValue('Rattles when cold')
  await expect(page.getByRole('combobox', { name: 'Vehicle' })).toHaveValue('Van 9')
  await page.getByRole('button', { name: 'All locations' }).click()
  await expect(page.getByRole('search')).toBeVisible()
})

test('the server decides who approves: the page follows can_approve alone, and an order without services says so (APR-026, APR-037)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const user = await build.user(fleet)
  const order = await anOpenOrder(db, await build.vehicle(fleet), { status: 'awaiting_approval' })
  await signInDirectly(context, build, user)
  let canApprove = true
  await page.route(`**/api/v4/orders/${order.id}`, async (route) => {
    const approvers = [{ id: 1, name: 'Mona Manager', cellPhone: null, email: 'm@fleet.example', roles: [] }]
    try {
      const response = await route.fetch()
      const json = { ...(await response.json()), can_approve: canApprove, approvers }
      await route.fulfill({ response, json })
    } catch {
      // A reload aborts the pending read.
      await route.abort().catch(() => {})
    }
  })
  await openLoaded(page, `/orders/${order.id}/approvals`)
  await expect(page.getByText('This order has no services')).toBeVisible()
  const rejection = page.getByText('You are not eligible to approve this order')
  await expect(rejection).toHaveCount(0)
  canApprove = false
  await page.reload()
  await expect(rejection).toBeVisible()
  await expect(page.getByText('Mona Manager')).toBeVisible()
})

for (const status of ['complete', 'paid', 'paid_in_shop', 'paid_deferred'])
  test(`services that are ${status} are shown as completed (APR-061)`, async ({
    page,
    context,
    build,
    db,
  }) => {
    const fleet = await build.fleet()
    const service = await build.service({ name: `Coolant ${fleet.id}` })
    const order = await anOpenOrder(db, await build.vehicle(fleet), { status, serviceId: service.id })
    await db.query(sql`update order_services set status = ${status} where order_id = ${order.id}`)
    await signInDirectly(context, build, await build.user(fleet))
    await openLoaded(page, `/orders/${order.id}/approvals`)
    const line = page.getByRole('listitem').filter({ hasText: `Coolant ${fleet.id}` })
    await expect(line).toContainText('Completed')
  })

test('server texts follow the screen language at once, even if the choice cannot be saved (BRD-058)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const service = await build.service({ name: `Coolant ${fleet.id}` })
  const order = await anOpenOrder(db, await build.vehicle(fleet), { serviceId: service.id })
  await db.query(sql`update fleets set pays_through_platform = true where id = ${fleet.id}`)
  await signInDirectly(context, build, await build.user(fleet))
  await openLoaded(page, `/orders/${order.id}/approvals`)
  const services = page.getByRole('list', { name: 'Services', exact: true })
  await expect(services.getByText(`Coolant ${fleet.id}`, { exact: true })).toBeVisible()
  // Not polled, unlike the order.
  const calls = requestsTo(context, /shop_order_activity_items/)
  await context.route(/\/customers\/\d+\/language/, (route) => route.abort())
  await page.getByRole('button', { name: /Account menu/ }).click()
  await page.getByRole('button', { name: /^FR/ }).click()
  await page.keyboard.press('Escape')
  await expect(services.getByText(`Coolant ${fleet.id} (fr)`)).toBeVisible()
  await expect.poll(() => calls.length).toBeGreaterThan(0)
})

test('comments entered offline wait on the device, appear on the order, and arrive (APR-015, ruling 24)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const owner = await build.user(fleet)
  const order = await anOpenOrder(db, await build.vehicle(fleet, { name: 'Van 8' }), {
    originatorId: owner.id,
  })
  await signInDirectly(context, build, owner)
  await untilReadyForOffline(page)
  await openLoaded(page, `/orders/${order.id}/approvals`)
  const comments = page.getByRole('region', { name: 'Comments for the shop' })
  await comments.getByRole('button', { name: 'Add comments' }).click()
  // APR-022: this fleet does not pay through the platform.
  await expect(page.getByRole('region', { name: 'Activity' })).toHaveCount(0)
  await comments.getByLabel('Comments').fill('Rattles when cold')
  await page.reload()
  await expect(comments.getByLabel('Comments')).toHaveValue('Rattles when cold')
  await context.setOffline(true)
  await comments.getByRole('button', { name: 'Save' }).click()
  await expect(comments.getByText('Rattles when cold')).toBeVisible()
  await expect(comments.getByRole('status')).toContainText('Saved on this computer')
  await expectAccessible(page)
  await chip(page, /1 waiting/).click()
  const tray = page.getByRole('dialog', { name: 'Your entries' })
  await expect(tray.getByRole('article')).toContainText(`Order ${order.id} · Rattles when cold`)
  await expect(tray.getByRole('button', { name: 'Move' })).toHaveCount(0)
  await tray.getByRole('button', { name: 'Close' }).click()
  // Meanwhile the order changes, which does not affect comments.
  await db.query(sql`update shop_orders set status = 'active', rev = rev + 1 where id = ${order.id}`)
  await context.setOffline(false)
  await expect(chip(page, /^All sent/)).toBeVisible({ timeout: 20_000 })
  await expect(comments.getByText('Rattles when cold')).toBeVisible()
  await expect(comments.getByRole('status')).toHaveCount(0)
  // APR-054, APR-062
  await comments.getByRole('button', { name: 'Change the comments' }).click()
  await comments.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Maintenance Updated')).toBeVisible()
  const [row] = await db.query(sql`select customer_comments from shop_orders where id = ${order.id}`)
  expect(row).toEqual({ customer_comments: 'Rattles when cold' })
})

test('typed comments stay in their tab, and are read-only once the order cannot be edited (APR-015)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const owner = await build.user(fleet)
  const order = await anOpenOrder(db, await build.vehicle(fleet), { originatorId: owner.id })
  await signInDirectly(context, build, owner)
  await openLoaded(page, `/orders/${order.id}/approvals`)
  const commentsOn = (tab: typeof page) => tab.getByRole('region', { name: 'Comments for the shop' })
  await commentsOn(page).getByRole('button', { name: 'Add comments' }).click()
  await expect(commentsOn(page).getByLabel('Comments')).toBeFocused()
  await commentsOn(page).getByLabel('Comments').fill('Rattles when cold')
  const other = await context.newPage()
  await openLoaded(other, `/orders/${order.id}/approvals`)
  await expect(commentsOn(other).getByRole('button', { name: 'Add comments' })).toBeVisible()
  await expect(commentsOn(other).getByRole('textbox')).toHaveCount(0)
  await other.close()
  await db.query(sql`update shop_orders set status = 'cancel', rev = rev + 1 where id = ${order.id}`)
  await page.reload()
  await expect(commentsOn(page).getByText('Rattles when cold')).toBeVisible()
  await expect(commentsOn(page).getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await commentsOn(page).getByRole('button', { name: 'Discard draft' }).click()
  await expect(page.getByText('Rattles when cold')).toHaveCount(0)
})

test('on paper an order has its facts and prices, in the page’s width, without navigation, forms and actions (BRD-081)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet({ name: 'Northgate Couriers' })
  const owner = await build.user(fleet)
  const vehicle = await build.vehicle(fleet, { name: 'Van 7', vin: '1FTBW2CM5HKA00007' })
  await db.query(sql`update vehicles set license_plate_number = 'PRT 707' where id = ${vehicle.id}`)
  const service = await build.service({ name: `Coolant ${fleet.id}` })
  const order = await anOpenOrder(db, vehicle, {
    status: 'awaiting_approval',
    originatorId: owner.id,
    serviceId: service.id,
    price: '80.00',
  })
  await signInDirectly(context, build, owner)
  await openLoaded(page, `/orders/${order.id}/approvals`)
  await expect(page.getByRole('region', { name: 'Comments' })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  // Letter paper without its margins.
  await page.setViewportSize({ width: 700, height: 940 })
  const main = page.getByRole('main')
  await expect(main.getByText(`Coolant ${fleet.id}`)).toBeVisible()
  await expect(main.getByText('Van 7').first()).toBeVisible()
  for (const text of ['Northgate Couriers', '1FTBW2CM5HKA00007', 'PRT 707'])
    await expect(main.getByText(text).first()).toBeVisible()
  await expect(main.getByText('Maintenance history of this vehicle')).toBeHidden()
  for (const name of ['Approver notes', 'Comments for the shop'])
    await expect(main.getByRole('heading', { name })).toBeHidden()
  for (const role of ['button', 'textbox'] as const) await expect(main.getByRole(role)).toHaveCount(0)
  for (const role of ['navigation', 'banner', 'contentinfo'] as const)
    await expect(page.getByRole(role)).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('on paper an order has the decision on each line as text, and the proposal that waits for the shop', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const owner = await build.user(fleet, { firstName: 'Dana' })
  const vehicle = await build.vehicle(fleet, { name: 'Van 7' })
  const shop = await build.shop({ name: `Quick Lane ${fleet.id}` })
  const service = await build.service({ name: `Coolant ${fleet.id}` })
  const other = await build.service({ name: `Wipers ${fleet.id}` })
  const order = await anOpenOrder(db, vehicle, {
    status: 'awaiting_approval',
    shopId: shop.id,
    originatorId: owner.id,
    serviceId: service.id,
    price: '80.00',
  })
  await db.query(sql`
    insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
    values (${fleet.id}, ${order.id}, ${other.id}, 'x', 'active', 20, 20)`)
  await db.query(sql`
    update shop_orders set proposed_by = ${owner.id}, proposed_at = now(),
      proposed_datetime = appointment_datetime + interval '1 day' where id = ${order.id}`)
  await signInDirectly(context, build, owner)
  await openLoaded(page, `/orders/${order.id}/approvals`)
  const line = page.getByRole('listitem').filter({ hasText: `Coolant ${fleet.id}` })
  await line.getByRole('button', { name: 'Reject' }).click()
  await line.getByRole('combobox').selectOption('Too expensive')
  // SVC-115: no one knows whether the vehicle is there.
  await expect(page.getByRole('listitem').filter({ hasText: `Wipers ${fleet.id}` })).toContainText(
    'Confirmed',
  )
  const decision = line.getByText('Decision: Reject · Too expensive')
  await expect(decision).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect.soft(decision).toBeVisible()
  await expect
    .soft(page.getByRole('listitem').filter({ hasText: `Wipers ${fleet.id}` }))
    .toContainText('Decision: Approve')
  for (const role of ['button', 'combobox', 'textbox'] as const)
    await expect.soft(page.getByRole('main').getByRole(role)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Appointment time' })).toContainText(
    'Waiting for the shop’s answer',
  )
})
