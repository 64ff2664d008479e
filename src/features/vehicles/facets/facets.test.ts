import { expect, test } from 'vitest'
import { NO_VALUE } from '#domain/vehicles/vehicle-facets.ts'
import { facetOptions, matchesFacets } from './facets.ts'

const van = { department_number: '12', driver_names: ['Ada', 'Bea'], vehicle_type_id: 'light' as const }
const truck = { department_number: null, driver_names: [], vehicle_type_id: 'medium_heavy' as const }
const all = { department: '', driver: '', class: '' }

test('a vehicle matches when it has every chosen value', () => {
  expect(matchesFacets(van, all)).toBe(true)
  expect(matchesFacets(van, { ...all, driver: 'Bea', department: '12' })).toBe(true)
  expect(matchesFacets(van, { ...all, driver: 'Bea', class: 'medium_heavy' })).toBe(false)
  expect(matchesFacets(truck, { ...all, driver: NO_VALUE, department: NO_VALUE })).toBe(true)
})

test('options are sorted by number, and vehicles without a value come last', () => {
  const ten = { ...van, department_number: '100' }
  expect(facetOptions([truck, ten, van], 'department')).toEqual(['12', '100', NO_VALUE])
  expect(facetOptions([truck], 'driver')).toEqual([])
})
