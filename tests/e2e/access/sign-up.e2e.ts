import type { Page } from 'playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, otpFor, test } from '../support/fixtures.ts'
import { startOwnServer } from '../support/own-server.ts'
import { PHONE } from '../support/screens.ts'

/** Takes screenshots if a folder is given. */
const shots = process.env.SIGN_UP_SHOTS
const shoot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}
const PASSWORD = 'seven lemons on a truck'
const anEmail = () => `founder-${crypto.randomUUID().slice(0, 8)}@example.com`
const SIGN_UP = '/api/v4/customers/fleet_signup'
const aForm = (given: Record<string, string> = {}) => ({
  'Company name': 'Northgate Couriers',
  'Number of vehicles': '12',
  'First name': 'Ada',
  'Last name': 'Person',
  'Email address': anEmail(),
  Phone: '(614) 555-0100',
  'Zip code': '43215',
  Password: PASSWORD,
  'Confirm password': PASSWORD,
  ...given,
})
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
async function fill(page: Page, form: Record<string, string>) {
  for (const [label, text] of Object.entries(form)) await field(page, label).fill(text)
}
const submit = (page: Page, name = 'Sign up') => page.getByRole('button', { name, exact: true })

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a company signs up: code by email, then the account, then the dashboard', async ({ page, db }) => {
    test.slow()
    // ACC-004
    await page.goto(`${origin()}/sign_up`)
    await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible()
    const names = await page
      .locator('form input')
      .evaluateAll((inputs) => inputs.map((each) => each.getAttribute('name')))
    // ACC-071
    expect(names).toEqual([
      'companyName',
      'carCount',
      'firstName',
      'lastName',
      'email',
      'phoneNumber',
      'zipCode',
      'password',
      'confirmPassword',
      'showPasswords',
      'acceptedTermsAndConditions',
    ])
    await shoot(page, 'phone-empty')
    const email = anEmail()
    const { 'Confirm password': _, ...most } = aForm({ 'Email address': email.toUpperCase() })
    await fill(page, most)
    // ACC-086
    await expect(submit(page)).toBeDisabled()
    await field(page, 'Confirm password').fill(PASSWORD)
    await expect(submit(page)).toBeEnabled()
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes(SIGN_UP)) calls.push(new URL(request.url()).pathname)
    })
    await submit(page).click()
    // ACC-087
    await expect(page.getByRole('alert')).toContainText('Please accept the terms and conditions')
    expect(calls).toEqual([])
    await page.getByRole('button', { name: 'Read the terms and conditions' }).click()
    await expect(page.getByRole('dialog')).toContainText('Wheelbook')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('checkbox', { name: 'I accept the terms and conditions' }).check()
    await submit(page).click()
    // ACC-056
    await expect(page.getByRole('heading', { name: 'Verification' })).toBeVisible()
    expect(calls).toEqual([SIGN_UP, `${SIGN_UP}/send_otp`])
    await expect(page.getByText('OTP sent successfully')).toBeVisible()

    const right = await otpFor(db, email)
    await field(page, 'One-time password').fill(right === '111111' ? '222222' : '111111')
    await page.getByRole('button', { name: 'Validate' }).click()
    await expect(page.getByText('This code is wrong or has expired.')).toBeVisible()
    const sent = page.waitForRequest((request) => request.url().endsWith(SIGN_UP))
    await field(page, 'One-time password').fill(right)
    await page.getByRole('button', { name: 'Validate' }).click()
    const request = await sent
    // ACC-091, ACC-092, ACC-093
    expect([request.method(), request.postDataJSON()]).toEqual([
      'POST',
      {
        companyName: 'Northgate Couriers',
        carCount: 12,
        firstName: 'Ada',
        lastName: 'Person',
        email,
        phoneNumber: '6145550100',
        zipCode: '43215',
        password: PASSWORD,
        confirmPassword: PASSWORD,
        acceptedTermsAndConditions: true,
        communicationPreferencesInFrench: false,
        fleet_payment_type: 'credit_card',
        subdomain: 'localhost',
        is_split_flag: true,
        language: 'en',
        otp: right,
      },
    ])
    expect(await request.headerValue('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
    // ACC-095
    await expect(page).toHaveURL(`${origin()}/dashboard`)
    expect(await page.evaluate(() => sessionStorage.getItem('sign_up'))).toBeNull()
  })

  test('shows an error on blur, not during typing, and clears it with the keystroke that fixes it', async ({
    page,
  }) => {
    await page.goto(`${origin()}/sign_up`)
    const email = field(page, 'Email address')
    await email.pressSequentially('abc')
    await expect(page.getByText('Enter an email address, such as')).toHaveCount(0)
    await email.blur()
    // ACC-078, ACC-089, ACC-090
    await expect(page.getByText('Enter an email address, such as')).toBeVisible()
    await email.pressSequentially('@b.co')
    await expect(page.getByText('Enter an email address, such as')).toHaveCount(0)
    for (const [label, wrong, right, words] of [
      ['Company name', ' ', 'Northgate', 'This field is required'], // ACC-075
      ['Number of vehicles', '-1', '0', 'Enter a whole number, 0 or more'], // ACC-080
      ['Number of vehicles', '1.5', '0', 'Enter a whole number, 0 or more'],
      ['First name', ' ', 'Ada', 'Enter a name'], // ACC-076
      ['Last name', ' ', 'Person', 'Enter a name'], // ACC-077
      ['Phone', '614555010', '6145550100', 'Enter exactly 10 digits'], // ACC-079
      ['Phone', '61455501000', '6145550100', 'Enter exactly 10 digits'],
      ['Zip code', '1234', '12345-6789', 'Enter a zip code, such as'], // ACC-081
      ['Password', 'tiny5', 'tiny56', 'Use at least 6 characters'], // ACC-084
    ] as const) {
      await field(page, label).fill(wrong)
      await field(page, label).blur()
      const note = page.locator('p.Mui-error', { hasText: words })
      await expect(note, `${label} ${wrong}`).toHaveCount(1)
      await field(page, label).fill(right)
      await expect(note, `${label} ${right}`).toHaveCount(0)
    }
    // ACC-085
    await field(page, 'Confirm password').fill('another')
    await field(page, 'Confirm password').blur()
    await expect(field(page, 'Confirm password')).toHaveValue('')
    await expect(page.getByText('The passwords do not match')).toBeVisible()
    await shoot(page, 'phone-mismatch')
    await field(page, 'Confirm password').pressSequentially('tin')
    await expect(page.getByText('The passwords do not match')).toHaveCount(0)
    await field(page, 'Confirm password').fill('tiny56')
    await expect(submit(page)).toBeEnabled()
  })

  test('reports the address that is taken, and restores the typed text except passwords after a reload', async ({
    page,
    db,
    owner,
  }) => {
    // ACC-094
    await page.goto(`${origin()}/sign_up`)
    await fill(page, aForm({ 'Email address': owner.email }))
    await page.getByRole('checkbox', { name: 'I accept the terms and conditions' }).check()
    await submit(page).click()
    await field(page, 'One-time password').fill(await otpFor(db, owner.email))
    await page.getByRole('button', { name: 'Validate' }).click()
    await expect(page.getByRole('alert')).toContainText(
      `User with email ${owner.email} is already in this account`,
    )
    await shoot(page, 'phone-taken')
    await page.reload()
    await expect(field(page, 'Company name')).toHaveValue('Northgate Couriers')
    await expect(field(page, 'Phone')).toHaveValue('6145550100')
    await expect(field(page, 'Password')).toHaveValue('')
    await expect(field(page, 'Confirm password')).toHaveValue('')
    const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
    expect(stored).toContain('Northgate Couriers')
    expect(stored).not.toContain(PASSWORD)
  })

  test('shows the same message if the server reports a taken address in its own words', async ({ page }) => {
    await page.route(`**${SIGN_UP}/send_otp`, (route) =>
      route.fulfill({
        status: 422,
        headers: { 'X-Wheelbook-Api': '1' },
        json: { errors: ['Please use another email'] },
      }),
    )
    await page.goto(`${origin()}/sign_up`)
    await fill(page, aForm({ 'Email address': 'a@b.co' }))
    await page.getByRole('checkbox', { name: 'I accept the terms and conditions' }).check()
    await submit(page).click()
    // ACC-094, ERR-002
    await expect(page.getByRole('alert')).toContainText('User with email a@b.co is already in this account')
  })

  test('in Canada it has a postal code, promotional terms and a language choice, in both languages, and needs a connection', async ({
    page,
    context,
  }) => {
    await page.goto(`${origin('boreal')}/sign_up`)
    await page.getByRole('button', { name: 'Français' }).click()
    await expect(page.getByRole('heading', { name: 'Inscription' })).toBeVisible()
    await page.setViewportSize({ width: 320, height: 700 })
    await shoot(page, 'phone-french-320')
    const isCut = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(isCut).toBe(false)
    await page.getByRole('button', { name: 'English' }).click()
    const { 'Zip code': _, ...form } = aForm()
    await fill(page, { ...form, 'Postal code': '12345' })
    await field(page, 'Postal code').blur()
    await expect(page.getByText('Enter a postal code, such as A1A 1A1')).toBeVisible() // ACC-072, ACC-082
    await field(page, 'Postal code').fill('a1a1a1')
    await field(page, 'Postal code').blur()
    await expect(field(page, 'Postal code')).toHaveValue('A1A 1A1') // ACC-083
    await page.getByRole('checkbox', { name: 'I accept the terms and conditions' }).check()
    await submit(page).click()
    await expect(page.getByRole('alert')).toContainText('Please accept the promotional terms') // ACC-073, ACC-088
    await page.getByRole('checkbox', { name: 'I accept the promotional terms' }).check()
    await page.getByRole('checkbox', { name: 'I prefer communication in French' }).check() // ACC-074
    await context.setOffline(true)
    await expect(page.getByText('Signing up needs a connection.')).toBeVisible()
    await expect(submit(page)).toBeDisabled()
    await context.setOffline(false)
    await submit(page).click()
    await expect(page.getByRole('heading', { name: 'Verification' })).toBeVisible()
    await page.getByRole('button', { name: 'Change my details' }).click()
    await expect(field(page, 'Password')).toHaveValue(PASSWORD)
  })
})

