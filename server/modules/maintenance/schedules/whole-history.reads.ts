import type { DueInput, LogReading } from '#domain/maintenance/due-rules.ts'
import { dueInputOf } from '#domain/maintenance/schedule-rules.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { DUE_READINGS } from '#server/limits.ts'
import { latestFirst } from '../../vehicles/odometer/odometer.reads.ts'
import { type LatestSchedule, readLatest } from './schedules.reads.ts'

/** More completions than any vehicle has. */
const ALL = 1_000_000

interface DayOfVehicle {
  vehicle_id: number
  day: string
}

/**
 * Returns the input of `dueItems` with every completion and the reading at each, for vehicles that have more than their
 * schedule contains. Without them, completed intervals would change as entries and readings are added (decision 97).
 */
export async function readWholeHistories(
  db: Queryable,
  fleetId: number,
  latest: readonly LatestSchedule[],
): Promise<Map<number, DueInput>> {
  const cut = latest.filter(({ isCut }) => isCut).map(({ schedule }) => schedule.vehicle_id)
  const complete = cut.length > 0 ? await readLatest(db, fleetId, cut, ALL) : []
  const whole = new Map(complete.map(({ schedule }) => [schedule.vehicle_id, schedule]))
  const schedules = latest.map(({ schedule }) => whole.get(schedule.vehicle_id) ?? schedule)
  const unread = schedules
    .filter(({ readings }) => readings.length >= DUE_READINGS)
    .flatMap(({ vehicle_id, completions }) =>
      completions.filter(({ odometer }) => odometer === null).map(({ day }) => ({ vehicle_id, day })),
    )
  const readings = Map.groupBy(await readingsAt(db, fleetId, unread), ({ vehicle_id }) => vehicle_id)
  return new Map(
    schedules
      .filter(({ vehicle_id }) => whole.has(vehicle_id) || readings.has(vehicle_id))
      .map((schedule) => {
        const input = dueInputOf(schedule)
        const older = readings.get(schedule.vehicle_id) ?? []
        return [schedule.vehicle_id, { ...input, readings: [...input.readings, ...older] }]
      }),
  )
}

/** The last valid reading until each day; index odometer_readings_vehicle. */
async function readingsAt(
  db: Queryable,
  fleetId: number,
  days: readonly DayOfVehicle[],
): Promise<(LogReading & { vehicle_id: number })[]> {
  if (days.length === 0) return []
  return db.query(sql`
    select d.vehicle_id, r.value, r.unit, r.read_on, false as is_doubtful, false as is_void
    from json_to_recordset(${JSON.stringify(days)}) as d (vehicle_id bigint, day date) cross join lateral (
      select * from odometer_readings o
      where o.fleet_id = ${fleetId} and o.vehicle_id = d.vehicle_id and o.read_on <= d.day and not o.is_doubtful
        and o.voided_at is null
      order by ${latestFirst(sql`o`)} limit 1) r`)
}
