import AxeBuilder from '@axe-core/playwright'
import axe, { type Result, type RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'
import { expect } from './fixtures.ts'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Rules that depend on the color scheme. */
const OF_COLORS = ['color-contrast', 'link-in-text-block']

/** Waits until the screen is still, and returns the findings of axe, one line each (WCAG 2.2 AA). */
export async function axeFindings(page: Page, what: 'all' | 'colors' = 'all'): Promise<string[]> {
  await untilStill(page)
  const violations = await violationsOf(page, {
    runOnly: what === 'all' ? { type: 'tag', values: TAGS } : { type: 'rule', values: OF_COLORS },
    resultTypes: ['violations'],
  })
  return violations.flatMap(({ id, nodes }) =>
    nodes
      // A tooltip belongs to its button, wherever it is in the document.
      .filter(({ html }) => id !== 'region' || !html.startsWith('<div role="tooltip"'))
      .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary}`),
  )
}

/**
 * Axe's Playwright builder injects axe for each run and returns all passed rules too, which takes three times as long.
 * Only the builder inspects frames.
 */
async function violationsOf(page: Page, options: RunOptions): Promise<Result[]> {
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).options(options).analyze()).violations
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async (options) => {
    if (!window.axe) throw new Error('axe did not reach the page')
    return (await window.axe.run(options)).violations
  }, options)
}

/** Switches the page to light or dark, with reduced motion. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme)
}

/** Expects no findings of axe on the current screen, on phone and desktop, in light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await showIn(page, colorScheme)
      const found = await axeFindings(page, colorScheme === 'light' ? 'all' : 'colors')
      expect(found, `${size.width} px, ${colorScheme}, ${page.url()}`).toEqual([])
    }
  }
}

/**
 * Waits until data is loaded and nothing fades or changes color, because contrast during a transition is meaningless. A
 * transition starts in the frame after its cause and may trigger another one, so two still frames are required.
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
