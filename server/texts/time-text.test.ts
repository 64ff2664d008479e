import { expect, test } from 'vitest'
import { timeText } from './time-text.ts'

test('a time has the date of the country and the zone’s name in its language (BRD-032, BRD-033, BRD-038)', () => {
  const at = '2026-01-10T21:05:09Z'
  expect([
    timeText(at, 'America/New_York', { language: 'en', country: 'US' }),
    timeText(at, 'America/St_Johns', { language: 'en', country: 'CA' }),
    timeText(at, 'America/Toronto', { language: 'fr', country: 'CA' }),
  ]).toEqual(['01/10/2026 04:05 PM EST', '2026-01-10 05:35 PM NST', '2026-01-10 04:05 PM HNE'])
})
