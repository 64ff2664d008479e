import type { Page } from 'playwright/test'
import { loadBrands } from '#server/brands/brands.ts'
import { expect, origin, test } from '../support/fixtures.ts'
import { recordShifts, totalShift } from '../support/layout-shift.ts'
import { goOffline } from '../support/screens.ts'

const brands = loadBrands()
/** One brand of each theme. */
const oneOfEach = brands.filter(
  (brand, at) => brands.findIndex(({ theme }) => theme.name === brand.theme.name) === at,
)

const SAMPLE = `The vehicles of your fleet are due for maintenance: record what was done, when, where, and at which odometer
  reading. Les véhicules de votre parc attendent un entretien : consignez ce qui a été fait, quand, où et à quel
  kilométrage. 84,210 mi · 1,234.50 CAD · 2026-03-14 · Sign in · Se connecter`

/** Measures the width of running text in a brand's font relative to its fallback, and the heights of both in em. */
function measure(page: Page, font: string) {
  return page.evaluate(
    ([font, sample]) => {
      const canvas = document.createElement('canvas').getContext('2d')
      const widthOf = (family: string, weight: number) => {
        if (!canvas) throw new Error('no canvas')
        canvas.font = `${weight} 1000px "${family}"`
        const { width, fontBoundingBoxAscent, fontBoundingBoxDescent } = canvas.measureText(sample)
        return { width, ascent: fontBoundingBoxAscent / 1000, descent: fontBoundingBoxDescent / 1000 }
      }
      const [own, fallback] = [widthOf(font, 400), widthOf(`${font} fallback`, 400)]
      return {
        width: own.width / fallback.width,
        boldWidth: widthOf(font, 650).width / widthOf(`${font} fallback`, 650).width,
        ascent: own.ascent - fallback.ascent,
        descent: own.descent - fallback.descent,
      }
    },
    [font, SAMPLE] as const,
  )
}

test.describe('font of a brand', () => {
  test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })

  for (const { key, theme } of oneOfEach)
    test(`${theme.font} is the only font that the page of ${key} loads, and the layout does not shift when it arrives`, async ({
      page,
    }) => {
      // BRD-003, BRD-021
      const fetched: string[] = []
      page.on('request', (request) => {
        if (request.resourceType() === 'font') fetched.push(new URL(request.url()).pathname)
      })
      await page.route('**/fonts/*', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 700))
        await route.continue()
      })
      await recordShifts(page)
      await page.goto(`${origin(key)}/sign_in`, { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForFunction(
        (font) =>
          [...document.fonts].some(
            (face) => face.family.replaceAll('"', '') === font && face.status === 'loaded',
          ),
        theme.font,
      )
      await expect(page.locator('body')).toHaveCSS(
        'font-family',
        new RegExp(`^"?${theme.font}"?, "${theme.font} fallback"`),
      )
      expect(fetched).toEqual([
        expect.stringMatching(new RegExp(`^/fonts/${theme.font}-[0-9a-f]{8}\\.woff2$`)),
      ])

      const measured = await measure(page, theme.font)
      for (const [name, { difference, max }] of Object.entries({
        width: { difference: measured.width - 1, max: 0.01 },
        boldWidth: { difference: measured.boldWidth - 1, max: 0.01 },
        ascent: { difference: measured.ascent, max: 0.005 },
        descent: { difference: measured.descent, max: 0.005 },
      }))
        expect(
          Math.abs(difference),
          `${name} in contract/core/fonts.ts is off by ${difference}`,
        ).toBeLessThan(max)

      expect(await totalShift(page)).toBeLessThanOrEqual(0.02)
    })
})

test('the installed app caches the font, logos, icons and manifest of its own brand only, for offline use', async ({
  page,
  context,
}) => {
  // BRD-003, OFF-049, ruling 13
  await page.goto(`${origin('boreal')}/sign_in`)
  await goOffline(page, context)
  await page.reload()
  await expect(page).toHaveTitle(/Boreal Fleet$/)
  await expect(page.getByRole('img', { name: 'Boreal Fleet' })).toBeVisible()
  await page.waitForFunction(() => document.fonts.check('16px "source-sans-3"'))
  const cached = await page.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
  expect(cached.filter((path) => path.startsWith('/fonts/'))).toEqual([
    expect.stringContaining('source-sans-3'),
  ])
  for (const path of ['/manifest.webmanifest', '/brand/icon-192.png', '/brand/logo-dark.svg'])
    expect(cached).toContain(path)
  const manifest = await page.evaluate(() =>
    fetch('/manifest.webmanifest').then((response) => response.json()),
  )
  expect(manifest).toMatchObject({ name: 'Boreal Fleet', short_name: 'Boreal' })
})
