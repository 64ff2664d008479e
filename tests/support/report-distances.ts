import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

export interface DrivenVehicle {
  fleet_id: number
  vehicle: string
  class: string
  arrived_on: string | null
  readings: { day: string; value: number; unit: 'mi' | 'km' }[]
}

/**
 * Adds odometer values to generated fleets: some in the other unit, doubtful, voided, or outside the range. Some vehicles
 * arrived during it. Every twentieth fleet gets enough vehicles for outliers.
 */
export async function generateReadings(db: Database, ids: number[]): Promise<void> {
  await db.query(sql`
    with made as (
      insert into vehicles (fleet_id, odometer_units, name_of_vehicle, vehicle_type_id)
      select f, 'mi', 'Truck ' || n, 'light' from unnest(${ids}::bigint[]) f, generate_series(1, 9) n where f % 20 = 0
      returning fleet_id, id)
    insert into shop_orders (fleet_id, vehicle_id, status, appointment_datetime, odometer_units, total)
    select fleet_id, id, 'paid', timestamptz '2026-03-01 12:00Z', 'mi', floor(random() * 100000)::int / 100.0 from made`)
  await db.query(sql`
    insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source, is_doubtful, voided_at)
    select v.fleet_id, v.id, floor(random() * 20000), case when random() < 0.2 then 'km' else 'mi' end,
      date '2025-11-10' + floor(random() * 380)::int, 'driver', random() < 0.1, case when random() < 0.1 then now() end
    from vehicles v, generate_series(1, 4) n where v.fleet_id = any(${ids}) and random() < 0.7`)
  await db.query(sql`
    update vehicles set arrived_on = date '2025-11-10' + floor(random() * 380)::int
    where fleet_id = any(${ids}) and random() < 0.3`)
}

/** Reads the vehicles of all fleets with their valid odometer values, for the reference. */
export async function readDistances(db: Database, ids: number[]): Promise<Map<number, DrivenVehicle[]>> {
  const rows = await db.query<DrivenVehicle>(sql`
    select v.fleet_id, v.id::text as vehicle, v.vehicle_type_id as class, v.arrived_on,
      (select coalesce(json_agg(json_build_object('day', r.read_on, 'value', r.value, 'unit', r.unit)), '[]')
        from odometer_readings r where r.vehicle_id = v.id and not r.is_doubtful and r.voided_at is null) as readings
    from vehicles v where v.fleet_id = any(${ids})`)
  return Map.groupBy(rows, ({ fleet_id }) => fleet_id)
}

/** The work of a fleet without what was done on its vehicles before they arrived. */
export function sinceArrival<W extends { vehicle: string; day: string }>(
  work: readonly W[],
  vehicles: readonly DrivenVehicle[],
): W[] {
  const arrival = new Map(vehicles.map(({ vehicle, arrived_on }) => [vehicle, arrived_on]))
  return work.filter(({ vehicle, day }) => day >= (arrival.get(vehicle) ?? ''))
}

export interface DistanceFigure {
  total: string
  distance: number | null
  /** In hundredths of a cent. */
  perMile: number | null
  isOutlier: boolean
}

/** The slow reference: one vehicle after the other, then the limit of each class. */
export function distanceFigures(
  vehicles: readonly DrivenVehicle[],
  centsOf: Readonly<Record<string, { cents: number } | undefined>>,
  { from, to }: { from: string; to: string },
): Record<string, DistanceFigure> {
  const figures = new Map<string, DistanceFigure & { class: string }>()
  for (const { vehicle, readings, class: group, arrived_on } of vehicles) {
    const before = readings.filter(({ day }) => day < (arrived_on ?? ''))
    const start = before.reduce((latest, { day }) => (day > latest ? day : latest), '')
    const miles = readings
      .filter(({ day }) => day >= from && day <= to && day >= start)
      .map(({ value, unit }) => (unit === 'mi' ? value : value / 1.609344))
    const driven = miles.length === 0 ? 0 : Math.round(Math.max(...miles) - Math.min(...miles))
    const distance = driven >= 100 ? driven : null
    const cents = centsOf[vehicle]?.cents
    if (cents === undefined && distance === null) continue
    const perMile = distance === null ? null : Math.round(((cents ?? 0) * 100) / distance)
    const total = ((cents ?? 0) / 100).toFixed(2)
    figures.set(vehicle, { class: group, total, distance, perMile, isOutlier: false })
  }
  for (const of of Map.groupBy(figures.values(), (figure) => figure.class).values()) {
    const known = of.flatMap(({ perMile }) => (perMile === null ? [] : [perMile]))
    const median = medianOf(known)
    const deviation = medianOf(known.map((value) => Math.abs(value - median)))
    if (known.length < 5 || deviation === 0) continue
    for (const figure of of)
      figure.isOutlier = figure.perMile !== null && figure.perMile > Math.round(median + 3 * deviation)
  }
  return Object.fromEntries([...figures].map(([vehicle, { class: _, ...figure }]) => [vehicle, figure]))
}

/** The slow reference: number of vehicles with a figure, median and limit of each class. */
export function distanceClasses(
  vehicles: readonly DrivenVehicle[],
  figures: Readonly<Record<string, DistanceFigure>>,
): { class: string; count: number; median: string; limit: string | null }[] {
  const known = vehicles.flatMap(({ vehicle, class: group }) => {
    const perMile = figures[vehicle]?.perMile ?? null
    return perMile === null ? [] : [{ group, perMile }]
  })
  const text = (perMile: number) => (Math.round(perMile) / 10_000).toFixed(4)
  return [...Map.groupBy(known, ({ group }) => group)]
    .map(([group, of]) => {
      const values = of.map(({ perMile }) => perMile)
      const median = medianOf(values)
      const deviation = medianOf(values.map((value) => Math.abs(value - median)))
      const hasLimit = values.length >= 5 && deviation > 0
      const limit = hasLimit ? text(median + 3 * deviation) : null
      return { class: group, count: values.length, median: text(median), limit }
    })
    .toSorted((a, b) => (a.class < b.class ? -1 : 1))
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
