import type { Vehicle } from '#contract/vehicles/vehicles.ts'

/** Sorts vehicles by latest maintenance; those without any come last. */
export function lastUsedFirst<T extends Pick<Vehicle, 'id' | 'last_maintenance_date'>>(
  vehicles: readonly T[],
  count: number,
): T[] {
  return vehicles
    .toSorted(
      (a, b) => (b.last_maintenance_date ?? '').localeCompare(a.last_maintenance_date ?? '') || a.id - b.id,
    )
    .slice(0, count)
}
