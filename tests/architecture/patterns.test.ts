import { expect, test } from 'vitest'
import { hostileTexts, lowestCpuMs } from '#tests/support/hostile-texts.ts'
import { findBuiltPatterns, patternsOf, readProduct } from './patterns.ts'
import { parseSource } from './source-files.ts'

test('every regular expression of the product reads 250 KB of hostile text within 50 ms', () => {
  // Texts that end with a character that never matches, because a failing search reads the most.
  const texts = hostileTexts().filter((text) => text.endsWith('\0'))
  const slow: string[] = []
  for (const { source, flags, places } of patternsOf(readProduct())) {
    const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
    for (const text of texts) {
      const ms = lowestCpuMs(() => matchFor(pattern, text, 50), 50)
      if (ms > 50)
        slow.push(`${places[0]} /${source}/: ${Math.round(ms)} ms, ${JSON.stringify(text.slice(0, 12))}`)
    }
  }
  expect(slow).toEqual([])
})

/** Searches from the start, then from each match on, long enough for slowness to show. */
function matchFor(pattern: RegExp, text: string, enoughMs: number) {
  pattern.lastIndex = 0
  const start = performance.now()
  // Many short matches take linear time in total; each of them must be fast.
  for (let matches = 0; matches < 1000 && pattern.test(text); matches++)
    if (pattern.lastIndex === 0 || performance.now() - start > 2 * enoughMs) return
}

test('the product builds no regular expression at run time', () => {
  expect(findBuiltPatterns(readProduct())).toEqual([])
})

test('the check finds a regular expression built at run time', () => {
  expect(findBuiltPatterns([parseSource('x.ts', 'const it = (a) => new RegExp(a)')])).toHaveLength(1)
})
