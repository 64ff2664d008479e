import { expect, test } from 'vitest'
import { figureLines } from './report-email-lines.ts'
import type { ReportFigures } from './report-figures.ts'

test('an average uses the plural form of the language, in French the singular below 2', () => {
  const averageIn = (language: 'en' | 'fr', average: number) => {
    const totals = { count: 2, days: 3, average, total_count: 1 }
    const figures = { report: 'downtime', groups: [], ...totals } as unknown as ReportFigures
    const [total] = figureLines(figures, { by: 'vehicle', language, country: 'CA' })
    return total?.value.split(' · ').at(-1)
  }
  expect([1, 1.5, 2].map((days) => averageIn('en', days))).toEqual([
    '1 day on average',
    '1.5 days on average',
    '2 days on average',
  ])
  expect([1, 1.5, 2].map((days) => averageIn('fr', days))).toEqual([
    '1 jour en moyenne',
    '1,5 jour en moyenne',
    '2 jours en moyenne',
  ])
})
