import type { Interval } from '#contract/maintenance/intervals.ts'
import type { DueRow } from '#contract/maintenance/schedules.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { plainText } from '#domain/core/plain-text.ts'
import { searchedWords } from '#domain/vehicles/vehicle-search.ts'
import {
  nameWithIdentifier,
  vehicleDetail,
  vehicleName,
} from '#src/features/vehicles/vehicles/vehicle-name.ts'
import type { DueState } from '#src/features/vehicles/vehicles/vehicle-rows.ts'
import { sortInSteps } from '#src/lib/sort-in-steps.ts'
import type { Snooze } from '#src/offline/model/api/cache-api.ts'
import { byUrgency, dueStateOf } from './due.ts'

/** An interval as a row of the upcoming tab. */
export interface UpcomingRow {
  id: number
  interval: Interval
  vehicleId: number
  vehicleName: string
  vehicleDetail: string
  /** What tells vehicles with the same name apart. */
  plate: string | null
  vin: string | null
  otherId: string | null
  odometer: number | null
  due: DueState
  /** Day until which the vehicle's reminders are snoozed; null: they are not. */
  snoozedUntil: string | null
  haystack: string
}

export const DUE_FILTERS = ['all', 'due_soon', 'past_due'] as const
export type DueFilter = (typeof DUE_FILTERS)[number]

/** What the rows are made of. */
export interface UpcomingInput {
  intervals: readonly Interval[]
  vehicles: readonly Vehicle[]
  snoozes: readonly Snooze[]
}

/** Items per step. */
const CHUNK = 500

/** Returns the intervals of active vehicles in steps, most urgent first; omits vehicles without a local copy. */
export function* upcomingRows({
  intervals,
  vehicles,
  snoozes,
}: UpcomingInput): Generator<void, UpcomingRow[]> {
  const known = new Map<number, Vehicle>()
  for (const vehicle of vehicles) {
    known.set(vehicle.id, vehicle)
    if (known.size % CHUNK === 0) yield
  }
  const untilOf = new Map(snoozes.map(({ vehicle_id, until }) => [vehicle_id, until]))
  const rows: UpcomingRow[] = []
  for (const [nth, interval] of (yield* sortInSteps(intervals, byUrgency)).entries()) {
    if (nth % CHUNK === 0) yield
    const vehicle = known.get(interval.vehicle_id)
    if (vehicle?.is_active) rows.push(upcomingRow(interval, vehicle, untilOf.get(vehicle.id) ?? null))
  }
  return rows
}

/** Like `upcomingRows`, but only intervals that are due soon or past due. */
export function* dueUpcomingRows(input: UpcomingInput): Generator<void, UpcomingRow[]> {
  const intervals: Interval[] = []
  for (const [nth, interval] of input.intervals.entries()) {
    if (nth % CHUNK === 0) yield
    if (dueStateOf(interval) !== 'fine') intervals.push(interval)
  }
  return yield* upcomingRows({ ...input, intervals })
}

function upcomingRow(interval: Interval, vehicle: Vehicle, snoozedUntil: string | null): UpcomingRow {
  const name = vehicleName(vehicle)
  const detail = vehicleDetail(vehicle)
  const { license_plate_number: plate, vin, other_id: otherId } = vehicle
  const words = interval.services.flatMap((service) => [service.name_en, service.name_fr])
  return {
    id: interval.id,
    interval,
    vehicleId: vehicle.id,
    vehicleName: name,
    vehicleDetail: detail,
    plate,
    vin,
    otherId,
    odometer: vehicle.odometer,
    due: dueStateOf(interval),
    snoozedUntil,
    haystack: plainText([name, detail, plate, vin, otherId, interval.name, ...words].join(' ')),
  }
}

/** Returns the same from the server's rows, until this device has loaded the fleet. */
export const rowsOfDue = (rows: readonly DueRow[], today: string): UpcomingRow[] =>
  rows.map(({ id, interval: name, vehicle, services, tag, due_status, due_at, due_date, unit, ...row }) => {
    const interval: Interval = {
      id,
      vehicle_id: vehicle.id,
      name,
      tag,
      due_status,
      due_at,
      due_date,
      unit,
      services: services.map((service) => ({
        service_id: service.service_id,
        name_en: service.name,
        name_fr: service.name,
      })),
    }
    const { license_plate_number: plate, vin, other_id: otherId } = vehicle
    const until = row.snoozed_until
    return {
      id,
      interval,
      vehicleId: vehicle.id,
      vehicleName: vehicle.name,
      vehicleDetail: '',
      plate,
      vin,
      otherId,
      odometer: null,
      due: dueStateOf(interval),
      snoozedUntil: until !== null && until > today ? until : null,
      haystack: plainText(
        [vehicle.name, plate, vin, otherId, name, ...services.map((service) => service.name)].join(' '),
      ),
    }
  })

/** The vehicle's name, and what tells it from others with that name: 'Ford Transit · ABC 123'. */
export function nameWithId({ vehicleName: name, plate, vin, otherId }: UpcomingRow): string {
  return nameWithIdentifier(name, plate || vin || otherId)
}

interface UpcomingQuery {
  query: string
  due: DueFilter
  /** Range of due dates, 'YYYY-MM-DD'; empty: unbounded. Past due and undated intervals match every range (SVC-013). */
  from: string
  to: string
  /** A due date before it counts as today: unless past due, it is only projected. */
  today: string
  isOfVehicle: (vehicleId: number) => boolean
}

export function findUpcoming(
  rows: readonly UpcomingRow[],
  { query, due, from, to, today, isOfVehicle }: UpcomingQuery,
): UpcomingRow[] {
  const words = searchedWords(query)
  return rows.filter((row) => {
    const { due_date } = row.interval
    const date = due_date !== null && due_date < today ? today : due_date
    const isInRange =
      date === null || row.due === 'past_due' || ((!from || date >= from) && (!to || date <= to))
    return (
      isInRange &&
      (due === 'all' || row.due === due) &&
      isOfVehicle(row.vehicleId) &&
      words.every((word) => row.haystack.includes(word))
    )
  })
}