test.describe('with the fuel-card flag', () => {
  const host = () => origin('fuelpass-plus')

  test('PAY-039, PAY-040, PAY-042: sign-up has two steps: a declined card is reported, another one pays with the same code, and no card number leaves the browser', async ({
    page,
    db,
  }) => {
    test.slow()
    const bodies: string[] = []
    page.on('request', (request) => bodies.push(`${request.url()} ${request.postData() ?? ''}`))
    await page.goto(`${host()}/sign_up`)
    await expect(page.getByText('Card payment details')).toBeVisible() // PAY-038
    await expect(page.getByRole('checkbox', { name: 'I accept the terms and conditions' })).toHaveCount(0)
    const email = anEmail()
    await expect(submit(page, 'Continue')).toBeDisabled() // PAY-039
    await fill(page, aForm({ 'Email address': email }))
    const token = page.waitForRequest((request) => request.url().endsWith('/api/v4/braintree_tokens/new'))
    await submit(page, 'Continue').click()
    await token // PAY-010
    await expect(page.getByText('Sandbox', { exact: true })).toBeVisible()
    await expectAccessible(page)
    const pay = submit(page, 'Sign up with this card')
    await expect(pay).toBeDisabled() // PAY-040
    await field(page, 'Cardholder name').focus()
    await field(page, 'Cardholder name').blur()
    await expect(page.getByText('Please fill in Cardholder name')).toBeVisible() // PAY-011, ACC-117, ACC-119
    await fill(page, {
      'Cardholder name': 'Ada Person',
      'Card number': '4000 1111 1111 1116',
      'Expiration date': '12/31',
    })
    await field(page, 'Expiration date').blur()
    await expect(page.getByText('Only test cards work in the sandbox')).toBeVisible()
    await page.getByRole('checkbox', { name: 'I accept the terms and conditions' }).check()
    await expect(pay).toBeDisabled()
    await field(page, 'Card number').fill('4000 1111 1111 1115')
    await expect(pay).toBeEnabled()
    await page.getByRole('checkbox', { name: 'I accept the terms and conditions' }).uncheck()
    await expect(pay).toBeDisabled() // PAY-042
    await page.getByRole('checkbox', { name: 'I accept the terms and conditions' }).check()
    await shoot(page, 'desk-card')
    await pay.click()
    await field(page, 'One-time password').fill(await otpFor(db, email))
    await page.getByRole('button', { name: 'Validate' }).click()
    // PAY-013
    await expect(page.getByRole('alert').filter({ hasText: 'could not be verified' })).toContainText(
      'The card could not be verified. Check the details and try again',
    )
    await fill(page, {
      'Cardholder name': 'Ada Person',
      'Card number': '4111111111111111',
      'Expiration date': '12/31',
    })
    const sent = page.waitForRequest((request) => request.url().endsWith(SIGN_UP))
    await pay.click()
    // PAY-043
    expect((await sent).postDataJSON()).toMatchObject({
      payment_method_nonce: 'fake-valid-visa-nonce',
      email,
    })
    await expect(page).toHaveURL(`${host()}/dashboard`)
    for (const number of ['4111111111111111', '4000111111111115', '4111 1111', '4000 1111'])
      expect(bodies.filter((body) => body.includes(number))).toEqual([])
  })
})

