import { createHash } from 'node:crypto'
import type { DutyClass, VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { dayIn } from '#domain/core/days.ts'
import { DUE_READINGS, OTHER_READINGS } from '#domain/core/limits.ts'
import { odometerAtStart, type ReadingPoint } from '#domain/maintenance/daily-use.ts'
import { type Completion, dueItems } from '#domain/maintenance/due-rules.ts'
import { isExceededEarlier } from '#domain/maintenance/exceeded-on.ts'
import { dueInputOf } from '#domain/maintenance/schedule-rules.ts'
import { convertDistance, distanceIn } from '#domain/vehicles/odometer-rules.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { DUE_COMPLETIONS } from '#server/limits.ts'
import {
  distanceOf,
  firstDaysAbove,
  historyOdometer,
  latestFirst,
  orderOdometer,
  readingsAt,
  readingsOf,
} from '../../vehicles/odometer/odometer.reads.ts'
import { dutyClassOf } from './duty-class.ts'

interface HeadRow {
  vehicle_id: number
  unit: VehicleSchedule['unit']
  engine: string | null
  vehicle_type_id: 'light' | 'medium_heavy'
  odometer: number | null
  duty_class: DutyClass | null
  miles_per_month: number | null
  reminder_date: string | null
  follows_class: boolean
  created_at: string
  time_zone: string
  /** Valid readings: the first of the log, the last until the day the vehicle was added, and the first after it. */
  first: Reading | null
  before: Reading | null
  after: Reading | null
}
interface Reading {
  value: number
  unit: VehicleSchedule['unit']
  read_on: string
}
type ItemRow = Omit<VehicleSchedule['items'][number], 'is_own'> & {
  is_copy: boolean
  vehicle_id: number | null
  duty_class: DutyClass | null
}

/** Returns schedules of vehicles of a fleet, with the input of `dueItems`. */
export async function readSchedules(
  db: Queryable,
  fleetId: number,
  vehicleIds: readonly number[],
): Promise<VehicleSchedule[]> {
  const found = await readLatest(db, fleetId, vehicleIds, DUE_COMPLETIONS)
  return found.map(({ schedule }) => schedule)
}

/** Completions of each scheduled service that a schedule contains however old they are: the last cycle, and its start. */
const COMPLETIONS_OF_SERVICE = 2

/** A schedule with the latest completions of its services. `isCut`: there may be older ones. */
export interface LatestSchedule {
  schedule: VehicleSchedule
  isCut: boolean
  /** First valid reading of the log, in the schedule's unit. */
  first: ReadingPoint | null
}

/** As `readSchedules`, with the latest `each` completions of the scheduled services of each vehicle. */
export async function readLatest(
  db: Queryable,
  fleetId: number,
  vehicleIds: readonly number[],
  each: number,
): Promise<LatestSchedule[]> {
  const heads = await readHeads(db, fleetId, vehicleIds)
  const items = await readItems(db, fleetId, vehicleIds)
  const plans = heads.map((head) => {
    const duty_class = dutyClassOf(head)
    const own = items.filter(
      (item) => item.vehicle_id === head.vehicle_id || (head.follows_class && item.duty_class === duty_class),
    )
    return { head, duty_class, own }
  })
  const completions = Map.groupBy(
    await readCompletions(db, { fleetId, vehicleIds, each, wanted: plans.map(scheduledServices) }),
    (completion) => completion.vehicle_id,
  )
  const readings = Map.groupBy(
    await readingsOf(db, fleetId, vehicleIds, { valid: DUE_READINGS, others: OTHER_READINGS }),
    (reading) => reading.vehicle_id,
  )
  const found = plans.map(({ head, duty_class, own }): LatestSchedule => {
    const { vehicle_id, unit, miles_per_month, reminder_date, follows_class } = head
    const done = completions.get(vehicle_id) ?? []
    const shown = own.map(({ vehicle_id: vehicleId, duty_class: _class, is_copy, ...item }) => ({
      ...item,
      is_own: vehicleId !== null && !is_copy,
    }))
    const schedule = {
      vehicle_id,
      unit,
      duty_class,
      follows_class,
      miles_per_month,
      reminder_date,
      items: shown,
      revision: revisionOf(shown),
      completions: done.map(({ vehicle_id: _vehicle, ...completion }) => completion),
      readings: readings.get(vehicle_id) ?? [],
      start: startOf(head),
    }
    return { schedule, isCut: done.length >= each, first: pointOf(head.first, unit) }
  })
  await addLastReadings(db, fleetId, found)
  await addExceeded(db, fleetId, found)
  return found
}

/**
 * Sets the odometer of completions that have none and are older than the readings of their schedule. Otherwise their
 * odometer would be that of the oldest reading, which rises as readings are added.
 */
async function addLastReadings(db: Queryable, fleetId: number, found: readonly LatestSchedule[]) {
  const older = found.flatMap(({ schedule, first }) => {
    const { vehicle_id, unit, completions, readings } = schedule
    const valid = readings.filter((reading) => !reading.is_doubtful && reading.void_reason === null)
    if (valid.length < DUE_READINGS) return []
    const oldest = valid.at(-1)?.read_on ?? ''
    return completions
      .filter(({ odometer, day }) => odometer === null && day < oldest)
      .map((completion) => ({ completion, vehicle_id, first, unit, day: completion.day }))
  })
  const days = older.map(({ vehicle_id, day }) => ({ vehicle_id, day }))
  const known = new Map(
    (await readingsAt(db, fleetId, days)).map((reading) => [`${reading.vehicle_id} ${reading.day}`, reading]),
  )
  for (const { completion, vehicle_id, first, unit, day } of older) {
    const reading = known.get(`${vehicle_id} ${day}`)
    // No reading until that day: the first one of the vehicle.
    const last = reading ? convertDistance(reading.value, reading.unit, unit) : first?.value
    if (last !== undefined) completion.last_reading = last
  }
}

/**
 * Sets the days on which intervals became past due before the readings of their schedule start. Otherwise their due date
 * would be the day of the oldest reading, which moves as readings are added (SCH-057).
 */
async function addExceeded(db: Queryable, fleetId: number, found: readonly LatestSchedule[]) {
  const wanted = found.flatMap(({ schedule }) => {
    const input = dueInputOf(schedule)
    if (input.readings.length < DUE_READINGS) return []
    // The readings at which intervals are due are the same on every day.
    return dueItems(input, input.start.day).flatMap(({ due_at, anchor: { day: from } }) =>
      due_at !== null && isExceededEarlier({ due_at, from }, input)
        ? [{ schedule, due: { due_at, from } }]
        : [],
    )
  })
  const days = await firstDaysAbove(
    db,
    fleetId,
    wanted.map(({ schedule: { vehicle_id, unit }, due: { due_at, from } }) => ({
      vehicle_id,
      from,
      distance: distanceIn(due_at, unit, 'km'),
    })),
  )
  for (const [n, { schedule, due }] of wanted.entries()) {
    const read_on = days.get(n)
    if (read_on !== undefined) schedule.exceeded = [...(schedule.exceeded ?? []), { ...due, read_on }]
  }
}

/** Hash of the items that a save replaces, which it compares with the revision that the user saw. */
const revisionOf = (items: VehicleSchedule['items']): string =>
  createHash('sha256')
    .update(JSON.stringify(items.filter(({ is_own }) => !is_own)))
    .digest('hex')
    .slice(0, 16)

/**
 * Returns the state on the day the vehicle was added (SCH-056). With the day of the first reading, every older entry
 * would make work past due that counted as done.
 */
function startOf({
  before,
  after,
  created_at,
  time_zone,
  unit,
  odometer,
}: HeadRow): VehicleSchedule['start'] {
  const day = dayIn(time_zone, new Date(created_at))
  return { day, odometer: odometerAtStart(day, pointOf(before, unit), pointOf(after, unit)) ?? odometer }
}

const pointOf = (reading: Reading | null, unit: VehicleSchedule['unit']): ReadingPoint | null =>
  reading && { value: convertDistance(reading.value, reading.unit, unit), read_on: reading.read_on }

const reading = sql`json_build_object('value', r.value, 'unit', r.unit, 'read_on', r.read_on) from odometer_readings r`
const ofVehicle = sql`where r.fleet_id = v.fleet_id and r.vehicle_id = v.id and not r.is_doubtful and r.voided_at is null`
const firstFirst = sql`r.read_on, ${distanceOf(sql`r`)}`
const addedOn = sql`(v.created_at at time zone f.time_zone)::date`

function readHeads(db: Queryable, fleetId: number, vehicleIds: readonly number[]): Promise<HeadRow[]> {
  return db.query<HeadRow>(sql`
    select v.id as vehicle_id, v.odometer_units as unit, v.engine, v.vehicle_type_id, v.odometer, v.created_at,
      f.time_zone, s.duty_class, s.miles_per_month, s.reminder_date, coalesce(s.follows_class, true) as follows_class,
      (select ${reading} ${ofVehicle} order by ${firstFirst} limit 1) as first,
      (select ${reading} ${ofVehicle} and r.read_on <= ${addedOn} order by ${latestFirst(sql`r`)} limit 1) as before,
      (select ${reading} ${ofVehicle} and r.read_on > ${addedOn} order by ${firstFirst} limit 1) as after
    from vehicles v join fleets f on f.id = v.fleet_id left join vehicle_schedules s on s.vehicle_id = v.id
    where v.fleet_id = ${fleetId} and v.id = any(${vehicleIds}::bigint[]) order by v.id`)
}

/** Items of the classes, where a fleet's own template replaces the default, and of these vehicles. */
function readItems(db: Queryable, fleetId: number, vehicleIds: readonly number[]): Promise<ItemRow[]> {
  return db.query<ItemRow>(sql`
    select i.id, i.vehicle_id, i.is_copy, t.duty_class, i.service_definition_ids as service_ids, i.every_miles,
      i.every_kilometers, i.every_months
    from schedule_items i left join schedule_templates t on t.id = i.template_id
    where i.removed_at is null and ((i.fleet_id = ${fleetId} and i.vehicle_id = any(${vehicleIds}::bigint[]))
      or t.fleet_id = ${fleetId} or (t.fleet_id is null and i.vehicle_id is null and not exists (
        select from schedule_templates o where o.fleet_id = ${fleetId} and o.duty_class = t.duty_class)))
    order by i.id`)
}

interface WantedServices {
  vehicle_id: number
  service_ids: number[]
}

const scheduledServices = ({
  head,
  own,
}: {
  head: Pick<HeadRow, 'vehicle_id'>
  own: readonly ItemRow[]
}): WantedServices => ({
  vehicle_id: head.vehicle_id,
  service_ids: [...new Set(own.flatMap((item) => item.service_ids))],
})

/**
 * Reads the latest `each` completions of the wanted services of each vehicle, and the last two of each of these services
 * however old they are: otherwise, newer completions of other services could hide that a service was ever done.
 */
function readCompletions(
  db: Queryable,
  {
    fleetId,
    vehicleIds,
    each,
    wanted,
  }: { fleetId: number; vehicleIds: readonly number[]; each: number; wanted: readonly WantedServices[] },
): Promise<(Completion & { vehicle_id: number })[]> {
  return db.query<Completion & { vehicle_id: number }>(sql`
    select vehicle_id, id, service_id, day, odometer, unit, source from (
      select c.*, row_number() over (partition by c.vehicle_id order by c.day desc, c.id desc) as nth,
        row_number() over (partition by c.vehicle_id, c.service_id order by c.day desc, c.id desc) as nth_of_service
      from (
        select h.vehicle_id, h.id || ':' || s.row_number as id, s.service_definition_id as service_id,
          h.date_of_completion as day,
          ${historyOdometer} as odometer,
          h.odometer_units as unit, 'history' as source
        from manual_maintenance_histories h join history_services s on s.history_id = h.id
        where h.fleet_id = ${fleetId} and h.vehicle_id = any(${vehicleIds}::bigint[]) and h.deleted_at is null
        union all
        select o.vehicle_id, 'order:' || s.id, s.service_definition_id,
          (o.effective_at at time zone f.time_zone)::date,
          ${orderOdometer}, o.odometer_units, 'order'
        from shop_orders o join fleets f on f.id = o.fleet_id join order_services s on s.order_id = o.id
        where o.fleet_id = ${fleetId} and o.vehicle_id = any(${vehicleIds}::bigint[])
          and o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred')
          and s.status not in ('rejected', 'deleted')
        union all
        select m.vehicle_id, m.act_id || ':' || m.service_definition_id, m.service_definition_id, m.day, m.odometer,
          m.unit, 'mark'
        from service_marks m
        where m.fleet_id = ${fleetId} and m.vehicle_id = any(${vehicleIds}::bigint[])
      ) c join json_to_recordset(${JSON.stringify(wanted)}::json) as w (vehicle_id bigint, service_ids bigint[])
        on w.vehicle_id = c.vehicle_id and c.service_id = any(w.service_ids)
    ) ranked where nth <= ${each} or nth_of_service <= ${COMPLETIONS_OF_SERVICE} order by vehicle_id, day, id`)
}
