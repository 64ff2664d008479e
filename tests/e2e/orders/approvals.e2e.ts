import type { BrowserContext, Page } from 'playwright/test'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Builders } from '#tests/support/builders.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { aPromotion } from '#tests/support/promotions.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signIn, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded, PHONE } from '../support/screens.ts'

interface OrderGiven {
  prices?: string[]
  providers?: ('Braintree' | 'WEX' | 'Fleetcor')[]
  vehicle?: string
}

/** A fleet whose automatic policy ends at 100.00, and a larger order that waits for its owner. */
async function aWaitingOrder(build: Builders, db: Database, given: OrderGiven = {}) {
  const { prices = ['200.00', '80.75'], providers = [] } = given
  const fleet = await build.fleet({ name: 'Northgate Couriers' })
  const owner = await build.user(fleet, { firstName: 'Dana' })
  await db.query(sql`
    update fleets set pays_through_platform = ${providers.length > 0}, payment_providers = ${providers}::text[]
    where id = ${fleet.id}`)
  await db.query(sql`
    insert into maintenance_policies (fleet_id, amount, user_ids, all_vehicles, auto_approvable)
    values (${fleet.id}, 100, ${[]}, true, true)`)
  const vehicle = await build.vehicle(fleet, { name: given.vehicle ?? 'Van 12', odometer: 61_000 })
  const shop = await build.shop({ name: `Quick Lane ${fleet.id}` })
  // Without sales tax, the total is the sum of the lines.
  await db.query(sql`update shops set state = 'OR' where id = ${shop.id}`)
  const total = prices.reduce((sum, price) => sum + Number(price), 0).toFixed(2)
  const order = await anOpenOrder(db, vehicle, {
    status: 'awaiting_approval',
    shopId: shop.id,
    originatorId: owner.id,
    price: total,
  })
  const names = ['Brake pads', 'Wiper blades', 'Coolant'].map((name) => `${name} ${fleet.id}`)
  for (const [n, price] of prices.entries()) {
    const service = await build.service({ name: names[n] as string })
    await db.query(sql`
      insert into order_services (fleet_id, order_id, service_definition_id, name, status, price, total)
      values (${fleet.id}, ${order.id}, ${service.id}, ${names[n]}, 'awaiting_approval', ${price}, ${price})`)
  }
  return { fleet, owner, vehicle, shop, order, names, path: `/orders/${order.id}/approvals` }
}

const statusOf = async (db: Database, order: { id: number }) =>
  (await db.query<{ status: string }>(sql`select status from shop_orders where id = ${order.id}`))[0]?.status

/** Records bodies and keys of the changes sent to the order. */
function decisionsOf(context: BrowserContext, order: { id: number }) {
  const sent: { body: Record<string, unknown>; key: string | undefined; ifMatch: string | undefined }[] = []
  context.on('request', (request) => {
    if (request.method() !== 'PUT' || !request.url().endsWith(`/orders/${order.id}`)) return
    const headers = request.headers()
    sent.push({ body: request.postDataJSON(), key: headers['idempotency-key'], ifMatch: headers['if-match'] })
  })
  return sent
}

const confirmed = (page: Page) =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Approve', exact: true })

