import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectAccessible } from '#tests/e2e/support/axe.ts'
import {
  expect,
  origin,
  signIn,
  signInDirectly,
  submitCredentials,
  test,
} from '#tests/e2e/support/fixtures.ts'

interface BrandData {
  key: string
  subdomains: string[]
  traits: { hidesSignUp: boolean; showsLanguageToggle: boolean; showsSignedOutMessage: boolean }
  support: { email: string }
  signIn: { partnerUrl: string | null; adminNotice: { en: string } | null }
  stores: { appStore: string | null; googlePlay: string | null }
}
const folder = join(import.meta.dirname, '../../../brands')
const brands = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => JSON.parse(readFileSync(join(folder, name, 'brand.json'), 'utf8')) as BrandData)
const hostOf = (brand: BrandData) => origin(brand.key === 'wheelbook' ? undefined : brand.subdomains[0])
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

test('each brand has its own sign-in screen: tabs, sign-up link, language toggle', async ({ page }) => {
  test.slow()
  const hidden: string[] = []
  const tabbed: string[] = []
  const toggled: string[] = []
  for (const brand of brands) {
    await page.goto(`${hostOf(brand)}/sign_in`)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const tabs = await page.getByRole('tab').allTextContents()
    // ACC-037, ACC-040
    if (tabs.length > 0) {
      expect(tabs).toEqual(['User', 'Admin'])
      tabbed.push(brand.key)
      // The form's tab is also where a sign-up link would be.
      if (brand.signIn.partnerUrl) await page.getByRole('tab', { name: 'Admin' }).click()
    }
    await expect(page.getByLabel('Email address')).toBeVisible()
    const hidesSignUp = (await page.getByRole('link', { name: 'Sign up' }).count()) === 0
    if (hidesSignUp) hidden.push(brand.key)
    if ((await page.getByRole('button', { name: 'Français' }).count()) > 0) toggled.push(brand.key)
    // ACC-035: the address itself shows no form either, but a contact.
    if (!hidesSignUp) continue
    await page.goto(`${hostOf(brand)}/sign_up`)
    await expect(page.getByRole('heading', { name: 'Sign-up isn’t open here' })).toBeVisible()
    await expect(page.getByText(brand.support.email)).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  }
  // ACC-036
  expect(hidden.sort()).toEqual(['fuelpass', 'petrolane', 'trackline'])
  expect(tabbed.sort()).toEqual(['petrolane', 'trackline'])
  // ACC-041
  expect(toggled).toEqual(['boreal'])
})

test('the User tab of the telematics brand opens the partner’s sign-in, and the Admin tab has the form', async ({
  page,
}) => {
  // ACC-037, ACC-038
  await page.goto(`${origin('trackline')}/sign_in`)
  const link = page.getByRole('link', { name: 'Go to the Trackline sign-in page' })
  await expect(link).toBeVisible()
  await expect(page.getByLabel('Email address')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Admin' }).click()
  await expect(page.getByLabel('Email address')).toBeVisible()
  await page.goto(`${origin('trackline')}/sign_in`)
  // The partner's host does not exist, and Chromium versions report that differently; only the target counts.
  const request = page.waitForRequest(
    (request) => request.isNavigationRequest() && request.url() === 'https://auth.trackline.example/sign-in',
  )
  await link.click()
  await request
})

test('the Admin tab of the oil company names the external account manager instead of a form', async ({
  page,
}) => {
  // ACC-039
  await page.goto(`${origin('petrolane')}/sign_in`)
  await expect(page.getByLabel('Email address')).toBeVisible()
  await page.getByRole('tab', { name: 'Admin' }).focus()
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('Administrators manage this account in the Petrolane account manager.'),
  ).toBeVisible()
  await expect(page.getByLabel('Email address')).toHaveCount(0)
  await expectAccessible(page)
})

test('the oil company shows a message once after a sign-out, other brands do not', async ({
  page,
  context,
  build,
  owner,
}) => {
  // ACC-044
  for (const [subdomain, showsNotice] of [
    ['petrolane', true],
    [undefined, false],
  ] as const) {
    await signInDirectly(context, build, owner, origin(subdomain))
    await page.goto(`${origin(subdomain)}/sign_out`)
    await page.waitForURL((url) => url.pathname === '/sign_in')
    await expect(page.getByLabel('Email address')).toBeVisible()
    const notice = page.getByText(/You are signed out of/)
    await (showsNotice ? expect(notice).toBeVisible() : expect(notice).toHaveCount(0))
    await expect(page).toHaveURL(`${origin(subdomain)}/sign_in`)
    await page.reload()
    await expect(page.getByLabel('Email address')).toBeVisible()
    await expect(notice).toHaveCount(0)
  }
})

test.describe('on a phone', () => {
  test.use({ userAgent: ANDROID, viewport: { width: 390, height: 844 } })
  test('brands with a store page show its buttons, others do not', async ({ page }) => {
    // ACC-042, ACC-043
    await page.goto(`${origin('trackline')}/sign_in`)
    await expect(page.getByRole('link', { name: 'Get it in the App Store' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Get it on Google Play' })).toHaveAttribute(
      'href',
      'https://apps.trackline.example/android',
    )
    await page.goto(`${origin()}/sign_in`)
    await expect(page.getByLabel('Email address')).toBeVisible()
    await expect(page.getByText('The app for your phone')).toHaveCount(0)
  })
})

test('no brand shows store buttons on a desktop', async ({ page }) => {
  // ACC-042
  await page.goto(`${origin('trackline')}/sign_in`)
  await expect(page.getByRole('tab', { name: 'Admin' })).toBeVisible()
  await expect(page.getByText('The app for your phone')).toHaveCount(0)
})

test('a device remembers that the user declined to be remembered', async ({ page, context, db, owner }) => {
  // ruling 4, ruling 5
  await page.goto(`${origin()}/sign_in`)
  const box = page.getByRole('checkbox', { name: 'Remember me on this device' })
  await expect(box).toBeChecked()
  await box.uncheck()
  await signIn(page, db, owner)
  const cookies = await context.cookies()
  expect(cookies.map(({ name }) => name)).not.toContain('device_token')
  expect(cookies.find(({ name }) => name === 'authentication_token')?.expires).toBe(-1)
  await page.goto(`${origin()}/sign_out`)
  await page.waitForURL((url) => url.pathname === '/sign_in')
  await expect(box).not.toBeChecked()
  await submitCredentials(page, owner)
  await expect(page.getByRole('heading', { name: 'Verification' })).toBeVisible()
})

test.describe('in a French browser', () => {
  test.use({ locale: 'fr-CA' })
  test('the sign-in screen of every host is in French from the first byte', async ({ page }) => {
    for (const at of [origin(), origin('boreal'), origin('trackline')]) {
      const response = await page.goto(`${at}/sign_in`)
      expect(await response?.text()).toContain('<html lang="fr"')
      await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible()
    }
  })
})