test('if the server starts to require a card, the second step opens and the typed text stays', async ({
  page,
}) => {
  // PAY-038, BRD-046: the flag was turned on after the page loaded.
  const headers = { 'X-Wheelbook-Api': '1' }
  await page.route(`**${SIGN_UP}/send_otp`, (route) =>
    route.fulfill({ headers, json: { otp_required: false } }),
  )
  await page.route(`**${SIGN_UP}`, (route) =>
    route.fulfill({
      status: 422,
      headers,
      json: { code: 'validation', errors: [], fields: { payment_method_nonce: ['required'] } },
    }),
  )
  await page.goto(`${origin()}/sign_up`)
  await fill(page, aForm())
  await page.getByRole('checkbox', { name: 'I accept the terms and conditions' }).check()
  await submit(page).click()
  await expect(page.getByText('Sandbox', { exact: true })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'I accept the terms and conditions' })).toBeChecked()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(field(page, 'Company name')).toHaveValue('Northgate Couriers')
})

test('PAY-041, PAY-042: in Canada a card can pay only once both boxes are ticked', async ({ page }) => {
  const headers = { 'X-Wheelbook-Api': '1' }
  await page.route(`**${SIGN_UP}**`, (route) =>
    route.fulfill({
      status: 422,
      headers,
      json: { code: 'validation', errors: [], fields: { payment_method_nonce: ['required'] } },
    }),
  )
  await page.goto(`${origin('boreal')}/sign_up`)
  const { 'Zip code': _, ...rest } = aForm()
  await fill(page, { ...rest, 'Postal code': 'A1A 1A1' })
  const boxes = ['I accept the terms and conditions', 'I accept the promotional terms'].map((name) =>
    page.getByRole('checkbox', { name }),
  )
  for (const box of boxes) await box.check()
  await submit(page).click()
  const pay = submit(page, 'Sign up with this card')
  await expect(pay).toBeDisabled()
  await fill(page, {
    'Cardholder name': 'Ada Person',
    'Card number': '4111111111111111',
    'Expiration date': '12/31',
  })
  await expect(pay).toBeEnabled()
  for (const box of boxes) {
    await box.uncheck()
    await expect(pay).toBeDisabled()
    await box.check()
    await expect(pay).toBeEnabled()
  }
})

