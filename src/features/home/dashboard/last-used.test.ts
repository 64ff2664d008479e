import { expect, test } from 'vitest'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import { lastUsedFirst } from './last-used.ts'

test('picks the vehicles with the latest maintenance, then by id; those without any come last (DSH-011)', () => {
  const random = seededRandom('used')
  for (const size of [0, 3, 5, 200]) {
    const vehicles = Array.from({ length: size }, (_, id) => ({
      id,
      last_maintenance_date: random() < 0.3 ? null : `2026-0${1 + Math.floor(random() * 9)}-01`,
    }))
    const sorted = vehicles.toSorted(
      (a, b) => (b.last_maintenance_date ?? '').localeCompare(a.last_maintenance_date ?? '') || a.id - b.id,
    )
    expect(lastUsedFirst(vehicles, 5)).toEqual(sorted.slice(0, 5))
  }
})
