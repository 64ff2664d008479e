import { expect, it } from 'vitest'
import { TimeZone } from '#contract/core/fields.ts'
import { statesOf } from '#domain/catalog/state-list.ts'
import { suggestTimeZone, timeZoneLabel, timeZonesOf } from './time-zones.ts'

const home = { country: 'US' as const, timeZone: 'America/Detroit' }

it('suggests the time zone of the state, else that of the company, else the usual one of the country (FMC-027)', () => {
  expect(suggestTimeZone({ country: 'US', state: 'OR' }, home)).toBe('America/Los_Angeles')
  expect(suggestTimeZone({ country: 'US', state: '' }, home)).toBe('America/Detroit')
  expect(suggestTimeZone({ country: 'CA', state: '' }, home)).toBe('America/Toronto')
  expect(suggestTimeZone({ country: 'CA', state: 'BC' }, home)).toBe('America/Vancouver')
})

it.each(['US', 'CA'] as const)('has valid time zones for %s, and one for each state', (country) => {
  const zones = timeZonesOf(country, 'America/Detroit')
  expect(zones[0]).toBe('America/Detroit')
  for (const zone of zones) expect([zone, TimeZone.safeParse(zone).success]).toEqual([zone, true])
  for (const { id } of statesOf(country, 'en'))
    expect([id, suggestTimeZone({ country, state: id }, { country, timeZone: 'none' })]).not.toContain('none')
})

it('names a time zone by its city, in the language', () => {
  expect(timeZoneLabel('America/New_York', 'en')).toBe('New York, Eastern Time')
  expect(timeZoneLabel('America/Toronto', 'fr')).toContain('Toronto, heure de l’Est')
  expect(timeZoneLabel('Nowhere/Else', 'en')).toBe('Else')
})
