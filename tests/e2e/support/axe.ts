import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect } from './fixtures.ts'

const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** axe finds nothing on the screen as it stands, on phone and desktop, in light and dark (WCAG 2.2 AA). */
export async function expectAccessible(page: Page): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme)
      const axe = new AxeBuilder({ page })
      // The scheme changes colours and nothing else.
      const { violations } = await (colorScheme === 'light'
        ? axe.withTags(TAGS)
        : axe.withRules('color-contrast')
      ).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`)
      expect(found, `${size.width} px, ${colorScheme}, ${page.url()}`).toEqual([])
    }
  }
}
