import { expect, test } from 'vitest'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { factsOf } from '../vehicle-facts.ts'
import { fleetTotals } from './fleet-totals.ts'

const aRow = (own: Partial<Vehicle>) => ({
  facts: factsOf({
    ytd_maintenance_cost: '0.00',
    cost_per_mile: null,
    odometer_units: 'mi',
    is_active: true,
    fleetcor_enrolled: false,
    name_of_vehicle: 'Van',
    ...own,
  } as Vehicle),
})

test('VEH-002: the cost of the year is exact over thousands of vehicles', () => {
  const rows = Array.from({ length: 10_000 }, () => aRow({ ytd_maintenance_cost: '0.10' }))
  expect(fleetTotals(rows, 'mi').ytdCost).toBe(1000)
})

test('VEH-003: the average cost covers active vehicles with a known cost, in the fleet’s unit', () => {
  const rows = [
    aRow({ cost_per_mile: '0.20' }),
    aRow({ cost_per_mile: '0.40' }),
    aRow({}),
    aRow({ cost_per_mile: '9.00', is_active: false }),
  ]
  expect(fleetTotals(rows, 'mi').costPerDistance).toBeCloseTo(0.3)
  expect(fleetTotals(rows, 'km').costPerDistance).toBeCloseTo(0.1864)
  expect(fleetTotals([aRow({})], 'mi').costPerDistance).toBeNull()
})

test('VEH-004, VEH-005: counts all vehicles, and the enrolled ones', () => {
  const rows = [aRow({ fleetcor_enrolled: true }), aRow({}), aRow({ is_active: false })]
  expect(fleetTotals(rows, 'mi')).toMatchObject({ vehicles: 3, enrolled: 1 })
})
