import { loadBrands } from '#server/brands/brands.ts'
import { axeFindings, showIn } from '../support/axe.ts'
import { expect, origin, test } from '../support/fixtures.ts'

// Otherwise ten hosts would cache ten copies of the app.
test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })

for (const brand of loadBrands()) {
  test(`the sign-in screen of ${brand.key} shows its logo and colors and has no axe findings, in light and dark`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(`${origin(brand.key)}/sign_in`)
    await expect(page).toHaveTitle(`Sign in · ${brand.name}`) // BRD-001
    for (const colorScheme of ['light', 'dark'] as const) {
      await showIn(page, colorScheme)
      const logo = page.getByRole('img', { name: brand.name })
      await expect(logo).toHaveCount(1) // BRD-004
      await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
      // The sign-in screen shows the logo at one and a half times its width.
      expect(await logo.evaluate((img) => img.clientWidth)).toBe(brand.logoWidth * 1.5)
      // The form's button, or the link to the partner's sign-in (BRD-002).
      await expect(page.locator('.MuiButton-contained').first()).toHaveCSS(
        'background-color',
        rgb(brand.theme[colorScheme].primary),
      )
      const found = await axeFindings(page, colorScheme === 'light' ? 'all' : 'colors')
      expect(found, `${brand.key}, ${colorScheme}`).toEqual([]) // BRD-022
    }
  })
}

function rgb(hex: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  return `rgb(${r}, ${g}, ${b})`
}
