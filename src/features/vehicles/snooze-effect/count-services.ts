import type { Interval } from '#contract/maintenance/intervals.ts'

type Service = Interval['services'][number]

/**
 * Counts on how many of some vehicles each service is due or past due, most frequent first. An interval without
 * services has its own name.
 */
export function countServices(
  intervals: readonly Interval[],
  vehicleIds: ReadonlySet<number>,
  nameOf: (service: Service) => string,
): { name: string; vehicles: number }[] {
  const vehiclesOf = new Map<string, Set<number>>()
  for (const { vehicle_id: id, tag, due_status: status, services, name } of intervals) {
    const isDue = status !== null || tag !== 'Upcoming'
    if (!isDue || !vehicleIds.has(id)) continue
    for (const service of services.length > 0 ? services.map(nameOf) : [name])
      vehiclesOf.set(service, (vehiclesOf.get(service) ?? new Set()).add(id))
  }
  const services = [...vehiclesOf].map(([name, ids]) => ({ name, vehicles: ids.size }))
  return services.sort((a, b) => b.vehicles - a.vehicles || a.name.localeCompare(b.name))
}
