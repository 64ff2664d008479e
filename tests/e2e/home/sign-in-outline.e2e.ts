import { readdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, origin, test } from '../support/fixtures.ts'

test.use({ serviceWorkers: 'block' })

const BRANDS = readdirSync('brands', { withFileTypes: true }).filter((entry) => entry.isDirectory())
/** Differences of the brand's font and its stand-in. */
const TOLERANCE_PX = 2
const HELP = { en: 'You stay signed in', fr: 'Votre session reste ouverte' }

/** Holds the sign-in screen's code back until released. */
async function holdScreen(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/gate-*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Counts what the browser reports as its largest paint so far. */
async function countLargestPaints(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = window as unknown as { largestPaints: number }
    counted.largestPaints = 0
    new PerformanceObserver((list) => {
      counted.largestPaints += list.getEntries().length
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { largestPaints: number }).largestPaints)
}

const outlineOf = (page: Page) => page.locator('.sign-in-outline')
const topOf = async (page: Page, within: string, text: string) =>
  (await page.locator(within).getByText(text).first().boundingBox())?.y ?? Number.NaN

for (const { name } of BRANDS)
  test(`the outline of ${name}'s sign-in screen is its largest paint, and the screen takes its place`, async ({
    page,
  }) => {
    // At 390 px, two brands' lead fills its line, and wraps in only one of the two fonts.
    await page.setViewportSize({ width: 412, height: 915 })
    const largestPaints = await countLargestPaints(page)
    const release = await holdScreen(page)
    await page.goto(`${origin(name === 'wheelbook' ? undefined : name)}/sign_in`, { waitUntil: 'commit' })
    await expect(outlineOf(page)).toBeVisible()
    await expect.poll(largestPaints).toBeGreaterThan(0)
    const texts = (await outlineOf(page).locator('p, small, h6, nav u').allInnerTexts()).filter(Boolean)
    const shown = await Promise.all(
      texts
        .slice(1)
        .map(async (text) => ({ text, y: await topOf(page, '.sign-in-outline section', text.slice(0, 20)) })),
    )
    const before = await largestPaints()
    release()
    await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(outlineOf(page)).toHaveCount(0)
    await page.evaluate(() => document.fonts.ready)
    for (const { text, y } of shown)
      expect(Math.abs((await topOf(page, '#root main', text.slice(0, 20))) - y), text).toBeLessThanOrEqual(
        TOLERANCE_PX,
      )
    expect(await largestPaints(), 'the screen has no larger text').toBe(before)
  })

test('the outline has the language and color scheme of the device, and nothing to read twice or to use', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.addInitScript(() => localStorage.setItem('language', 'fr'))
  const release = await holdScreen(page)
  await page.goto(`${origin('boreal')}/vehicles`, { waitUntil: 'commit' })
  const outline = outlineOf(page)
  await expect(outline.getByText(HELP.fr)).toBeVisible()
  await expect(outline.getByText(HELP.en)).toHaveCount(0)
  const { theme } = await page.evaluate(() =>
    JSON.parse(document.getElementById('brand')?.textContent ?? '{}'),
  )
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(theme.dark.surface.slice(at, at + 2), 16))
  await expect(outline).toHaveCSS('background-color', `rgb(${red}, ${green}, ${blue})`)
  await expect(outline).toHaveAttribute('aria-hidden', 'true')
  await expect(outline.locator('a, button, input, [tabindex]')).toHaveCount(0)
  release()
  await expect(page.getByLabel('Adresse courriel')).toBeFocused()
  await expect(outline).toHaveCount(0)
})

test('no outline appears where a message moves the form', async ({ page }) => {
  const release = await holdScreen(page)
  await page.goto(`${origin()}/sign_in?error_message=Locked`, { waitUntil: 'commit' })
  // Set by the script that would show the outline, in the same task.
  await page.waitForFunction(() => document.documentElement.hasAttribute('data-scheme'))
  await expect(outlineOf(page)).toHaveCount(0)
  release()
  await expect(page.getByText('Locked')).toBeVisible()
})

test('if the sign-in screen cannot be loaded, its outline does not cover the message', async ({ page }) => {
  await page.route('**/assets/gate-*.js', (route) => route.abort())
  await page.goto(`${origin()}/sign_in`)
  await expect(page.getByRole('heading', { name: 'The app could not be loaded' })).toBeVisible()
  await expect(outlineOf(page)).toHaveCount(0)
})
