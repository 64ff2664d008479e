// Payments of an order: history, refund, manual review (APR-022, APR-023, rulings 27 and 28).
import type { Page } from 'playwright/test'
import type { Role } from '#domain/access/permissions.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Builders } from '#tests/support/builders.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK } from '../support/screens.ts'
import { aPayingFleet } from './paying-fleet.ts'

test.use(DESK)

/** A fleet with a card, and orders completed without a payment: all in manual review. */
async function aFleetInReview(
  world: { build: Builders; db: Database },
  prices: string[],
  roles: Role[] = ['Owner'],
) {
  const { build, db } = world
  const { fleet, user } = await aPayingFleet(world, { roles })
  const card = await build.paymentMethod(fleet, user, { name: 'Fuel', isDefault: true })
  const service = await build.service({ name: 'Oil change' })
  const vehicle = await build.vehicle(fleet, { name: 'Van 7' })
  const orders = []
  for (const price of prices)
    orders.push(await anOpenOrder(db, vehicle, { status: 'paid_deferred', serviceId: service.id, price }))
  return { fleet, user, card, orders }
}
const open = (page: Page, order: { id: number } | undefined) =>
  page.goto(`${origin()}/orders/${order?.id}/approvals`)
const money = (page: Page) => page.getByRole('region', { name: 'Payments' })
const history = (page: Page) =>
  page.getByRole('list', { name: 'Payment history' }).getByRole('listitem').locator('p:first-child')

