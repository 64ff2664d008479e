import type { Page } from 'playwright/test'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Builders } from '#tests/support/builders.ts'
import { otherRows } from '#tests/support/entries.ts'
import { anOpenOrder, aWorkday } from '#tests/support/orders.ts'
import { aPromotion } from '#tests/support/promotions.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, openLoaded } from '../support/screens.ts'

test.use(DESK)

/** An order of $100.00 in Ohio at 5.75 %, and two promotions for its fleet only. */
async function aStage(build: Builders, db: Database) {
  const group = await build.affiliation()
  const fleet = await build.fleet({ affiliationId: group.id })
  const user = await build.user(fleet)
  const vehicle = await build.vehicle(fleet, { name: 'Van 1' })
  const shop = await build.shop({ name: `Quick Lane ${fleet.id}` })
  const service = await build.service({ name: `Coolant ${fleet.id}` })
  await otherRows(db).favorite(user, shop)
  await db.query(sql`update service_definitions set typical_price = 100 where id = ${service.id}`)
  const offeredBy = { affiliationId: group.id }
  const tenth = await aPromotion(db, { ...offeredBy, name: 'Tenth off', percentOff: 10 })
  const secret = await aPromotion(db, { ...offeredBy, name: 'Half off', percentOff: 50, isListed: false })
  return { fleet, user, vehicle, shop, service, tenth, secret, affiliationId: group.id }
}
const panel = (page: Page) => page.getByRole('region', { name: 'Promotional code' })
const posts = (page: Page) => {
  const sent: { path: string; body: unknown }[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && pathname.includes('customers_promotions'))
      sent.push({ path: pathname, body: request.postDataJSON() })
  })
  return sent
}

test('an incomplete order has a promotions panel: listed ones, a code, and rejections in the server’s words (SHP-017)', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user, vehicle, shop, service, tenth, secret } = await aStage(build, db)
  const order = await anOpenOrder(db, vehicle, { shopId: shop.id, serviceId: service.id, price: '100.00' })
  await signInDirectly(context, build, user)
  const request = page.waitForRequest(/promotions\/available/)
  const sent = posts(page)
  await openLoaded(page, `/orders/${order.id}/approvals`)
  // SHP-021: the order is sent as the shopping cart.
  expect(new URL((await request).url()).search).toBe(`?shopping_cart_id=${order.id}`)
  const list = panel(page).getByRole('list', { name: 'Available promotions' })
  // SHP-018
  await expect(list).toContainText('Tenth off')
  await expect(list).toContainText('About Tenth off')
  await expect(list).toContainText('$10.00 off')
  await expect(list).not.toContainText('Half off')
  await expectAccessible(page)

  const code = panel(page).getByRole('textbox', { name: 'Code' })
  const submit = panel(page).getByRole('button', { name: 'Apply', exact: true })
  await submit.click()
  // SHP-023
  await expect(panel(page)).toContainText('Please Enter Code')
  expect(sent).toEqual([])

  await code.fill('NO-SUCH')
  await submit.click()
  const rejection = panel(page).getByRole('alert').filter({ hasText: 'We do not know this code.' })
  // SHP-024, SHP-025, API-013
  await expect(rejection).toBeVisible()
  await expect(code).toHaveValue('NO-SUCH')
  // SHP-020
  expect(sent).toEqual([
    {
      path: '/api/v4/customers_promotions',
      body: { shopping_cart_id: order.id, code: 'NO-SUCH', fleet_promocode: true },
    },
  ])

  // SHP-027: during the next attempt, the old rejection is hidden and the buttons are busy.
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/customers_promotions/apply', async (route) => {
    await held
    await route.continue()
  })
  const applyListed = panel(page).getByRole('button', { name: 'Apply Tenth off' })
  await applyListed.click()
  await expect(rejection).toHaveCount(0)
  await expect(submit).toBeDisabled()
  release()
  await expect(list.getByRole('listitem').filter({ hasText: 'Tenth off' })).toContainText('Applied')
  await expect(panel(page)).toContainText('Tenth off is applied: $10.00 off.')
  // SHP-019
  expect(sent.at(-1)).toEqual({
    path: '/api/v4/customers_promotions/apply',
    body: { shopping_cart_id: order.id, promotion_id: tenth.id, fleet_promocode: true },
  })
  await expect(page.getByRole('definition').filter({ hasText: '-$10.00' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '$95.18' })).toBeVisible()

  await code.fill(secret.code)
  await code.press('Enter')
  await expect(panel(page)).toContainText('Half off is applied: $50.00 off.')
  await expectAccessible(page)

  await db.query(sql`update shop_orders set status = 'complete' where id = ${order.id}`)
  await openLoaded(page, `/orders/${order.id}/approvals`)
  await expect(page.getByText('Promotion: Half off')).toBeVisible()
  await expect(panel(page)).toHaveCount(0)
})

test('the first promotion of an order is the applied one (SHP-028)', async ({ page, context, build, db }) => {
  const { user, vehicle, tenth } = await aStage(build, db)
  const order = await anOpenOrder(db, vehicle, { price: '100.00' })
  await page.route(`**/api/v4/orders/${order.id}`, async (route) => {
    const apiResponse = await route.fetch()
    const first = { id: tenth.id, name: 'Tenth off', description: '' }
    const promotions = [first, { id: 999_999_999, name: 'Second', description: '' }]
    const json = { ...(await apiResponse.json()), promotions, discount: '10.00' }
    await route.fulfill({ response: apiResponse, json })
  })
  await signInDirectly(context, build, user)
  await openLoaded(page, `/orders/${order.id}/approvals`)
  await expect(panel(page)).toContainText('Tenth off is applied: $10.00 off.')
  await expect(page.getByText('Second')).toHaveCount(0)
})

