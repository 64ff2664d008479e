// Settings › Payments: the provider picker and the WEX account number.
import { sql } from '#server/db/sql.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, requestsTo } from '../support/screens.ts'
import { aPayingFleet } from './paying-fleet.ts'

test.use(DESK)

const MAPPING = /\/fleet_payment_mapping$/
const PAYMENTS = '/settings?tab=payments'
/** 13 digits that are not a card number. */
const [NUMBER, OTHER] = ['0420000000001', '0420000000002']

test('PAY-001, PAY-002, PAY-004: each provider has its sub-tab, and none is selected at first', async ({
  page,
  context,
  build,
  db,
}) => {
  const { user } = await aPayingFleet({ build, db }, { providers: ['Braintree', 'WEX', 'Fleetcor'] })
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}${PAYMENTS}`)
  await expect(page.getByText('No payment provider selected')).toBeVisible()
  const picker = page.getByLabel('Payment provider')
  await picker.selectOption('WEX')
  await expect(page.getByRole('heading', { name: 'WEX payment' })).toBeVisible()
  await expect(page).toHaveURL(/provider=WEX/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'WEX payment' })).toBeVisible()
  await picker.selectOption('Braintree')
  await expect(page.getByRole('heading', { name: 'Credit card' })).toBeVisible()
  await picker.selectOption('Fleetcor')
  await expect(page.getByText('There is nothing to set up here.')).toBeVisible()
  await page.route(/\/fleets\/me$/, async (route) => {
    try {
      const response = await route.fetch({ url: route.request().url().replace('localhost', '127.0.0.1') })
      await route.fulfill({ response, json: { ...(await response.json()), fleet_payment_providers: [] } })
    } catch {
      // The end of the test aborts a pending read.
      await route.abort().catch(() => {})
    }
  })
  await page.goto(`${origin()}/settings`)
  await expect(page.getByRole('tab', { name: 'General' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Payments' })).toHaveCount(0)
})

test('PAY-030, PAY-031, PAY-032, PAY-033, PAY-034, PAY-035, PAY-036, PAY-037: the WEX number accepts only digits, needs 13 of them, and is created, then updated', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, user } = await aPayingFleet({ build, db }, { providers: ['WEX'] })
  await signInDirectly(context, build, user)
  const requests = requestsTo(context, MAPPING)
  await page.goto(`${origin()}${PAYMENTS}`)
  const field = page.getByLabel('WEX account number')
  const save = page.getByRole('button', { name: 'Save account number' })
  await expect(field).toHaveValue('')
  expect(requests).toEqual([`GET /api/v4/fleets/${fleet.id}/fleet_payment_mapping`])
  await save.click()
  await expect(page.getByText('Please enter WEX account number')).toBeVisible()
  await field.pressSequentially('12a3')
  await expect(field).toHaveValue('123')
  for (const wrong of ['042000000000', '04200000000012']) {
    await field.fill(wrong)
    await save.click()
    await expect(page.getByText('Invalid account number. Enter 13 digits')).toBeVisible()
  }
  const saves = () =>
    page.waitForRequest((request) => request.method() === 'PUT' && MAPPING.test(request.url()))
  await field.fill(NUMBER)
  const first = saves()
  await save.click()
  expect((await first).postDataJSON()).toEqual({ account_number: NUMBER, isNew: true })
  await expect(page.getByText('WEX account number saved')).toBeVisible()
  await field.fill(OTHER)
  const second = saves()
  await save.click()
  expect((await second).postDataJSON()).toEqual({ account_number: OTHER, isNew: false, replaces: NUMBER })
  await expect(save).toBeDisabled()
  await page.reload()
  await expect(field).toHaveValue(OTHER)
})

test('PAY-037: the second user to enter a first WEX number is warned before the other one is replaced', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, user } = await aPayingFleet({ build, db }, { providers: ['WEX'] })
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}${PAYMENTS}`)
  const field = page.getByLabel('WEX account number')
  await field.fill(NUMBER)
  await db.query(sql`update fleets set fuel_card_account_number = ${OTHER} where id = ${fleet.id}`)
  await page.getByRole('button', { name: 'Save account number' }).click()
  await expect(page.getByText(`Someone else just entered ${OTHER}.`)).toBeVisible()
  await expect(field).toHaveValue(NUMBER)
  await page.getByRole('button', { name: 'Save account number' }).click()
  await expect(page.getByText('WEX account number saved')).toBeVisible()
  // The same for a number that replaces another (TRX-031).
  await db.query(sql`update fleets set fuel_card_account_number = ${OTHER} where id = ${fleet.id}`)
  await field.fill('0420000000003')
  await page.getByRole('button', { name: 'Save account number' }).click()
  await expect(page.getByText(`Someone else just entered ${OTHER}.`)).toBeVisible()
  await expect(field).toHaveValue('0420000000003')
})

test('a Manager can read but not change the WEX number', async ({ page, context, build, db }) => {
  const { fleet, user } = await aPayingFleet({ build, db }, { providers: ['WEX'], roles: ['Manager'] })
  await db.query(sql`update fleets set fuel_card_account_number = ${NUMBER} where id = ${fleet.id}`)
  await signInDirectly(context, build, user)
  await page.goto(`${origin()}${PAYMENTS}`)
  await expect(page.getByText(NUMBER)).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveCount(0)
})
