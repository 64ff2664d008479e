import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { loadBrands } from '#server/brands/brands.ts'
import { otherRows } from '#tests/support/entries.ts'
import { enterAs, expect, origin, test } from '../support/fixtures.ts'

// The screens behind the door in the colours of each brand, light and dark (BRD-022, issue 4 point 5). What axe says beyond
// colours is the same for all brands, and tests/e2e/accessibility.e2e.ts asks it.

test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })

async function badContrasts(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withRules('color-contrast').analyze()
  return violations.flatMap(({ nodes }) =>
    nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
  )
}

/** Those of access too: each brand's own doors are looked at in brands.e2e.ts. */
const SCREENS = [
  '/forgot_password',
  '/reset_password?reset_password_token=abc',
  '/dashboard',
  '/vehicles',
  '/account',
  '/user_preferences',
  '/membership_card',
  '/roles',
  '/settings',
]

for (const brand of loadBrands())
  test(`${brand.key} is readable on every main screen, in light and dark`, async ({
    page,
    context,
    build,
    db,
  }) => {
    test.slow()
    const fleet = await build.fleet({ country: brand.country, brand: brand.key })
    const owner = await build.user(fleet)
    const vehicle = await build.vehicle(fleet, { name: 'Van 12', odometer: 84_210 })
    await otherRows(db).interval(vehicle, { tag: 'Past Due' })
    const at = origin(brand.key)
    await enterAs(context, build, owner, at)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const found: Record<string, string[]> = {}
    for (const path of [...SCREENS, `/vehicles/${vehicle.id}`, '/maintenance_history/new']) {
      await page.goto(`${at}${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 20_000 })
      await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root'))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme)
        const bad = await badContrasts(page)
        if (bad.length > 0) found[`${path}, ${colorScheme}`] = bad
      }
    }
    expect(found).toEqual({})
  })
