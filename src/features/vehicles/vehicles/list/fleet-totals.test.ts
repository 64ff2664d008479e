import { expect, test } from 'vitest'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { fleetTotals } from './fleet-totals.ts'

const aVehicle = (own: Partial<Vehicle>) =>
  ({
    ...{ ytd_maintenance_cost: '0.00', cost_per_mile: null, odometer_units: 'mi', is_active: true },
    fleetcor_enrolled: false,
    ...own,
  }) as Vehicle

test('VEH-002: the cost of the year is exact over thousands of vehicles', () => {
  const vehicles = Array.from({ length: 10_000 }, () => aVehicle({ ytd_maintenance_cost: '0.10' }))
  expect(fleetTotals(vehicles, 'mi').ytdCost).toBe(1000)
})

test('VEH-003: the average cost covers active vehicles with a known cost, in the fleet’s unit', () => {
  const vehicles = [
    aVehicle({ cost_per_mile: '0.20' }),
    aVehicle({ cost_per_mile: '0.40' }),
    aVehicle({}),
    aVehicle({ cost_per_mile: '9.00', is_active: false }),
  ]
  expect(fleetTotals(vehicles, 'mi').costPerDistance).toBeCloseTo(0.3)
  expect(fleetTotals(vehicles, 'km').costPerDistance).toBeCloseTo(0.1864)
  expect(fleetTotals([aVehicle({})], 'mi').costPerDistance).toBeNull()
})

test('VEH-004, VEH-005: counts all vehicles, and the enrolled ones', () => {
  const vehicles = [aVehicle({ fleetcor_enrolled: true }), aVehicle({}), aVehicle({ is_active: false })]
  expect(fleetTotals(vehicles, 'mi')).toMatchObject({ vehicles: 3, enrolled: 1 })
})
