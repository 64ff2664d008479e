import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { aChargedOrder } from '#tests/support/paid-orders.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, PHONE, requestsTo } from '../support/screens.ts'

const payments = (page: Page) => page.getByRole('region', { name: 'Payments for orders' })
const gridRows = (page: Page) =>
  payments(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })

async function download(page: Page): Promise<string> {
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  return readFile(await (await file).path(), 'utf8')
}

test.describe('on a desktop', () => {
  test.use(DESK)

  test('a fleet sees its own payments, four per page, with details, totals and a file with the same total', async ({
    page,
    context,
    build,
    db,
  }) => {
    const fleet = await build.fleet({ name: 'Northgate Couriers' })
    const user = await build.user(fleet)
    const vehicle = await build.vehicle(fleet, { name: 'Van 7' })
    for (const amount of ['10.00', '20.00', '30.50']) await aChargedOrder(db, vehicle, { amount })
    const order = await aChargedOrder(db, vehicle, {
      amount: '80.00',
      refund: '30.01',
      invoice: 'INV-9',
      poNumber: 'PO-4',
    })
    await signInDirectly(context, build, user)
    const calls = requestsTo(context, /payment_activities/)
    // TRX-002
    await page.goto(`${origin()}/fleet_transactions`)
    // TRX-010, TRX-020
    await expect(gridRows(page)).toHaveCount(4)
    const heads = ['Fleet name', 'Shop order', 'Shop order date', 'Invoice number', 'Amount', 'Details']
    for (const name of heads)
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
    await expect(gridRows(page).first()).toContainText('Refund')
    await expect(gridRows(page).first()).toContainText('-$30.01')
    await expect(payments(page).getByText('5 transactions · Total $110.49', { exact: true })).toBeVisible()
    // TRX-003, TRX-004
    await expect(page.getByRole('combobox', { name: 'Fleet' })).toHaveCount(0)
    const day = (offset: number) => {
      const date = new Date()
      date.setMonth(date.getMonth() + offset)
      return new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeZone: 'America/New_York' }).format(
        date,
      )
    }
    // TRX-006
    expect(new Date(await page.getByLabel('From', { exact: true }).inputValue()).getMonth()).toBe(
      new Date(day(-1)).getMonth(),
    )
    // TRX-014
    expect(calls.every((call) => call.startsWith('GET /api/v4/payment_activities'))).toBe(true)
    // TRX-004
    const ofFleets = calls.map((call) =>
      new URL(call.slice('GET '.length), origin()).searchParams.get('fleet_id'),
    )
    expect(ofFleets).toEqual(ofFleets.map(() => String(fleet.id)))
    await page.getByRole('button', { name: 'Go to next page' }).click()
    await expect(gridRows(page)).toHaveCount(1)
    await expect(page).toHaveURL(/page=2/)
    await page.getByRole('button', { name: 'Go to previous page' }).click()
    // TRX-009
    await page.getByRole('button', { name: 'Size to fit' }).click()
    await expect(page.getByRole('button', { name: 'Size to fit' })).toHaveAttribute('aria-pressed', 'true')
    // TRX-011, TRX-012
    await gridRows(page)
      .filter({ hasText: 'INV-9' })
      .first()
      .getByRole('button', { name: /^View details/ })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Transaction details' })
    for (const fact of ['Van 7', 'INV-9', 'PO-4', 'WEX', 'Auto-Approve', '-$30.01'])
      await expect(dialog).toContainText(fact)
    expect(calls.some((call) => /payment_activities\/\d+$/.test(call))).toBe(true)
    await expectAccessible(page)
    await page.setViewportSize(DESK.viewport)
    await expect(dialog.getByRole('link', { name: `Order ${order.id}` })).toHaveAttribute(
      'href',
      `/orders/${order.id}/approvals`,
    )
    await page.keyboard.press('Escape')
    // TRX-008, TRX-019, TRX-021
    const lines = (await download(page)).trim().split('\r\n')
    expect(lines[0]).toContain('Fleet name,Date,Type,Shop order,Approval date,Approver')
    const cents = lines.slice(1).map((line) => Math.round(Number(line.split(',').at(-2)) * 100))
    expect(cents.reduce((sum, amount) => sum + amount, 0)).toBe(11049)
    // TRX-005, TRX-008: other days, and invalid days.
    await page.getByLabel('From', { exact: true }).fill('01/01/2020')
    await page.getByLabel('To', { exact: true }).fill('01/31/2020')
    await expect(page.getByRole('region', { name: 'Subscriptions' })).toContainText(
      'No subscriptions in this period',
    )
    await expect(payments(page)).toContainText('No payments in this period')
    await expect(page.getByRole('button', { name: 'Download', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await page.getByLabel('To', { exact: true }).fill('12/31/2019')
    await expect(page.getByText('The last day is before the first.')).toBeVisible()
    await expect(payments(page)).toContainText('Enter valid dates')
    await page.reload()
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('01/01/2020')
  })

  test('FMC users see all fleets of the company in two currencies, choose one, and open its order there', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { id: affiliationId } = await build.affiliation({ name: `Group ${crypto.randomUUID()}` })
    const home = await build.fleet({ affiliationId, name: 'Motor pool' })
    const other = await build.fleet({ affiliationId, name: 'Juniper Couriers', country: 'CA' })
    const user = await build.user(home, { roles: ['FMC'], affiliationId })
    await aChargedOrder(db, await build.vehicle(home), { amount: '100.00' })
    const order = await aChargedOrder(db, await build.vehicle(other), { amount: '50.25', currency: 'CAD' })
    await signInDirectly(context, build, user)
    await page.goto(`${origin()}/fmc_transactions`)
    // TRX-001, TRX-003
    await expect(
      payments(page).getByText('2 transactions · Total $100.00 · 50.25 CAD', { exact: true }),
    ).toBeVisible()
    await page.getByRole('combobox', { name: 'Fleet' }).fill('junip')
    await page.getByRole('option', { name: 'Juniper Couriers' }).click()
    await expect(payments(page).getByText('1 transaction · Total 50.25 CAD', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/fleet=\d+/)
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Fleet' })).toHaveValue('Juniper Couriers')
    await expectAccessible(page)
    await page.setViewportSize(DESK.viewport)
    await page.getByRole('button', { name: `Order ${order.id}`, exact: true }).click()
    await expect(page).toHaveURL(`${origin()}/orders/${order.id}/approvals`)
    await expect(page.getByRole('banner')).toContainText('Juniper Couriers')
    // TRX-004: an FMC user who acts for a fleet sees only that fleet's payments, and downloads only those.
    await page.goto(`${origin()}/fleet_transactions`)
    await expect(payments(page).getByText(/^1 transaction · Total .*50\.25/)).toBeVisible()
    const lines = (await download(page)).trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',')[0])).toEqual(['Juniper Couriers'])
  })
})

