import { expect, test } from 'vitest'
import { zoneName } from './zone-name.ts'

test('names a zone in its local abbreviation, by season and language', () => {
  expect(zoneName('2026-01-10T15:00:00Z', 'America/New_York', 'en-US')).toBe('EST')
  expect(zoneName('2026-07-10T15:00:00Z', 'America/Chicago', 'en-US')).toBe('CDT')
  expect(zoneName('2026-01-10T15:00:00Z', 'America/Toronto', 'fr-CA')).toBe('HNE')
})

test('returns no name for an unknown zone or an invalid instant', () => {
  expect(zoneName('2026-01-10T15:00:00Z', 'Moon/Crater', 'en-US')).toBeNull()
  expect(zoneName('never', 'America/Toronto', 'en-US')).toBeNull()
})
