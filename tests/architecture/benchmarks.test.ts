import { expect, it } from 'vitest'
import { benchmarksPage, findStaleBenchmarks } from '#tools/bench/report/benchmarks-page.ts'
import { shareOf, verdictOf } from '#tools/bench/report/figure.ts'
import { mergeResults, type Result } from '#tools/bench/report/results.ts'

const figure = { figure: 'time', value: 5, unit: 'ms', goal: { atMost: 5 } }
const result = (name: string, value: number): Result => ({
  figure: name,
  value,
  unit: 'ms',
  goal: null,
  verdict: null,
  date: '2026-11-23',
})

it('finds the line where the page of the benchmarks differs from the stored results', () => {
  const page = benchmarksPage()
  expect(findStaleBenchmarks(page)).toEqual([])
  expect(findStaleBenchmarks(page.replace('# Benchmarks', '# Results'))).toEqual([
    'docs/benchmarks.md:1 is not what docs/benchmarks/ renders: npm run bench -- --report',
  ])
  expect(findStaleBenchmarks(`${page}more\n`)).toHaveLength(1)
})

it('replaces the result of a figure that was measured again, and keeps the others', () => {
  const known = [result('a', 1), result('b', 2)]
  expect(mergeResults(known, [result('c', 3), result('a', 4)])).toEqual([
    result('a', 4),
    result('b', 2),
    result('c', 3),
  ])
})

it('judges a figure by its goal, unless the machine does not allow it', () => {
  expect(verdictOf(figure)).toBe('ok')
  expect(verdictOf({ ...figure, value: 5.1 })).toBe('missed')
  expect(verdictOf({ ...figure, value: Number.NaN })).toBe('missed')
  expect(verdictOf({ ...figure, goal: { atLeast: 6 } })).toBe('missed')
  expect(verdictOf({ ...figure, goal: null })).toBeNull()
  expect(verdictOf({ ...figure, ...shareOf(3, 0) })).toBe('not judged')
})
