// Settings › Payments and the screens of one payment method: find, add, edit, delete.
import type { Page } from 'playwright/test'
import { ALL_USERS } from '#contract/money/payment-methods.ts'
import { sql } from '#server/db/sql.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, PHONE, requestsTo } from '../support/screens.ts'
import { aPayingFleet } from './paying-fleet.ts'

test.use(DESK)

const METHODS = /\/api\/v4\/braintree_payment_methods/
const PAYMENTS = '/settings?tab=payments'
const addButton = (page: Page) => page.getByRole('button', { name: 'Add payment method' })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function fillCard(page: Page, number: string) {
  const dialog = page.getByRole('main').or(page.getByRole('dialog'))
  await dialog.getByLabel('Cardholder name').last().fill('Dana Person')
  await dialog.getByLabel('Card number').last().fill(number)
  await dialog.getByLabel('Expiration date').last().fill('12/31')
}

test('PAY-005, PAY-006, PAY-015, PAY-018, PAY-023: the table shows each method, and a quick filter finds one', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, user } = await aPayingFleet({ build, db })
  await build.paymentMethod(fleet, user, { name: 'Fuel and tires', isDefault: true })
  await build.paymentMethod(fleet, user, { name: 'Vans only', isForAll: false })
  await db.query(sql`update payment_methods set expiration_date = '01/2020' where name = 'Vans only'`)
  await signInDirectly(context, build, user)
  const requests = requestsTo(context, METHODS)
  await page.goto(`${origin()}${PAYMENTS}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  expect(requests).toEqual(['GET /api/v4/braintree_payment_methods'])
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Card',
    'Card number',
    'Cardholder name',
    'Added by',
    'Expiration',
    'Drivers',
    'Subscription payment',
    'Actions',
  ])
  const [main, vans] = [row(page, 'Fuel and tires'), row(page, 'Vans only')]
  await expect(main).toContainText('•••• 1111')
  await expect(main).toContainText('Dana Person')
  await expect(main).toContainText('All users')
  await expect(main.getByText('Default', { exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: /Set as default/ })).toHaveCount(0)
  await expect(vans).toContainText('Expired')
  await expect(vans.getByRole('button', { name: /Set as default/ })).toBeVisible()
  const searched = page.getByPlaceholder('Search payment methods')
  await searched.fill('vans')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByText('1 payment method', { exact: true })).toBeVisible()
  await searched.fill('nothing of the kind')
  await expect(page.getByText('Nothing matches')).toBeVisible()
})

test('PAY-007: the add button appears 4 seconds after the tab', async ({ page, context, build, db }) => {
  const { user } = await aPayingFleet({ build, db })
  await signInDirectly(context, build, user)
  await page.addInitScript(() => {
    const times: Record<string, number> = {}
    Object.assign(window, { times })
    new MutationObserver(() => {
      if (document.querySelector('input[placeholder="Search payment methods"]'))
        times.tab ??= performance.now()
      const buttons = [...document.querySelectorAll('button')]
      if (buttons.some((button) => button.textContent?.includes('Add payment method')))
        times.button ??= performance.now()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${origin()}${PAYMENTS}`)
  await expect(addButton(page)).toBeVisible()
  const { tab = 0, button = 0 } = await page.evaluate(
    () => (window as unknown as { times: Record<string, number> }).times,
  )
  expect(button - tab).toBeGreaterThanOrEqual(3950)
})

