import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect } from './fixtures.ts'

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What a scheme can change: colours, and nothing else. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

/** What axe finds on the screen as it stands once it is still, as one line per finding (WCAG 2.2 AA). */
export async function axeFindings(page: Page, what: 'all' | 'colours' = 'all'): Promise<string[]> {
  await untilStill(page)
  // Without frames to look into it is told in one piece: a page of its own for each answer would double the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)
  const { violations } = await (what === 'all' ? axe.withTags(TAGS) : axe.withRules(OF_COLOURS)).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary}`),
  )
}

/** Shows the page in light or dark, to a person who wants no motion. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme)
}

/** axe finds nothing on the screen as it stands, on phone and desktop, in light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await showIn(page, colorScheme)
      const found = await axeFindings(page, colorScheme === 'light' ? 'all' : 'colours')
      expect(found, `${size.width} px, ${colorScheme}, ${page.url()}`).toEqual([])
    }
  }
}

/**
 * Waits until the data is there and nothing fades or changes colour any more: what is on its way has no contrast yet.
 * A transition begins with the frame after its cause, and may set off another one: two still frames are still.
 */
async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root'))
  await page.evaluate(async () => {
    const isMoving = () =>
      document
        .getAnimations()
        .some(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    for (let still = 0; still < 2; still = isMoving() ? 0 : still + 1)
      await new Promise((resolve) => requestAnimationFrame(resolve))
  })
}
