import { expect, test } from 'vitest'
import { zoneName } from './zone-name.ts'

const US = { language: 'en', country: 'US' }

test('names a zone in its local abbreviation, by season and language', () => {
  expect(zoneName('2026-01-10T15:00:00Z', 'America/New_York', US)).toBe('EST')
  expect(zoneName('2026-07-10T15:00:00Z', 'America/Chicago', US)).toBe('CDT')
  expect(zoneName('2026-01-10T15:00:00Z', 'America/Toronto', { language: 'fr', country: 'CA' })).toBe('HNE')
  expect(zoneName('2026-01-10T15:00:00Z', 'America/Chicago', { language: 'fr', country: 'US' })).toBe('HNC')
})

test('returns no name for an unknown zone or an invalid instant', () => {
  expect(zoneName('2026-01-10T15:00:00Z', 'Moon/Crater', US)).toBeNull()
  expect(zoneName('never', 'America/Toronto', US)).toBeNull()
})