test.describe('on a phone', () => {
  test.use(PHONE)

  test('an approver decides with three taps from the email, with everything in one view (APR-027, APR-043, APR-044, APR-051, APR-063)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, owner, order, path } = await aWaitingOrder(build, db, { providers: ['Braintree'] })
    const card = await build.paymentMethod(fleet, owner, { isDefault: true })
    await db.query(sql`
      insert into shop_order_activity_items (fleet_id, order_id, acting_party, activity_type, total)
      values (${fleet.id}, ${order.id}, 'shop', 'estimate', 280.75)`)
    const link = await mailedLink(db, owner.email)
    expect(link).toContain(path)
    await signInDirectly(context, build, owner)
    const sent = decisionsOf(context, order)
    // The email contains the server's public address; the tests sign in under another name of this machine.
    const startedAt = Date.now()
    await page.goto(`${origin()}${new URL(link).pathname}`)
    const approve = page.getByRole('button', { name: 'Approve all' })
    await expect(approve).toBeVisible()
    for (const shown of [
      page.getByRole('link', { name: 'Van 12' }).first(),
      page.getByRole('link', { name: /^Quick Lane/ }).first(),
      page.getByText('$280.75').first(),
      page.getByText('$180.75 over the policy limit'),
      page.getByText(/Limit \$100\.00/),
      approve,
      page.getByRole('button', { name: 'Review lines' }),
      page.getByRole('button', { name: 'Reject', exact: true }).last(),
    ])
      await expect(shown).toBeInViewport({ ratio: 1 })
    // No amount was authorized before, so none is shown as held.
    await expect(page.getByText('Already paid')).toBeVisible()
    await expect(page.getByText('Held from the earlier approval')).toHaveCount(0)
    await approve.tap()
    await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to accept all services?')
    await expect(page.getByRole('alertdialog')).toContainText('Visa ending in 1111')
    await confirmed(page).tap()
    await expect(page).toHaveURL(`${origin()}/dashboard`)
    expect(Date.now() - startedAt).toBeLessThan(20_000)
    await expect(page.getByText('Maintenance Approved')).toBeVisible()
    await expect(page.getByRole('link', { name: `Open order ${order.id}` })).toBeVisible()
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toMatchObject({
      status: 'approved',
      order_services: [{ status: 'approved' }, { status: 'approved' }],
      payment_provider: 'Braintree',
      payment_method_id: card.id,
    })
    expect(await statusOf(db, order)).toBe('approved')
    const payments = await db.query(sql`select status, amount from payments where order_id = ${order.id}`)
    expect(payments).toMatchObject([{ status: 'authorized' }])
  })

  test('Review lines, pressed before the lines render, scrolls to them once they do', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { owner, path } = await aWaitingOrder(build, db)
    await signInDirectly(context, build, owner)
    // The lines render together with the payments, whose texts arrive late.
    let deliver = () => {}
    const delivered = new Promise<void>((resolve) => {
      deliver = resolve
    })
    await page.route(/\/order-payments-[^/]*\.json$/, async (route) => {
      await delivered
      await route.continue()
    })
    await page.goto(`${origin()}${path}`)
    const lines = page.getByRole('list', { name: 'Services' })
    await page.getByRole('button', { name: 'Review lines' }).tap()
    await expect(lines).toHaveCount(0)
    deliver()
    await expect(lines).toBeFocused()
    await expect(lines).toBeInViewport()
  })

  test('the page explains offline why nothing can be decided (ruling 24)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { owner, path } = await aWaitingOrder(build, db)
    await signInDirectly(context, build, owner)
    await openLoaded(page, path)
    await expect(page.getByRole('button', { name: 'Approve all' })).toBeVisible()
    await goOffline(page, context)
    // OFF-044 as settled by ruling 24: what cannot be queued says that it needs a connection.
    await expect(
      page.getByRole('status').filter({ hasText: 'You need a connection to approve or reject' }).last(),
    ).toBeInViewport({ ratio: 1 })
    // The button looks disabled, but responds to a tap.
    await page.getByRole('button', { name: 'Approve all' }).tap({ force: true })
    await expect(page.getByRole('tooltip')).toContainText('You need a connection to approve or reject')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
})