test('PAY-008, PAY-009, PAY-010, PAY-012, PAY-013, PAY-014, PAY-028, PAY-029: a card is added with its users; a declined one is reported; no card number leaves the browser', async ({
  page,
  context,
  build,
  db,
}) => {
  test.slow()
  const { fleet, user } = await aPayingFleet({ build, db })
  const driver = await build.user(fleet, { roles: ['Driver'], firstName: 'Dee' })
  await signInDirectly(context, build, user)
  const requests = requestsTo(context, /braintree/)
  await page.goto(`${origin()}${PAYMENTS}`)
  await addButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Add a payment method' })
  await expect(dialog.getByText('Sandbox', { exact: true })).toBeVisible()
  expect(requests).toContain('GET /api/v4/braintree_tokens/new')
  await expect(dialog.getByRole('radio', { name: 'PayPal' })).toBeVisible()
  const save = dialog.getByRole('button', { name: 'Add payment method' })
  await expect(save).toBeDisabled()
  await fillCard(page, '4000 1111 1111 1115')
  await dialog.getByLabel('Nickname').fill('Visa 4111 1111 1111 1111')
  await save.click()
  await expect(dialog.getByText('This looks like a card number')).toBeVisible()
  await dialog.getByLabel('Nickname').fill('Fuel and tires')
  await dialog.getByLabel('Billing zip code').fill('43215')
  await dialog.getByLabel('Drivers who can use it').fill('Dee')
  await page.getByRole('option', { name: /^Dee/ }).click()
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText(
    'The card could not be verified. Check the details and try again',
  )
  await fillCard(page, '4111111111111111')
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  const sent = page.waitForRequest((request) => request.method() === 'POST' && METHODS.test(request.url()))
  await save.click()
  expect((await sent).postDataJSON()).toEqual({
    nonce: 'fake-valid-visa-nonce',
    customer_ids: [driver.id],
    cardholder_name: 'Dana Person',
    name: 'Fuel and tires',
    billing_zip: '43215',
  })
  await expect(dialog).toHaveCount(0)
  // Switching to another app and back: a new token would have replaced the form.
  expect(requests.filter((request) => request.endsWith('/braintree_tokens/new'))).toHaveLength(1)
  await expect(row(page, 'Fuel and tires')).toContainText('Dee')
  await addButton(page).click()
  await dialog.getByRole('radio', { name: 'PayPal' }).check()
  await save.click()
  await expect(row(page, 'buyer@example.com')).toBeVisible()
  await addButton(page).click()
  await dialog.getByRole('radio', { name: 'PayPal' }).check()
  await save.click()
  await expect(dialog.getByRole('alert')).toContainText('already stored for your fleet')
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a refused card moves the focus to its error, which disappears as soon as the card is corrected (PAY-012)', async ({
    page,
    context,
    build,
    db,
  }) => {
    const { user } = await aPayingFleet({ build, db })
    await signInDirectly(context, build, user)
    await page.goto(`${origin()}/payments/new`)
    await page.getByLabel('Cardholder name').waitFor()
    await fillCard(page, '4000 1111 1111 1115')
    await page.getByLabel('Nickname').fill('Visa 4111 1111 1111 1111')
    const save = page.getByRole('button', { name: 'Add payment method' })
    await save.tap()
    // Refused by the form itself, so its field has the focus.
    await expect(page.getByLabel('Nickname')).toBeFocused()
    await page.getByLabel('Nickname').fill('Fuel')
    await save.tap()
    const error = page.getByRole('alert').filter({ hasText: 'The card could not be verified' })
    await expect(error).toBeInViewport({ ratio: 1 })
    await expect(page.locator('[data-fault]:focus')).toContainText('The card could not be verified')
    await page.getByLabel('Nickname').fill('Fuel and tires')
    await expect(error).toBeVisible()
    await page.getByLabel('Card number').fill('4111')
    await expect(error).toHaveCount(0)
  })
})

test('a lost response adds the card once, because the same call is sent again', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, user } = await aPayingFleet({ build, db })
  await signInDirectly(context, build, user)
  let lost = 0
  await page.route(METHODS, async (route) => {
    if (route.request().method() !== 'POST' || lost++ > 0) return route.continue()
    await route.fetch({ url: route.request().url().replace('localhost', '127.0.0.1') })
    return route.abort()
  })
  await page.goto(`${origin()}/payments/new`)
  await fillCard(page, '4111 1111 1111 1111')
  await addButton(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'No connection to the server' })).toBeVisible()
  await addButton(page).click()
  await expect(page).toHaveURL(`${origin()}/account`)
  const stored = await db.query(sql`select id from payment_methods where fleet_id = ${fleet.id}`)
  expect(stored).toHaveLength(1)
})

test('PAY-016, PAY-017, PAY-018, PAY-019, PAY-020, PAY-021: a method is edited, made the default and deleted; the default and one in use cannot be deleted', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, user } = await aPayingFleet({ build, db })
  await build.paymentMethod(fleet, user, { name: 'First', isDefault: true })
  const second = await build.paymentMethod(fleet, user, { name: 'Second' })
  await signInDirectly(context, build, user)
  const requests = requestsTo(context, METHODS)
  await page.goto(`${origin()}${PAYMENTS}`)
  await row(page, 'First')
    .getByRole('button', { name: /^Delete/ })
    .click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText("This payment method is set as default so you can't delete it")
  await expect(question.getByRole('button', { name: 'Delete payment method' })).toBeDisabled()
  await question.getByRole('button', { name: 'Cancel' }).click()

  await row(page, 'Second').getByRole('button', { name: /^Edit/ }).click()
  const form = page.getByRole('dialog', { name: 'Edit payment method' })
  await form.getByLabel('Nickname').fill('Vans')
  await form.getByRole('img', { name: 'Remove All users' }).click()
  // Someone else saves first.
  await db.query(sql`update payment_methods set rev = rev + 1 where id = ${second.id}`)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByRole('button', { name: 'Save mine' }).click()
  await expect(row(page, 'Vans')).toContainText('Only Dana')
  expect(requests).toContain(`PUT /api/v4/braintree_payment_methods/${second.id}`)

  await row(page, 'Vans')
    .getByRole('button', { name: /Set as default/ })
    .click()
  await question.getByRole('button', { name: 'Set as default' }).click()
  await expect(row(page, 'Vans').getByText('Default', { exact: true })).toBeVisible()
  expect(requests).toContain(`PUT /api/v4/braintree_payment_methods/${second.id}/set_default`)
  await row(page, 'First')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await question.getByRole('button', { name: 'Delete payment method' }).click()
  await expect(row(page, 'First')).toHaveCount(0)
  // The dialog hides the rows before the request is sent.
  await expect.poll(() => requests.some((request) => request.startsWith('DELETE '))).toBe(true)
  await page.route(METHODS, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch({ url: route.request().url().replace('localhost', '127.0.0.1') })
    const { payment_methods } = await response.json()
    const json = {
      payment_methods: payment_methods.map((method: object) => ({ ...method, has_active_orders: true })),
    }
    return route.fulfill({ response, json })
  })
  await page.reload()
  await row(page, 'Vans')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(question).toContainText("This payment method has active orders and can't be removed")
})

