import { expect, it } from 'vitest'
import { intervalText } from './interval-text.ts'

it('names the distance and the months of an interval in both languages', () => {
  const [mi, km] = ['mi', 'km'] as const
  expect(intervalText('en', { every: 5000, unit: mi, months: 6 })).toBe('5,000 mi or 6 months')
  expect(intervalText('en', { every: null, unit: mi, months: 1 })).toBe('1 month')
  expect(intervalText('fr', { every: 8000, unit: km, months: 6 })).toBe('8\u00a0000 km ou 6 mois')
  expect(intervalText('fr', { every: 8000, unit: km, months: null })).toBe('8\u00a0000 km')
})