test.describe('in scheduling', () => {
  async function book(
    page: Page,
    { vehicle, service }: { vehicle: { id: number }; service: { id: number } },
  ) {
    await openLoaded(page, `/service_request/new?vehicle=${vehicle.id}&services=${service.id}`)
    await page.getByRole('button', { name: 'Choose', exact: true }).click()
    await expect(page).toHaveURL(/\/service_request\/schedule$/)
    const day = aWorkday()
    await page
      .getByRole('textbox', { name: /^Date/ })
      .fill(`${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`)
    await page.getByLabel('Time').selectOption('10:00 AM')
  }
  const orderOf = async (db: Database, vehicle: { id: number }) =>
    (
      await db.query<{ id: number; discount: string; total: string }>(
        sql`select id, discount, total from shop_orders where vehicle_id = ${vehicle.id}`,
      )
    )[0]

  test('a promotion is checked, restored after a reload, and applied once the order exists (SHP-017, SHP-021)', async ({
    page,
    context,
    build,
    db,
  }) => {
    test.slow()
    const stage = await aStage(build, db)
    await signInDirectly(context, build, stage.user)
    const sent = posts(page)
    await book(page, stage)
    const code = panel(page).getByRole('textbox', { name: 'Code' })
    const use = panel(page).getByRole('button', { name: 'Use', exact: true })
    // SHP-024: a code is checked before the booking, and the rejection appears at the field with the typed code.
    await code.fill('NOPE')
    await use.click()
    await expect(code).toHaveAccessibleDescription('We do not know this code. Check it and try again.')
    await expect(code).toHaveValue('NOPE')
    await expectAccessible(page)
    const large = await aPromotion(db, { affiliationId: stage.affiliationId, percentOff: 90, minimum: 300 })
    await code.fill(large.code)
    await expect(code).toHaveAccessibleDescription('')
    await use.click()
    await expect(code).toHaveAccessibleDescription(
      'The services cost less than the minimum for this promotion. Add services, or book without it.',
    )
    await expect(panel(page)).not.toContainText('applied once')
    await code.fill(stage.secret.code.toLowerCase())
    await use.click()
    await expect(panel(page)).toContainText('Half off takes $50.00 off.')
    await expect(page.getByRole('definition').filter({ hasText: '-$50.00' })).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: '$52.88' })).toBeVisible()
    await panel(page).getByRole('button', { name: 'Remove promotion' }).click()
    await expect(panel(page)).not.toContainText('$50.00')
    await panel(page).getByRole('button', { name: 'Use Tenth off' }).click()
    await expect(panel(page)).toContainText('Tenth off takes $10.00 off.')
    // A stored promotion is checked again when the screen opens.
    await db.query(sql`update promotions set minimum = 101 where id = ${stage.tenth.id}`)
    await page.reload()
    await expect(panel(page)).toContainText(
      'Tenth off cannot be applied. The services cost less than the minimum for this promotion. Add services, or book without it.',
    )
    await db.query(sql`update promotions set minimum = 0 where id = ${stage.tenth.id}`)
    await page.reload()
    await expect(panel(page)).toContainText(
      'Tenth off takes $10.00 off. It is applied once the appointment is booked.',
    )
    await expectAccessible(page)
    expect(sent).toEqual([])
    await page.getByRole('button', { name: 'Book appointment' }).click()
    await expect(page).toHaveURL(`${origin()}/dashboard`)
    const order = await orderOf(db, stage.vehicle)
    expect(sent.map(({ body }) => body)).toEqual([
      { shopping_cart_id: order?.id, promotion_id: stage.tenth.id, fleet_promocode: true },
    ])
    expect(order).toMatchObject({ discount: '10.00', total: '95.18' })
    await expect(page.getByText(/Appointment requested: /).first()).toBeVisible()
  })

  test('a promotion whose responses were lost is applied once, and not reported as refused (SHP-021)', async ({
    page,
    context,
    build,
    db,
  }) => {
    test.slow()
    const stage = await aStage(build, db)
    await signInDirectly(context, build, stage.user)
    const keys: (string | undefined)[] = []
    await page.route('**/customers_promotions/apply', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      await route.fetch()
      await route.abort()
    })
    await book(page, stage)
    await panel(page).getByRole('button', { name: 'Use Tenth off' }).click()
    await page.getByRole('button', { name: 'Book appointment' }).click()
    // The appointment is booked in any case.
    await expect(page).toHaveURL(`${origin()}/dashboard`, { timeout: 15_000 })
    await expect(page.getByText(/We do not know yet whether the promotion was applied/).first()).toBeVisible()
    expect([keys.length, new Set(keys).size]).toEqual([3, 1])
    expect(await orderOf(db, stage.vehicle)).toMatchObject({ discount: '10.00' })
  })

  test('a code that could not be checked is stored; its rejection does not undo the booking, and is reported (SHP-021, SHP-024)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const stage = await aStage(build, db)
    await signInDirectly(context, build, stage.user)
    await page.route('**/promotions/check', (route) => route.abort())
    await book(page, stage)
    await panel(page).getByRole('textbox', { name: 'Code' }).fill('NO-SUCH')
    await panel(page).getByRole('button', { name: 'Use', exact: true }).click()
    await expect(panel(page)).toContainText('NO-SUCH could not be checked now. It is checked when you book.')
    await page.getByRole('button', { name: 'Book appointment' }).click()
    await expect(page).toHaveURL(`${origin()}/dashboard`)
    await expect(
      page.getByText(/Appointment requested: .*The promotion was not applied: We do not know this code\./),
    ).toBeVisible()
    expect(await orderOf(db, stage.vehicle)).toMatchObject({ discount: '0.00' })
  })
})