test.describe('on a desktop', () => {
  test.use(DESK)

  test('each line is approved or rejected with a reason, labeled, and compared (APR-012, APR-013, APR-014, APR-016, APR-017, APR-053, APR-055, APR-056, APR-058)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { owner, order, names, path } = await aWaitingOrder(build, db)
    await signInDirectly(context, build, owner)
    const sent = decisionsOf(context, order)
    const preview = page.waitForRequest((request) => request.url().endsWith(`/orders/${order.id}/preview`))
    await openLoaded(page, path)
    expect((await preview).postDataJSON()).toEqual({ priceAsApprovalsLogic: true })
    const line = page
      .getByRole('listitem')
      .filter({ hasText: names[1] as string })
      .first()
    await expect(line).toContainText('Retail price')
    await expect(line).toContainText('Not done on this vehicle before')
    await line.getByRole('button', { name: `Add a label: ${names[1]}` }).click()
    await line.getByLabel('Label', { exact: false }).last().fill('Front wipers')
    await line.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Front wipers').first()).toBeVisible()
    const wipers = page.getByRole('listitem').filter({ hasText: 'Front wipers' }).first()
    await wipers.getByRole('button', { name: 'Reject' }).click()
    // The same total next to the buttons, in the summary and below the lines.
    await expect(page.getByText('Total $200.00')).toBeVisible()
    await expect(page.getByText('your selection $200.00 before tax')).toBeVisible()
    await expect(page.getByText('Your selection is $100.00 over the policy limit')).toBeVisible()
    await expect(page.locator('dt:text-is("Total") + dd')).toHaveText('$200.00')
    await page.getByRole('button', { name: 'Approve 1 of 2' }).click()
    // A reason is required before anything is sent.
    await expect(page.getByText('Choose a reason for each service that you reject.')).toBeVisible()
    await expect(wipers.getByLabel('Reason')).toBeFocused()
    expect(await wipers.getByLabel('Reason').locator('option').allTextContents()).toEqual([
      'Choose…',
      'Too expensive',
      'Not needed now',
      'Will be done elsewhere',
      'Already done',
      'Other',
    ])
    await wipers.getByLabel('Reason').selectOption('Too expensive')
    const note = page.getByLabel('Note for other approvers')
    await note.fill('x'.repeat(600))
    expect((await note.inputValue()).length).toBe(500)
    await note.fill('Agreed by phone')
    // A reload keeps all of it.
    await page.reload()
    await expect(note).toHaveValue('Agreed by phone')
    await page.getByRole('button', { name: 'Approve 1 of 2' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Approved services: 1; rejected services: 1.')
    await confirmed(page).click()
    await expect(page.getByText(`Maintenance Approved · Not approved: ${names[1]}`)).toBeVisible()
    expect(sent.at(-1)?.body.order_services).toMatchObject([
      { status: 'approved' },
      { status: 'rejected', rejection_reason: 'too_expensive' },
    ])
    await page.getByRole('link', { name: `Open order ${order.id}` }).click()
    await expect(page.getByText('Agreed by phone')).toBeVisible()
    await expect(page.getByText('Rejected · Too expensive')).toBeVisible()
    await page
      .getByRole('button', { name: 'Back', exact: true })
      .or(page.getByRole('link', { name: 'Back', exact: true }))
      .click()
    await expect(page).toHaveURL(`${origin()}/dashboard`)
  })

  test('the link of an email opens the order after signing in (ACC-015)', async ({ page, build, db }) => {
    const { owner, path } = await aWaitingOrder(build, db)
    await page.goto(`${origin()}${path}`)
    await expect(page).toHaveURL(/\/sign_in/)
    await signIn(page, db, owner)
    await expect(page).toHaveURL(`${origin()}${path}`)
    await expect(page.getByRole('button', { name: 'Approve all' })).toBeVisible()
  })

  test('a driver approves if the vehicle has no policy, without labels, ranges and history (APR-031, APR-032, APR-033, APR-034, APR-036)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, vehicle, order, path } = await aWaitingOrder(build, db)
    await db.query(sql`delete from maintenance_policies where fleet_id = ${fleet.id}`)
    const driver = await build.user(fleet, { roles: ['Driver'] })
    await db.query(sql`
      insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${vehicle.id}, ${driver.id})`)
    await signInDirectly(context, build, driver)
    await openLoaded(page, path)
    await expect(page.getByText('No policy approves this automatically')).toBeVisible()
    await expect(page.getByText('Retail price').first()).toBeVisible()
    for (const hidden of ['Add a label', 'Maintenance history of this vehicle', /Network price/])
      await expect(page.getByText(hidden)).toHaveCount(0)
    // By keyboard alone: the confirmation has the focus.
    await page.getByRole('button', { name: 'Approve all' }).press('Enter')
    await expect(confirmed(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Maintenance Approved')).toBeVisible()
    expect(await statusOf(db, order)).toBe('approved')
  })

  test('rejecting a whole estimate for one reason cancels the order (APR-013, APR-064)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { owner, order, path } = await aWaitingOrder(build, db)
    await signInDirectly(context, build, owner)
    const sent = decisionsOf(context, order)
    await openLoaded(page, path)
    await page.getByRole('button', { name: 'Reject', exact: true }).last().click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText('the order is canceled')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    expect(sent).toEqual([])
    await dialog.getByLabel('Reason').selectOption('Not needed now')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await expect(page.getByText('Maintenance Canceled')).toBeVisible()
    expect(await statusOf(db, order)).toBe('cancel')
  })

  test('rejecting the only line of a returned order says that it cancels the order', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { owner, order, path } = await aWaitingOrder(build, db, { prices: ['200.00'] })
    await db.query(sql`
      update shop_orders set last_approval_date = now() - interval '1 day', approver_id = ${owner.id} where id = ${order.id}`)
    await signInDirectly(context, build, owner)
    await openLoaded(page, path)
    await page.getByRole('button', { name: 'Reject', exact: true }).last().click()
    await expect(page.getByRole('alertdialog')).toContainText('the order is canceled')
  })

  test('a decision whose note could not be sent says at the top that nothing was decided', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { owner, order, path } = await aWaitingOrder(build, db)
    await signInDirectly(context, build, owner)
    await openLoaded(page, path)
    await page.route('**/api/v4/notes', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503, json: {} }) : route.continue(),
    )
    await page.getByLabel('Note for other approvers').fill('Agreed by phone')
    await page.getByRole('button', { name: 'Approve all' }).click()
    await confirmed(page).click()
    await expect(page.getByText('The note was not sent, so nothing was decided.')).toBeInViewport()
    expect(await statusOf(db, order)).toBe('awaiting_approval')
    await page.unroute('**/api/v4/notes')
    await page.getByRole('button', { name: 'Approve all' }).click()
    await confirmed(page).click()
    await expect(page.getByText('Maintenance Approved')).toBeVisible()
    await expect(page.getByText('The note was not sent, so nothing was decided.')).toHaveCount(0)
  })

  test('what is typed into a label while it is being saved stays', async ({ page, context, build, db }) => {
    const { owner, order, names, path } = await aWaitingOrder(build, db, { prices: ['200.00'] })
    await signInDirectly(context, build, owner)
    await openLoaded(page, path)
    const release = Promise.withResolvers<void>()
    await page.route(`**/api/v4/orders/${order.id}/vanity`, async (route) => {
      await release.promise
      await route.continue()
    })
    await page.getByRole('button', { name: `Add a label: ${names[0]}` }).click()
    const label = page.getByLabel('Label', { exact: false }).last()
    await label.fill('Front')
    const sent = page.waitForRequest((request) => request.url().endsWith('/vanity'))
    await page.getByRole('button', { name: 'Save' }).click()
    await sent
    await label.fill('Front axle')
    release.resolve()
    await expect(page.getByText('Maintenance Updated')).toBeVisible()
    await expect(label).toHaveValue('Front axle')
  })

  test('an order that changed meanwhile is shown again before it can be approved', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { owner, order, names, path } = await aWaitingOrder(build, db)
    await signInDirectly(context, build, owner)
    const sent = decisionsOf(context, order)
    await openLoaded(page, path)
    const line = page
      .getByRole('listitem')
      .filter({ hasText: names[0] as string })
      .first()
    await line.getByRole('button', { name: 'Reject' }).click()
    await line.getByLabel('Reason').selectOption('Too expensive')
    await db.query(sql`
      update order_services set price = 500, total = 500 where order_id = ${order.id} and price = 80.75`)
    await db.query(sql`
      update shop_orders set rev = rev + 1, pre_tax_sub_total = 700, total = 700 where id = ${order.id}`)
    await page.getByRole('button', { name: 'Approve 1 of 2' }).click()
    await confirmed(page).click()
    await expect(page.getByText('This order changed while you were looking at it')).toBeVisible()
    await expect(page.getByText(`${names[1]}: $80.75 is now $500.00`)).toBeVisible()
    expect(await statusOf(db, order)).toBe('awaiting_approval')
    // The earlier choice is still there.
    await expect(line.getByLabel('Reason')).toHaveValue('too_expensive')
    await page.getByRole('button', { name: 'Review lines' }).click()
    const seen = page.getByRole('button', { name: 'I have seen the changes' })
    await expect(seen).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Tab')
    await expect(seen).toBeFocused()
    await seen.click()
    await page.getByRole('button', { name: 'Approve 1 of 2' }).click()
    await confirmed(page).click()
    await expect(page.getByText('Maintenance Approved')).toBeVisible()
    expect(new Set(sent.map(({ ifMatch }) => ifMatch)).size).toBe(2)
  })

  test('a promotion that the approver applied is no change to acknowledge', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { owner, path } = await aWaitingOrder(build, db, { prices: ['200.00'] })
    const { code } = await aPromotion(db, { percentOff: 10, isListed: false })
    await signInDirectly(context, build, owner)
    await openLoaded(page, path)
    await page.getByRole('textbox', { name: 'Code' }).fill(code)
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(page.getByText('$20.00 off.')).toBeVisible()
    await expect(page.getByText('$180.00').first()).toBeVisible()
    await expect(page.getByText('This order changed while you were looking at it')).toHaveCount(0)
    await page.getByRole('button', { name: 'Approve all' }).click()
    await confirmed(page).click()
    await expect(page.getByText('Maintenance Approved')).toBeVisible()
  })

  test('the second of two approvers sees the decision, and keeps the note (ruling 30)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, owner, order, path } = await aWaitingOrder(build, db)
    const other = await build.user(fleet, { firstName: 'Mona' })
    await signInDirectly(context, build, owner)
    await openLoaded(page, path)
    await page.getByLabel('Note for other approvers').fill('I would wait')
    await db.query(sql`
      update shop_orders set status = 'approved', rev = rev + 1, approver_id = ${other.id}, last_approval_date = now()
      where id = ${order.id}`)
    await db.query(sql`
      insert into shop_order_activity_items (fleet_id, order_id, acting_user_id, acting_party, activity_type, total, told_at)
      values (${fleet.id}, ${order.id}, ${other.id}, 'user', 'approve', 280.75, now())`)
    // The note would be sent first and is always accepted, so this refreshes the page instead.
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('Already decided: approved')).toBeVisible({ timeout: 20_000 })
    await expect(page.getByText(/Decided by Mona .* on \d\d\/\d\d\/\d{4}/)).toBeVisible()
    const note = page.getByLabel('Note for other approvers')
    await expect(note).toHaveValue('I would wait')
    await expect(page.getByRole('button', { name: 'Approve all' })).toHaveCount(0)
    // What is typed while the note is sent stays in the field.
    const release = Promise.withResolvers<void>()
    await context.route('**/api/**', async (route) => {
      if (route.request().method() === 'POST') await release.promise
      await route.continue()
    })
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.postData()?.includes('I would wait') === true,
    )
    await page.getByRole('button', { name: 'Add note' }).click()
    await sent
    await note.fill('I would wait until Monday')
    release.resolve()
    await expect(note).toHaveValue('until Monday')
  })

  test('a decline is reported at the top and at the card, and another card pays (APR-019, APR-021, APR-028, APR-029, APR-030)', async ({
    page,
    context,
    build,
    db,
  }) => {
    // The sandbox declines this amount.
    const { fleet, owner, order, path } = await aWaitingOrder(build, db, {
      prices: ['2001.00'],
      providers: ['Braintree', 'WEX'],
    })
    await build.paymentMethod(fleet, owner, { name: 'Fleet card' })
    await build.paymentMethod(fleet, owner, { name: 'Spare card' })
    await signInDirectly(context, build, owner)
    await openLoaded(page, path)
    const approve = page.getByRole('button', { name: 'Approve all' })
    await approve.click()
    await expect(page.getByText('Please select payment provider').first()).toBeVisible()
    await page.getByRole('radio', { name: 'WEX' }).check()
    await approve.click()
    await expect(
      page.getByText('Please add your WEX number in Settings > Payments to proceed').first(),
    ).toBeVisible()
    await page.getByRole('radio', { name: 'Braintree' }).check()
    await approve.click()
    await expect(
      page.getByText('Please select a payment card or add one in Settings > Payments').first(),
    ).toBeVisible()
    const cards = page.getByRole('radio', { name: /Visa ending in 1111/ })
    await expect(cards).toHaveCount(2)
    await expect(page.getByRole('radiogroup').getByText('Visa', { exact: true })).toHaveCount(2)
    await cards.first().check()
    await approve.click()
    await confirmed(page).click()
    await expect(page.getByText('Approval failed')).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    await expect(page.getByRole('radiogroup', { name: 'Pay with' })).toHaveAccessibleDescription(/card/)
    expect(await statusOf(db, order)).toBe('awaiting_approval')
  })

  test('a payment with an unknown result is checked under the same key, and never started twice', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, owner, order, names, path } = await aWaitingOrder(build, db, { providers: ['Braintree'] })
    await build.paymentMethod(fleet, owner, { isDefault: true })
    await signInDirectly(context, build, owner)
    const sent = decisionsOf(context, order)
    let isKnown = false
    await page.route(`**/api/v4/orders/${order.id}`, async (route) => {
      if (route.request().method() !== 'PUT' || isKnown) return route.continue()
      return route.fulfill({
        status: 409,
        headers: { 'X-Wheelbook-Api': '4' },
        contentType: 'application/problem+json',
        json: { code: 'payment_unknown', errors: ['?'], retry_after: 1 },
      })
    })
    await openLoaded(page, path)
    await page.getByRole('button', { name: 'Approve all' }).click()
    await confirmed(page).click()
    await expect(page.getByText('The payment is being checked').first()).toBeVisible()
    const why = 'The payment is being checked. Wait for the result.'
    const line = page.getByRole('group', { name: `Decision on ${names[0]}` })
    await expect(line).toHaveAccessibleDescription(why)
    await expect(line.getByRole('button', { name: 'Reject' })).toBeDisabled()
    await expect(page.getByRole('radiogroup', { name: 'Pay with' }).getByRole('radio')).toBeDisabled()
    await page.getByRole('button', { name: 'Approve all' }).click({ force: true })
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    isKnown = true
    await expect(page.getByText('Maintenance Approved')).toBeVisible({ timeout: 15_000 })
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(await db.query(sql`select 1 from payments where order_id = ${order.id}`)).toHaveLength(1)
  })

  test('a returning order shows its changes, and a rejected change keeps its approved price', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { owner, order, names, path } = await aWaitingOrder(build, db)
    await db.query(sql`
      update order_services set approved_price = 60 where order_id = ${order.id} and price = 80.75`)
    await db.query(sql`
      update shop_orders set last_approval_date = now() - interval '1 day', approver_id = ${owner.id} where id = ${order.id}`)
    await signInDirectly(context, build, owner)
    await openLoaded(page, path)
    const changed = page
      .getByRole('listitem')
      .filter({ hasText: names[1] as string })
      .first()
    await expect(changed).toContainText(/Changed: was \$60\.00, approved by Dana .* on/)
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: names[0] as string })
        .first(),
    ).toContainText('New since the last approval')
    await expectAccessible(page)
    await page.setViewportSize(DESK.viewport)
    await changed.getByRole('button', { name: 'Keep at $60.00' }).click()
    await changed.getByLabel('Reason').selectOption('Too expensive')
    await page.getByRole('button', { name: 'Approve 2 of 2' }).click()
    await confirmed(page).click()
    await expect(page.getByText('Maintenance Approved')).toBeVisible()
    const lines = await db.query(
      sql`select price, status from order_services where order_id = ${order.id} order by id`,
    )
    expect(lines).toMatchObject([
      { price: '200.00', status: 'approved' },
      { price: '60.00', status: 'approved' },
    ])
  })

  test('a rejection that loses the discount shows its total, and asks how it is paid (APR-086)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { fleet, owner, order, names, path } = await aWaitingOrder(build, db, { providers: ['Braintree'] })
    const card = await build.paymentMethod(fleet, owner, { name: 'Fleet card' })
    await build.paymentMethod(fleet, owner, { name: 'Spare card' })
    // The promotion replaced another one after the first service was approved. All services together are free.
    const promotion = await aPromotion(db, { amountOff: 280.75, minimum: 250 })
    await db.query(sql`
      insert into customers_promotions (fleet_id, order_id, promotion_id) values (${fleet.id}, ${order.id}, ${promotion.id})`)
    await db.query(sql`
      update order_services set approved_price = 200 where order_id = ${order.id} and price = 200`)
    await db.query(sql`
      update shop_orders set discount = 280.75, total = 0, last_approval_date = now() - interval '1 day',
        approver_id = ${owner.id} where id = ${order.id}`)
    await signInDirectly(context, build, owner)
    const sent = decisionsOf(context, order)
    await openLoaded(page, path)
    await expect(page.getByText('Total $0.00')).toBeVisible()
    const cards = page.getByRole('radiogroup', { name: 'Pay with' })
    await expect(cards).toHaveCount(0)
    const added = page
      .getByRole('listitem')
      .filter({ hasText: names[1] as string })
      .first()
    await added.getByRole('button', { name: 'Reject' }).click()
    await expect(page.getByText('Total $200.00')).toBeVisible()
    await expect(cards).toBeVisible()
    await added.getByRole('button', { name: 'Approve' }).click()
    await expect(cards).toHaveCount(0)
    const dialog = page.getByRole('alertdialog')
    const rejectAll = async (cost: string) => {
      await page.getByRole('button', { name: 'Reject', exact: true }).last().click()
      await expect(dialog).toContainText(cost)
      await dialog.getByLabel('Reason').selectOption('Not needed now')
      await dialog.getByRole('button', { name: 'Reject' }).click()
    }
    await rejectAll('Total $200.00')
    await expect(page.getByText(/Please select a payment card/).first()).toBeVisible()
    expect(sent).toEqual([])
    await cards.getByRole('radio').first().check()
    await rejectAll('$200.00, held on Visa ending in 1111')
    await expect(page.getByText('Maintenance Approved')).toBeVisible()
    expect(sent[0]?.body).toMatchObject({ payment_provider: 'Braintree', payment_method_id: card.id })
    expect(await db.query(sql`select amount, status from payments where order_id = ${order.id}`)).toEqual([
      { amount: '200.00', status: 'authorized' },
    ])
  })
})

/** Waits for the newest approval email, which the server sends by itself, and returns its link. */
async function mailedLink(db: Database, recipient: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const [mail] = await db.query<{ text: string }>(sql`
          select text from mails where recipient = ${recipient} and subject like 'Approval needed%' order by id desc limit 1`)
        link = /https?:\/\/\S+\/approvals/.exec(mail?.text ?? '')?.[0]
        return link
      },
      { timeout: 30_000 },
    )
    .toBeDefined()
  return link ?? ''
}
