import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright'
import { readLocales } from '#tests/architecture/locale-rules.ts'
import { englishLeftovers, isRawKey } from '#tests/e2e/support/english.ts'
import { textsOn } from '#tests/e2e/support/layout-problems.ts'
import type { Observed } from './observed.ts'
import type { WalkLanguage } from './world.ts'

/** Maximum time for a screen to settle on a slow machine. */
const SETTLE_TIMEOUT_MS = 30_000

/** Texts that replace a screen or a list if a link of the app led to a wrong URL. */
const DEAD_ENDS = [
  'shell:notFound.title',
  'common:noAccess.title',
  'common:errorPanel.title',
  'vehicles:missing.title',
  'history:missing.title',
  'orders:page.missing',
  'payment-methods:missing.title',
  'schedules:missing.title',
  'fleet:one.notFound',
  'errors:gone',
]

/** Records loading indicators without an accessible name; injected before the app. */
export function watchLoadingIndicators(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const unnamed = new Set<string>()
    Object.assign(window, { unnamedLoadingSigns: unnamed })
    const look = (root: Element) => {
      for (const sign of [
        root,
        ...root.querySelectorAll('[role=progressbar], [aria-busy=true], .MuiSkeleton-root'),
      ]) {
        if (sign.matches('[role=progressbar]') && !sign.closest('[aria-hidden=true]'))
          if (!sign.getAttribute('aria-label') && !sign.getAttribute('aria-labelledby'))
            unnamed.add(`a progress bar without a name: ${sign.outerHTML.slice(0, 120)}`)
      }
    }
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof Element) look(node)
    }).observe(document, { childList: true, subtree: true })
  })
}

/**
 * Waits until a screen or dialog has settled: a heading, no loading indicator, no pending call.
 * @returns what is missing, if it does not settle
 */
export async function untilSettled(page: Page, observed: Observed): Promise<string[]> {
  const end = Date.now() + SETTLE_TIMEOUT_MS
  let missing: string[] = []
  for (let still = 0; still < 2; ) {
    missing = await page.evaluate(missingParts).catch(() => ['the page is being replaced'])
    still = missing.length === 0 && !observed.isBusy() ? still + 1 : 0
    if (Date.now() > end) return missing.length > 0 ? missing : ['a call without an end']
    await sleep(still > 0 ? 30 : 60)
  }
  return []
}

/** Runs in the page. */
function missingParts(): string[] {
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const missing: string[] = []
  if (![...document.querySelectorAll('h1, [role=dialog] h2, [role=alertdialog] h2')].some(isShown))
    missing.push('no heading')
  if ([...document.querySelectorAll('.MuiSkeleton-root')].some(isShown)) missing.push('a skeleton')
  for (const sign of document.querySelectorAll('[role=progressbar]:not([aria-valuenow])'))
    if (isShown(sign)) missing.push(`a progress bar, ${sign.getAttribute('aria-label')}`)
  return missing
}

/** Returns a function that lists the problems of the current screen in one language, one line each. */
export function screenFaults(language: WalkLanguage) {
  const texts = readLocales(join(import.meta.dirname, '../../locales'))[language] ?? new Map<string, string>()
  const deadEnds = new Map(
    DEAD_ENDS.map((key) => {
      const text = texts.get(key)
      if (!text) throw new RangeError(`No text ${key}`)
      return [text, key]
    }),
  )
  const isEnglish = language === 'fr' ? englishLeftovers() : () => false
  return async (page: Page): Promise<string[]> => {
    const words = await textsOn(page)
    const { title, unnamed } = await page.evaluate(() => {
      const signs = Reflect.get(window, 'unnamedLoadingSigns') as Set<string>
      const unnamed = [...signs]
      signs.clear()
      return { title: document.title, unnamed }
    })
    return [
      ...unnamed,
      ...(title.includes('·') || /\S/.test(title) ? [] : ['the window has no title']),
      ...words.flatMap((word) => (deadEnds.has(word) ? [`dead end: ${deadEnds.get(word)}`] : [])),
      ...inOneLine('raw keys', words.filter(isRawKey)),
      ...inOneLine('English', words.filter(isEnglish)),
    ]
  }
}

const inOneLine = (what: string, words: string[]) =>
  words.length > 0 ? [`${what}: ${words.slice(0, 12).join(' | ')}`] : []

/** Returns the number of rows of the current list on all its pages; undefined without a list. */
export function totalOf(page: Page): Promise<number | undefined> {
  return page.evaluate(() => {
    const main = document.querySelector('main')
    // A grid's footer ends with it: '1–25 of 117'.
    const foot = main?.querySelector('.MuiTablePagination-displayedRows')?.textContent
    if (foot) return Number(/([\d\s,]+)\D*$/.exec(foot)?.[1]?.replaceAll(/\D/g, ''))
    const total = main?.querySelector('[data-total]')?.getAttribute('data-total')
    const size = total ?? main?.querySelector('[aria-setsize]')?.getAttribute('aria-setsize')
    return size ? Number(size) : undefined
  })
}
