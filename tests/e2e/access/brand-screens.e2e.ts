import type { Page } from 'playwright/test'
import type { Brand } from '#contract/core/brand.ts'
import { loadBrands } from '#server/brands/brands.ts'
import { otherRows } from '#tests/support/entries.ts'
import { axeFindings, showIn } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, openInside, PHONE } from '../support/screens.ts'

// Every access screen in each brand's colors, light and dark (BRD-022): before sign-in on a phone, after sign-in on a
// desktop. All axe rules run for the default brand and for the Canadian and fuel-card brands, whose screens differ; for
// the others only the color rules run.

const SHELL_LINK =
  '/?id=1&token=t&firstName=Grace&lastName=Person&cellPhone=6145550100&email=grace%40example.com' +
  '&fleet_name=Harbor&fleet_name_editable=true'
const OUTSIDE = [
  '/sign_in?error_message=Denied',
  '/forgot_password',
  '/reset_password?reset_password_token=abc',
  '/sign_up',
  '/privacy_policy',
  SHELL_LINK,
]
/** The account screen contains the form to change the password. */
const INSIDE = ['/dashboard', '/account', '/user_preferences', '/membership_card', '/roles', '/settings']

const WHOLE = ['wheelbook', 'boreal', 'fuelpass']

type Found = Record<string, string[]>

/** Checks the current screen in both color schemes. */
async function look(page: Page, scene: string, { key }: Brand, found: Found): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await showIn(page, colorScheme)
    const isWhole = colorScheme === 'light' && WHOLE.includes(key)
    const findings = await axeFindings(page, isWhole ? 'all' : 'colors')
    if (findings.length > 0) found[`${scene}, ${colorScheme}`] = findings
  }
}

test.describe('on a phone', () => {
  test.use({ ...PHONE, serviceWorkers: 'block' })

  for (const brand of loadBrands())
    test(`${brand.key}: axe finds nothing on any screen before the sign-in`, async ({ page }) => {
      test.slow()
      const at = origin(brand.key)
      const found: Found = {}
      for (const path of OUTSIDE) {
        await page.goto(at + path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 20_000 })
        await look(page, path.split('?')[0] ?? path, brand, found)
        if (path === '/sign_up' && brand.flags.fuelcard_signup && !brand.traits.hidesSignUp) {
          await goToCard(page)
          await look(page, 'card of the sign-up', brand, found)
        }
      }
      expect(found).toEqual({})
    })
})

test.describe('on a desktop', () => {
  test.use({ ...DESK, serviceWorkers: 'block' })

  for (const brand of loadBrands())
    test(`${brand.key}: axe finds nothing on any screen of access behind the door`, async ({
      page,
      context,
      build,
      db,
    }) => {
      test.slow()
      const at = origin(brand.key)
      const found: Found = {}
      const { owner, fmc, vehicle } = await aWorld(build, brand)
      await otherRows(db).interval(vehicle, { tag: 'Past Due' })
      await signInDirectly(context, build, owner, at)
      await page.goto(`${at}/dashboard`)
      await expect(page.getByText(/Data as of/)).toBeVisible({ timeout: 20_000 })
      for (const path of INSIDE) {
        if (path === '/membership_card' && brand.traits.hidesMembershipCard) continue
        if (path !== '/dashboard') await openInside(page, path)
        await look(page, path, brand, found)
      }
      await page.getByRole('button', { name: /Account menu/ }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(page, 'account menu', brand, found)
      await page.keyboard.press('Escape')
      if (brand.traits.isFuelCard) {
        await page.getByRole('button', { name: /^Account(?! menu)/ }).click()
        await expect(page.getByRole('menu')).toBeVisible()
        await look(page, 'account selector', brand, found)
      }
      await context.clearCookies()
      await signInDirectly(context, build, fmc, at)
      await page.goto(`${at}/fmc_dashboard`)
      await expect(page.getByRole('main')).toContainText('Juniper Couriers', {
        timeout: 20_000,
      })
      await look(page, '/fmc_dashboard', brand, found)
      expect(found).toEqual({})
    })
})

/** An Owner with a vehicle, with two fuel-card accounts if the brand has them, and a user of a management company. */
async function aWorld(build: Parameters<Parameters<typeof test>[2]>[0]['build'], brand: Brand) {
  const { country, key } = brand
  const accounts = brand.traits.isFuelCard
    ? [
        await build.account({ name: 'Redrock Group' }),
        await build.account({ name: 'Closed', isActive: false }),
      ]
    : []
  const { id: affiliationId } = await build.affiliation()
  const fleet = await build.fleet({ country, brand: key, ...(accounts[0] && { accountId: accounts[0].id }) })
  await build.fleet({ country, brand: key, affiliationId, name: 'Juniper Couriers' })
  await build.link(fleet, { name: 'Handbook', description: 'Rules of the road' })
  return {
    owner: await build.user(fleet, { accounts }),
    fmc: await build.user(await build.fleet({ country, brand: key, affiliationId }), {
      roles: ['FMC'],
      affiliationId,
    }),
    vehicle: await build.vehicle(fleet, { name: 'Van 12', odometer: 84_210 }),
  }
}

async function goToCard(page: Page) {
  const fields = {
    'Company name': 'Northgate Couriers',
    'Number of vehicles': '12',
    'First name': 'Ada',
    'Last name': 'Person',
    'Email address': 'ada@example.com',
    Phone: '6145550100',
    'Zip code': '43215',
    Password: 'seven lemons on a truck',
    'Confirm password': 'seven lemons on a truck',
  }
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Sandbox', { exact: true })).toBeVisible()
}