test('lists subscription months with their payment method, and downloads them as a separate file', async ({
  page,
  context,
  build,
  db,
}) => {
  await page.setViewportSize(DESK.viewport)
  const fleet = await build.fleet({ name: 'Northgate Couriers' })
  const user = await build.user(fleet)
  const card = await build.paymentMethod(fleet, user)
  const first = new Date().toISOString().slice(0, 8).concat('01')
  await db.query(sql`
    insert into subscription_months (fleet_id, month, vehicles, price, amount, currency, status)
    values (${fleet.id}, ${first}, 3, 5, 15, 'USD', 'paid')`)
  await db.query(sql`
    with p as (insert into payments (fleet_id, subscription_month, attempt, key, provider, method_id, currency, amount,
        capture_amount, status) values (${fleet.id}, ${first}, 1, ${`subscription-${fleet.id}`}, 'Braintree', ${card.id}, 'USD',
        15, 15, 'captured') returning fleet_id, id)
    insert into payment_activities (fleet_id, payment_id, kind, amount)
    select fleet_id, id, 'captured', 15 from p`)
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}/fleet_transactions`)
  // TRX-015, TRX-016
  const section = page.getByRole('region', { name: 'Subscriptions' })
  const heads = [
    'Fleet name',
    'Subscriptions',
    'Subscription date',
    'Method of payment',
    'Number of vehicles',
  ]
  for (const name of heads)
    await expect(section.getByRole('columnheader', { name, exact: true })).toBeVisible()
  await expect(section.getByText('1 month · Total $15.00 · Paid $15.00', { exact: true })).toBeVisible()
  await section
    .getByRole('button', { name: 'Show the payment method of Northgate Couriers: Visa 1111' })
    .click()
  await expect(page.getByRole('dialog', { name: 'Payment method' })).toContainText('Visa 1111')
  await expectAccessible(page)
  await page.setViewportSize(DESK.viewport)
  await page.keyboard.press('Escape')
  // TRX-018, TRX-019: there are no payments for orders, so this is the only file.
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const text = await readFile(await (await file).path(), 'utf8')
  expect(text).toContain('Northgate Couriers')
  expect(text).toContain('15.00')
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('shows payments as cards, and says offline what the screen needs', async ({
    page,
    context,
    build,
    db,
  }) => {
    const fleet = await build.fleet({ name: 'Northgate Couriers' })
    const user = await build.user(fleet)
    await aChargedOrder(db, await build.vehicle(fleet), { amount: '80.00', refund: '30.00' })
    await signInDirectly(context, build, user)
    await page.goto(`${origin()}/fleet_transactions`)
    const cards = page.getByRole('list', { name: 'Payments for orders' }).getByRole('listitem')
    await expect(cards).toHaveCount(2)
    await expect(cards.first()).toContainText('-$30.00')
    await expect(cards.first()).toContainText('Refund')
    await expectAccessible(page)
    await page.setViewportSize(PHONE.viewport)
    await context.route('**/payment_activities*', (route) => route.abort())
    await page.getByLabel('From', { exact: true }).fill('01/01/2020')
    await expect(page.getByText('Transactions need a connection')).toBeVisible()
  })
})