test('an order in manual review is paid with another card, then partly refunded; the history is newest first (APR-023)', async ({
  page,
  context,
  build,
  db,
}) => {
  test.slow()
  const { user, orders } = await aFleetInReview({ build, db }, ['80.00'])
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}/fleet_transactions`)
  await page.getByRole('link', { name: `Order ${orders[0]?.id}` }).click()
  await expect(money(page)).toContainText('In Manual Review')
  await expect(money(page)).toContainText('no payment was approved')
  await expect(money(page).getByRole('button', { name: 'Retry payment' })).toHaveCount(0)
  await money(page).getByRole('button', { name: 'Use another method' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Charge/ }).click()
  await expect(dialog.getByText('Choose a payment method')).toBeVisible()
  await dialog.getByRole('radio', { name: /Visa ending in 1111/ }).check()
  await dialog.getByRole('button', { name: /^Charge/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(history(page)).toHaveText(['Paid', 'Amount held'])
  await expect(money(page)).not.toContainText('In Manual Review')

  await money(page).getByRole('button', { name: 'Refund' }).click()
  const [amount, reason] = [dialog.getByLabel('Amount'), dialog.getByLabel('Reason')]
  await expect(amount).toHaveValue('80.00')
  await expect(dialog).toContainText('Up to $80.00 can be refunded to Visa 1111.')
  for (const wrong of ['80.01', '0', '-5', 'all']) {
    await amount.fill(wrong)
    await dialog.getByRole('button', { name: 'Refund' }).click()
    await expect(amount).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await expect(amount).toBeFocused()
  await amount.fill('30.5')
  await reason.fill('Wrong part')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(history(page)).toHaveText(['Refunded', 'Paid', 'Amount held'])
  await expect(money(page)).toContainText('Wrong part')
  const [refund] = await db.query<{ amount: string }>(
    sql`select r.amount from payment_refunds r join payments p on p.id = r.payment_id where p.order_id = ${orders[0]?.id ?? 0}`,
  )
  expect(refund?.amount).toBe('30.50')

  await db.query(sql`
    update card_sandbox.transactions set status = 'voided' where key like ${`order-${orders[0]?.id}-%`}`)
  await money(page).getByRole('button', { name: 'Refund' }).click()
  await reason.fill('Not the whole work')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The refund was rejected. Nothing was refunded.')
  await expect(reason).toHaveValue('Not the whole work')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(money(page)).toContainText('Refund of $49.50 failed')

  await db.query(sql`
    insert into payment_disputes (id, fleet_id, payment_id, order_id, status, amount, told_at, opened_at)
    select 'dispute-' || p.id || '-' || d.amount, p.fleet_id, p.id, p.order_id, 'open', d.amount, now(), now()
    from payments p cross join unnest(array[30, 20]) as d (amount) where p.order_id = ${orders[0]?.id ?? 0}`)
  await page.reload()
  // TRX-036
  for (const amount of ['$30.00', '$20.00'])
    await expect(money(page)).toContainText(
      `The cardholder disputed ${amount}. The bank has not decided yet.`,
    )
  await expect(money(page)).not.toContainText('In Manual Review')
})

test('a decline is reported in plain words, and another order is settled outside the platform with a reason', async ({
  page,
  context,
  build,
  db,
}) => {
  test.slow()
  // The sandbox declines this amount for insufficient funds.
  const { user, orders } = await aFleetInReview({ build, db }, ['2001.00', '64.00'])
  await signInDirectly(context, build, user)
  await open(page, orders[0])
  await money(page).getByRole('button', { name: 'Use another method' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio').first().check()
  await dialog.getByRole('button', { name: /^Charge/ }).click()
  await expect(dialog.getByRole('alert')).toContainText('Not enough funds on the card')
  await expect(page.locator('[data-fault]:focus')).toContainText('Not enough funds')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(history(page)).toHaveText(['Payment declined'])
  await expect(money(page)).toContainText('The last payment was declined.')
  await money(page).getByRole('button', { name: 'Retry payment' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Retry payment' }).click()
  await expect(question.getByRole('alert')).toContainText('Not enough funds on the card')
  await expectAccessible(page)

  // A failed call does not look like an order without payments (SVC-116).
  const calls = '**/api/v4/orders/*/payments'
  await page.route(calls, (route) => route.fulfill({ status: 500, json: {} }))
  await open(page, orders[1])
  await expect(money(page).getByText('This could not be loaded')).toBeVisible()
  await page.unroute(calls)
  await money(page).getByRole('button', { name: 'Try again' }).click()
  await money(page).getByRole('button', { name: 'Mark as settled' }).click()
  await dialog.getByRole('button', { name: 'Mark as settled' }).click()
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Check 1044')
  await dialog.getByRole('button', { name: 'Mark as settled' }).click()
  await expect(history(page)).toHaveText(['Settled outside the platform'])
  await expect(money(page)).toContainText('Check 1044')
})

test('a user without permission sees the state and whom to contact; a fleet that pays at the shop sees only payments from before (APR-022)', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, user, orders } = await aFleetInReview({ build, db }, ['64.00'], ['Manager'])
  await signInDirectly(context, build, user)
  await open(page, orders[0])
  await expect(money(page)).toContainText('An owner or administrator of your fleet can settle this.')
  await expect(money(page).getByRole('button')).toHaveCount(0)
  const canceled = await anOpenOrder(db, await build.vehicle(fleet), { status: 'cancel' })
  await open(page, canceled)
  await expect(money(page)).toContainText('Nothing was charged for this order.')
  await db.query(sql`update fleets set pays_through_platform = false where id = ${fleet.id}`)
  const answered = page.waitForResponse(/\/payments$/)
  await page.reload()
  await answered
  await expect(page.getByRole('heading', { name: 'Services' })).toBeVisible()
  await expect(money(page)).toHaveCount(0)
  await open(page, orders[0])
  await expect(money(page)).toContainText('settle this')
})

test('an order that is settled after the fleet has changed to paying at the shop still shows how (APR-022)', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, user, orders } = await aFleetInReview({ build, db }, ['64.00'])
  await db.query(
    sql`update fleets set pays_through_platform = false, payment_providers = '{}' where id = ${fleet.id}`,
  )
  await signInDirectly(context, build, user)
  await open(page, orders[0])
  await money(page).getByRole('button', { name: 'Mark as settled' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Check 1044')
  await dialog.getByRole('button', { name: 'Mark as settled' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(history(page)).toHaveText(['Settled outside the platform'])
  await expect(money(page)).toContainText('Check 1044')
})

test('a payment can be refunded after the fleet has changed to paying at the shop (APR-022)', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, user, card, orders } = await aFleetInReview({ build, db }, ['64.00'])
  const order = orders[0]?.id ?? 0
  await db.query(sql`update shop_orders set status = 'paid' where id = ${order}`)
  await db.query(sql`
    insert into payments (fleet_id, order_id, attempt, key, provider, method_id, currency, amount, capture_amount, status)
    values (${fleet.id}, ${order}, 1, ${`order-${order}-1`}, 'Braintree', ${card.id}, 'USD', 64, 64, 'captured')`)
  await db.query(
    sql`update fleets set pays_through_platform = false, payment_providers = '{}' where id = ${fleet.id}`,
  )
  await signInDirectly(context, build, user)
  await open(page, orders[0])
  await expect(money(page).getByRole('button', { name: 'Refund' })).toBeVisible()
})

test('staff of the management company see the manual reviews of each fleet, and open them from the list', async ({
  page,
  context,
  build,
  db,
}) => {
  const { id: affiliationId } = await build.affiliation({ name: `Group ${crypto.randomUUID()}` })
  const home = await build.fleet({ affiliationId, name: 'Motor pool' })
  const staff = await build.user(home, { roles: ['FMC'], affiliationId, firstName: 'Olga' })
  const { fleet, orders } = await aFleetInReview({ build, db }, ['64.00'])
  await db.query(sql`update fleets set affiliation_id = ${affiliationId} where id = ${fleet.id}`)
  await signInDirectly(context, build, staff)
  await page.goto(`${origin()}/fmc_transactions`)
  const list = page.getByRole('list', { name: 'In Manual Review' })
  await expect(list.getByRole('listitem')).toContainText(['Northgate Couriers'])
  await expect(list).toContainText('$64.00')
  await list.getByRole('button', { name: `Order ${orders[0]?.id}` }).click()
  await page.waitForURL(/\/orders\/\d+\/approvals$/)
  await expect(money(page).getByRole('button', { name: 'Mark as settled' })).toBeVisible()
})
