import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { compareText } from '#src/lib/sort-in-steps.ts'

type Used = Pick<Vehicle, 'id' | 'last_maintenance_date'>

/** Returns the vehicles with the latest maintenance, latest first; those without any come last. */
export function lastUsedFirst<T extends Used>(vehicles: readonly T[], count: number): T[] {
  const latest: T[] = []
  for (const vehicle of vehicles) {
    const last = latest[count - 1]
    if (last && byUse(last, vehicle) <= 0) continue
    const place = latest.findIndex((other) => byUse(vehicle, other) < 0)
    latest.splice(place < 0 ? latest.length : place, 0, vehicle)
    if (latest.length > count) latest.pop()
  }
  return latest
}

const byUse = (a: Used, b: Used): number =>
  compareText(b.last_maintenance_date ?? '', a.last_maintenance_date ?? '') || a.id - b.id
