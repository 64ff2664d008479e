import type { Page } from 'playwright/test'
import { FLAGS, type Flag } from '#contract/access/account.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, openLoaded, PHONE, requestsTo } from '../support/screens.ts'

const LINKS = [
  { text: { en: 'Help center', fr: 'Centre d’aide' }, url: 'https://help.example/' },
  { text: { en: 'Terms of use', fr: 'Conditions d’utilisation' }, url: 'https://terms.example/' },
]

/** Stubs the flag call: these are on, all others off. */
async function stubFlags(page: Page, on: Flag[]) {
  await page.route('**/api/v4/feature_flags*', (route) =>
    route.fulfill({
      json: {
        flags: Object.fromEntries(FLAGS.map((flag) => [flag, on.includes(flag) ? 'on' : 'off'])),
        footer_links: LINKS,
      },
      headers: { 'x-wheelbook-api': '1' },
    }),
  )
}

test.describe('on a desktop', () => {
  // Requests of a service worker bypass the stubs.
  test.use({ ...DESK, serviceWorkers: 'block' })

  test('requests flags once per start, with customer id, email and affiliation', async ({
    page,
    context,
    build,
  }) => {
    // BRD-044, BRD-046
    const group = await build.affiliation({ name: `Group ${crypto.randomUUID()}` })
    const fleet = await build.fleet({ affiliationId: group.id })
    const user = await build.user(fleet, { affiliationId: group.id })
    await signInDirectly(context, build, user)
    const requests = requestsTo(context, /feature_flags/)
    await openLoaded(page, '/dashboard')
    const places = page.getByRole('navigation')
    for (const name of ['Vehicles', 'Services', 'Dashboard', 'Vehicles']) {
      await places.getByRole('link', { name, exact: true }).first().click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    expect(requests).toHaveLength(1)
    const search = new URL(`http://x${requests[0]?.split(' ')[1]}`).searchParams
    expect(Object.fromEntries(search)).toEqual({
      customer_id: String(user.id),
      email: user.email,
      affiliation_id: String(group.id),
    })
    await page.reload()
    await expect.poll(() => requests.length, 'stored flags are requested again').toBe(2)
  })

  test('the glovebox appears only with its flag, on a vehicle and in the list', async ({
    page,
    context,
    build,
    owner,
  }) => {
    // BRD-045, BRD-047, BRD-048
    const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van of flags' })
    await signInDirectly(context, build, owner)
    for (const on of [false, true]) {
      await page.evaluate(() => localStorage.clear()).catch(() => {})
      await page.unrouteAll()
      await stubFlags(page, on ? ['glovebox'] : [])
      await openLoaded(page, '/vehicles')
      await expect(page.getByRole('gridcell', { name: 'Van of flags', exact: true })).toBeVisible()
      await expect(page.getByRole('columnheader', { name: 'Documents' })).toHaveCount(on ? 1 : 0)
      await page.goto(`${origin()}/vehicles/${vehicle.id}`)
      await expect(page.getByRole('heading', { name: 'Van of flags' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Glovebox', exact: true })).toHaveCount(on ? 1 : 0)
    }
  })

  test('the footer shows the links of its flag in the user’s language, and is absent without the flag', async ({
    signedInPage: page,
  }) => {
    // BRD-049
    await stubFlags(page, ['footer_links'])
    await openLoaded(page, '/vehicles')
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByRole('link')).toHaveText(['Help center', 'Terms of use'])
    await expect(footer.getByRole('link', { name: 'Terms of use' })).toHaveAttribute(
      'href',
      'https://terms.example/',
    )
    await page.evaluate(() => localStorage.clear())
    await page.unrouteAll()
    await stubFlags(page, [])
    await openLoaded(page, '/vehicles')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(footer).toHaveCount(0)
  })

  test('if flags cannot be loaded, the last ones apply, a new device has none, and the app works', async ({
    signedInPage: page,
    build,
    owner,
  }) => {
    // BRD-050
    const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van of flags' })
    await page.route('**/api/v4/feature_flags*', (route) => route.abort())
    await openLoaded(page, `/vehicles/${vehicle.id}`)
    await expect(page.getByRole('heading', { name: 'Van of flags' })).toBeVisible()
    const glovebox = page.getByRole('button', { name: 'Glovebox', exact: true })
    await expect(glovebox).toHaveCount(0)
    await page.unrouteAll()
    await page.reload()
    await expect(glovebox).toBeVisible()
    await page.route('**/api/v4/feature_flags*', (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Van of flags' })).toBeVisible()
    await expect(glovebox).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use({ ...PHONE, serviceWorkers: 'block' })

  test('the menu contains the footer links', async ({ page, context, build }) => {
    // BRD-049
    const user = await build.user(await build.fleet({ brand: 'meridian' }), { language: 'fr' })
    await signInDirectly(context, build, user)
    await openLoaded(page, '/vehicles')
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await page.getByRole('button', { name: /Menu du compte|Account menu/ }).click()
    const link = page.getByRole('link', { name: /Conditions d’utilisation|Terms of use/ })
    await expect(link).toHaveAttribute('href', 'https://www.meridian.example/terms')
    // The menu grows while it opens.
    await expect.poll(async () => (await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  })
})
