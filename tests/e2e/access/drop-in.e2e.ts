import type { Page } from 'playwright/test'
import { pagePolicy } from '#server/http/pages/page.ts'
import { expect, origin, test } from '../support/fixtures.ts'

// The real drop-in under the page's real policy; this test replaces Braintree's hosts, because there is no
// network.
test.use({ serviceWorkers: 'block' })

const ASSETS = 'https://assets.braintreegateway.com'
const API = 'https://api.sandbox.braintreegateway.com/merchants/test'
const configuration = {
  environment: 'sandbox',
  merchantId: 'test',
  clientApiUrl: `${API}/client_api`,
  assetsUrl: ASSETS,
  authUrl: 'https://auth.venmo.sandbox.braintreegateway.com',
  challenges: [],
  creditCards: { supportedCardTypes: ['Visa', 'MasterCard', 'American Express'] },
  threeDSecureEnabled: false,
  threeDSecure: null,
  paypalEnabled: false,
  analytics: {},
}
const tokenFor = (gateway: object) =>
  Buffer.from(
    JSON.stringify({
      version: 2,
      authorizationFingerprint: 'test',
      configUrl: `${API}/client_api/v1/configuration`,
      ...gateway,
    }),
  ).toString('base64')

/** A merchant account with PayPal. */
const withPayPal = {
  ...configuration,
  paypalEnabled: true,
  paypal: { displayName: 'Test', clientId: 'test', assetsUrl: ASSETS, environment: 'offline' },
}
/** The parts of PayPal's script that the drop-in uses. */
const PAYPAL_SCRIPT = `window.paypal = {
  FUNDING: { PAYPAL: 'paypal', CREDIT: 'credit' },
  Button: { render: (_, selector) => { document.querySelector(selector).append('PayPal button'); return Promise.resolve() } },
}`

/** Serves the page as with a configured live gateway, or without one. */
async function openCardStep(page: Page, hasDropIn: boolean, gateway: object = configuration) {
  const urls: string[] = []
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { violations: seen })
    addEventListener('securitypolicyviolation', (event) =>
      seen.push(`${event.effectiveDirective} ${event.blockedURI}`),
    )
  })
  await page.route(`${origin('fuelpass-plus')}/sign_up`, async (route) => {
    // Unlike the browser, Node does not resolve subdomains of localhost.
    const { host } = new URL(route.request().url())
    const url = `http://127.0.0.1:${process.env.E2E_PORT}/sign_up`
    const response = await route.fetch({ url, headers: { ...route.request().headers(), host } })
    const nonce = /nonce-([^']+)/.exec(response.headers()['content-security-policy'] ?? '')?.[1] ?? ''
    const policy = pagePolicy(nonce, { errorReportUrl: null, hasDropIn })
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } })
  })
  await page.route('**/api/v4/braintree_tokens/new', (route) =>
    route.fulfill({
      headers: { 'X-Wheelbook-Api': '1' },
      json: { client_token: tokenFor(gateway), gateway: 'live' },
    }),
  )
  await page.route(/braintreegateway\.com/, (route) => {
    const url = route.request().url()
    urls.push(url)
    const headers = { 'access-control-allow-origin': '*' }
    if (url.includes('/configuration')) return route.fulfill({ headers, json: gateway })
    if (url.endsWith('.css'))
      return route.fulfill({ headers, contentType: 'text/css', body: '.braintree-loaded { color: red }' })
    return route.fulfill({ headers, contentType: 'text/html', body: '<!doctype html><title>frame</title>' })
  })
  await page.route('https://www.paypalobjects.com/api/checkout.min.js', (route) => {
    urls.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: PAYPAL_SCRIPT })
  })
  await page.goto(`${origin('fuelpass-plus')}/sign_up`)
  for (const [label, text] of Object.entries({
    'Company name': 'Northgate Couriers',
    'Number of vehicles': '12',
    'First name': 'Ada',
    'Last name': 'Person',
    'Email address': 'ada@example.com',
    Phone: '6145550100',
    'Zip code': '43215',
    Password: 'seven lemons on a truck',
    'Confirm password': 'seven lemons on a truck',
  }))
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Continue' }).click()
  return urls
}
const violations = (page: Page) => page.evaluate(() => (window as { violations?: string[] }).violations ?? [])

test('the drop-in builds its form under the page’s strict policy: frames, style sheet and markup are allowed, inline scripts are not', async ({
  page,
}) => {
  const urls = await openCardStep(page, true)
  // PAY-011
  await expect(
    page
      .locator(
        '[data-braintree-id="cardholder-name"] input, [data-braintree-id="cardholder-name-field-group"]',
      )
      .first(),
  ).toBeAttached()
  // OFF-033
  await expect
    .poll(() => page.frames().filter((frame) => frame.url().startsWith(ASSETS)).length)
    .toBeGreaterThanOrEqual(3)
  // PAY-010: the address of the configuration comes from the client token.
  expect(urls.some((url) => url.includes('/client_api/v1/configuration'))).toBe(true)
  expect(urls.some((url) => url.startsWith(`${ASSETS}/web/dropin/`) && url.endsWith('.css'))).toBe(true)
  // PAY-040
  await expect(page.getByRole('button', { name: 'Sign up with this card' })).toBeDisabled()
  // The policy blocks PayPal's tracking, on which nothing depends.
  const refused = (await violations(page)).filter(
    (each) => !/www\.paypal\.com\/xoplatform\/logger/.test(each),
  )
  expect(refused).toEqual([])
  const inline = page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.body.append(script)
  })
  await inline.catch(() => {})
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})

test('the drop-in offers card and PayPal if the merchant has both (PAY-008)', async ({ page }) => {
  const urls = await openCardStep(page, true, withPayPal)
  // The form stays hidden here, because the card frames never report that they are ready.
  await expect(page.getByText('PayPal button')).toBeAttached()
  expect(urls).toContain('https://www.paypalobjects.com/api/checkout.min.js')
  await expect(page.locator('[data-braintree-id="cardholder-name-field-group"]')).toBeAttached()
})

test('a sandbox page allows nothing from Braintree', async ({ page }) => {
  const urls = await openCardStep(page, false)
  await expect(page.getByText('The card form could not be loaded')).toBeVisible()
  expect(urls).toEqual([])
})