test('PAY-022, PAY-023, PAY-024: a Manager sees no subscription column, and can edit only their own methods', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, user } = await aPayingFleet({ build, db })
  const manager = await build.user(fleet, { roles: ['Manager'], firstName: 'Max' })
  await build.paymentMethod(fleet, user, { name: 'Of the owner' })
  await build.paymentMethod(fleet, manager, { name: 'Of the manager' })
  await signInDirectly(context, build, manager)
  await page.goto(`${origin()}${PAYMENTS}`)
  await expect(row(page, 'Of the owner')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Subscription payment' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Set as default/ })).toHaveCount(0)
  await expect(row(page, 'Of the owner').getByRole('button')).toHaveCount(0)
  await expect(row(page, 'Of the manager').getByRole('button', { name: /^(Edit|Delete)/ })).toHaveCount(2)
})

test('PAY-025, PAY-026, PAY-027: the screens of one method return to the account, and ask before typed text is lost', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, user } = await aPayingFleet({ build, db })
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}/account`)
  await page.getByRole('link', { name: 'Add payment method' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('NEW PAYMENT')
  await page.getByLabel('Nickname').fill('Fuel')
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave this form?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Nickname')).toHaveValue('Fuel')
  await fillCard(page, '5555 5555 5555 4444')
  await addButton(page).click()
  await expect(page).toHaveURL(`${origin()}/account`)
  await page.getByRole('link', { name: /^Edit MasterCard/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('EDIT PAYMENT')
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.getByLabel('Drivers who can use it').fill('All users')
  await page.getByRole('option', { name: 'All users' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(`${origin()}/account`)
  const [stored] = await db.query<{ all_users: boolean; name: string }>(
    sql`select all_users, name from payment_methods where fleet_id = ${fleet.id}`,
  )
  expect(stored).toEqual({ all_users: true, name: 'Fuel' })
  expect(ALL_USERS).toBe(999_999_999_999)
  await page.goto(`${origin()}/payments/7/edit`)
  await expect(page.getByText('This payment method no longer exists')).toBeVisible()
})

test('the form explains offline why nothing can be saved (ruling 24)', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user } = await aPayingFleet({ build, db })
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}/payments/new`)
  await page.getByLabel('Cardholder name').fill('Dana Person')
  await context.setOffline(true)
  await expect(page.getByText('only with a connection')).toBeVisible()
  await expect(addButton(page)).toBeDisabled()
  await expect(page.getByLabel('Cardholder name')).toHaveValue('Dana Person')
  await page.getByLabel('Card number').fill('4111 1111 1111 1111')
  await page.getByLabel('Expiration date').fill('12/31')
  await context.setOffline(false)
  await expect(addButton(page)).toBeEnabled()
})

test('the tab works by keyboard alone: a method is edited, and the focus returns', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, user } = await aPayingFleet({ build, db })
  await build.paymentMethod(fleet, user, { name: 'Fuel', isDefault: true })
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}${PAYMENTS}`)
  await expect(addButton(page)).toBeVisible()
  await page.getByPlaceholder('Search payment methods').focus()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  for (let presses = 0; presses < 20 && !(await focused()).startsWith('Edit'); presses++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Edit payment method' })
  for (let presses = 0; presses < 6; presses++) {
    if (await form.getByLabel('Nickname').evaluate((field) => field === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Vans')
  await page.keyboard.press('Escape')
  // The safe choice has the focus, so no typed text is lost.
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Nickname')).toHaveValue('Vans')
  await form.getByLabel('Nickname').press('Enter')
  await expect(row(page, 'Vans')).toBeVisible()
  expect(await focused()).toMatch(/^Edit/)
})

test('axe reports nothing on the tab, its forms and its dialogs, on phone and desktop', async ({
  page,
  context,
  build,
  db,
}) => {
  test.slow()
  const { fleet, user } = await aPayingFleet({ build, db })
  const { id } = await build.paymentMethod(fleet, user, { name: 'Fuel and tires', isDefault: true })
  await build.paymentMethod(fleet, user, { name: 'Vans', isForAll: false })
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}${PAYMENTS}`)
  await expect(addButton(page)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize(PHONE.viewport)
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await expectAccessible(page)
  for (const path of ['/payments/new', `/payments/${id}/edit`]) {
    await page.goto(`${origin()}${path}`)
    await expect(page.getByLabel('Nickname')).toBeVisible()
    await expectAccessible(page)
  }
})