test('axe reports nothing, light and dark; on a desktop the brand is next to the form', async ({ page }) => {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const host of [origin(), origin('boreal'), origin('fuelpass-plus')]) {
      await page.goto(`${host}/sign_up`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    }
    await shoot(page, `desk-${scheme}`)
  }
})

test('without an OTP, the captcha is required before a taken address is reported', async ({ page }) => {
  test.slow()
  // ruling 6, ACC-094
  const host = await startOwnServer({ flags: { mfa: false } })
  try {
    const taken = await host.build.user(await host.build.fleet())
    await page.goto(`${host.origin()}/sign_up`)
    await fill(page, aForm({ 'Email address': taken.email }))
    await page.getByRole('checkbox', { name: 'I accept the terms and conditions' }).check()
    const alert = page.getByRole('alert').filter({ hasText: /\w/ })
    await submit(page).click()
    await expect(alert).toContainText('Please confirm that you are not a robot')
    await page.getByRole('checkbox', { name: 'I am not a robot' }).click()
    await expect(page.getByText('Confirmed')).toBeVisible({ timeout: 20_000 })
    const again = page.waitForResponse((response) => response.url().endsWith(SIGN_UP))
    await submit(page).click()
    expect((await again).status()).toBe(409)
    await expect(alert).toContainText(`User with email ${taken.email} is already in this account`)
    // The failed attempt has used up the solution, which the box shows at once.
    await expect(page.getByText('Each attempt needs a new confirmation.')).toBeVisible()
    await fill(page, { 'Email address': anEmail() })
    await submit(page).click()
    await expect(alert).toContainText('Please confirm that you are not a robot')
    await page.getByRole('checkbox', { name: 'I am not a robot' }).click()
    await expect(page.getByText('Confirmed')).toBeVisible({ timeout: 20_000 })
    await submit(page).click()
    await expect(page).toHaveURL(`${host.origin()}/dashboard`, { timeout: 20_000 })
  } finally {
    await host.stop()
  }
})
