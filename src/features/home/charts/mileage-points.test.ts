import { expect, test } from 'vitest'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { median, mileagePoints, withoutHidden } from './mileage-points.ts'

const aVehicle = (own: Partial<Vehicle>) =>
  ({ id: 1, is_active: true, miles: 1000, kilometers: 1609, cost_per_mile: '0.1250', ...own }) as Vehicle

test('returns a point per active vehicle with distance and cost, in the unit of the country (DSH-006)', () => {
  const vehicles = [
    aVehicle({ id: 1 }),
    aVehicle({ id: 2, is_active: false }),
    aVehicle({ id: 3, cost_per_mile: null }),
    aVehicle({ id: 4, miles: null }),
  ]
  expect(mileagePoints(vehicles, 'mi')).toEqual([{ id: 1, x: 1000, y: 0.125 }])
  expect(mileagePoints(vehicles, 'km').map(({ id, x }) => [id, x])).toEqual([
    [1, 1609],
    [4, 1609],
  ])
})

test('removes points that would be drawn over another point and keeps all others', () => {
  const spread = Array.from({ length: 60 }, (_, n) => ({ id: n, x: n * 1000, y: n / 100 }))
  const twins = spread.map((point) => ({ ...point, id: point.id + 100, x: point.x + 1 }))
  expect(withoutHidden([...spread, ...twins]).map(({ id }) => id)).toEqual(spread.map(({ id }) => id))
  const many = Array.from({ length: 50_000 }, (_, n) => ({ id: n, x: (n * 7919) % 99_991, y: (n % 97) / 97 }))
  expect(withoutHidden(many).length).toBeLessThan(10_000)
})

test('the median of no values is undefined', () => {
  expect(median([])).toBeUndefined()
  expect(median([3, 1, 2])).toBe(2)
})
