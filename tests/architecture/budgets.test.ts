import { expect, it } from 'vitest'
import { describeGrowth, findOverBudget, lowerBudgets } from '#tests/budgets/budgets.ts'

const of = (number: number) => ({ '/vehicles': { modules: number } })

it('reports a number over its budget, with what explains it, and a subject without a budget', () => {
  expect(findOverBudget(of(100), of(100))).toEqual([])
  expect(findOverBudget(of(101), of(100), () => 'The chart grew')).toEqual([
    '/vehicles: 101 modules, 1 over the budget of 100',
    'The chart grew',
  ])
  expect(findOverBudget(of(1), {})[0]).toContain('/vehicles has no budget of modules')
})

it('reports a budget that is much higher than its number', () => {
  expect(findOverBudget(of(81), of(100))).toEqual([])
  expect(findOverBudget(of(79), of(100))[0]).toContain('79 modules need no budget of 100')
})

it('lowers budgets to a little above what was measured, and never raises them', () => {
  expect(lowerBudgets(of(100), {})).toEqual(of(103))
  expect(lowerBudgets(of(50), of(60))).toEqual(of(53))
  expect(lowerBudgets(of(90), of(60))).toEqual(of(60))
})

it('names the sources that grew, the largest growth first', () => {
  expect(describeGrowth({ react: 12, charts: 105, zod: 4 }, { react: 10, zod: 4 })).toBe(
    '  grown since then, before compression: charts +105 kB, react +2 kB',
  )
  expect(describeGrowth({ react: 9 }, { react: 10 })).toBe('')
})
