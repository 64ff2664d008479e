import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { DistanceUnit } from '#contract/core/fields.ts'
import type { Interval } from '#contract/maintenance/intervals.ts'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { groupThousands } from '#domain/core/thousands.ts'
import { firstReading, latestReading, odometerAtStart } from '#domain/maintenance/daily-use.ts'
import { type Completion, listedDueItems } from '#domain/maintenance/due-rules.ts'
import { dueInputOf, dueOf, marksToRemove, openServiceIds } from '#domain/maintenance/schedule-rules.ts'
import { isDoubtfulReading } from '#domain/vehicles/odometer-rules.ts'
import type {
  HistoryFields,
  IntervalMarkFields,
  MarkFields,
  ReadingFields,
  ServiceMarkFields,
  SnoozeFields,
  VoidFields,
} from '#src/offline/model/command.ts'
import type { OpRow } from '#src/offline/model/op-row.ts'
import type { EntryPayload } from '#src/offline/model/payload.ts'
import { checkDoubtful } from './check-doubtful.ts'
import { readDueOps } from './due-ops.ts'
import { type Databases, todayOf } from './reads.ts'
import { projectSnooze } from './snooze.ts'

/** The schedule with all pending operations applied. Undefined: this device has no schedule of the vehicle. */
export async function readSchedule(
  databases: Databases,
  vehicleId: number,
): Promise<VehicleSchedule | undefined> {
  const schedule = await databases.cache.schedules.get(vehicleId)
  const { ops } = await readDueOps(databases)
  return schedule && projectSchedule(schedule, ops, todayOf(databases))
}

/** Intervals of a vehicle for lists, with pending operations applied. */
export async function readIntervals(databases: Databases, vehicleId: number): Promise<Interval[]> {
  const rows = await databases.cache.intervals.where({ vehicle_id: vehicleId }).toArray()
  return applyPendingToIntervals(rows, await readPendingDue(databases, vehicleId))
}

/** Data to recalculate what is due after entries that the local copies do not contain. */
export interface PendingDue {
  schedules: VehicleSchedule[]
  services: ReadonlyMap<number, ServiceDefinition>
  ops: OpRow[]
  today: string
}

/** Null: no such entry changes what is due. */
export async function readPendingDue(
  databases: Databases,
  vehicleId: number | 'all',
): Promise<PendingDue | null> {
  const { cache } = databases
  const { ops, vehicleIds } = await readDueOps(databases)
  const ids = [...vehicleIds].filter((id) => vehicleId === 'all' || id === vehicleId)
  if (ids.length === 0) return null
  const schedules = (await cache.schedules.bulkGet(ids)).filter((row) => row !== undefined)
  const services = new Map((await cache.services.toArray()).map((service) => [service.id, service]))
  return { schedules, services, ops, today: todayOf(databases) }
}

/** Recalculates the intervals of vehicles with such entries, by the server's own function. */
export function applyPendingToIntervals(rows: Interval[], here: PendingDue | null): Interval[] {
  if (!here) return rows
  const { schedules, services, ops, today } = here
  const known = new Set(schedules.map(({ vehicle_id }) => vehicle_id))
  const stored = rows.filter((row) => known.has(row.vehicle_id))
  const computed = schedules.flatMap((schedule): Interval[] => {
    const projected = projectSchedule(schedule, ops, today)
    const items = new Map(projected.items.map((item) => [item.id, item]))
    return listedDueItems(dueOf(projected, today)).map((due) => {
      const item = items.get(due.item_id)
      const known = stored.find(
        (row) => row.vehicle_id === schedule.vehicle_id && row.interval_id === due.item_id,
      )
      const { tag, due_status, due_at, due_date } = due
      return {
        id: known?.id ?? -(schedule.vehicle_id * 1000 + due.item_id),
        vehicle_id: schedule.vehicle_id,
        name: nameOf(due.every, schedule.unit),
        tag,
        due_status,
        due_at,
        due_date,
        unit: schedule.unit,
        interval_id: due.item_id,
        every_months: item?.every_months ?? null,
        services: (item ? openServiceIds(item, due) : []).flatMap((id) => {
          const service = services.get(id)
          return service ? [{ service_id: id, name_en: service.name_en, name_fr: service.name_fr }] : []
        }),
      }
    })
  })
  // Rows without a schedule stay as they are.
  const left = rows.filter((row) => !known.has(row.vehicle_id) || row.interval_id == null)
  return [...left, ...computed]
}

/** '10,000 mi', as the server formats it. */
function nameOf(every: number | null, unit: DistanceUnit): string {
  if (every === null) return ''
  return `${groupThousands(every, unit === 'km' ? '\u202f' : ',')} ${unit}`
}

/** Applies operations to a schedule in the given order. An edit on another vehicle may have moved the entry to it. */
function projectSchedule(schedule: VehicleSchedule, ops: readonly OpRow[], today: string): VehicleSchedule {
  const projected = ops.reduce((row, op) => {
    if (op.vehicleId === schedule.vehicle_id) return applyOp(row, op, today)
    return op.kind === 'history.update' ? withoutHistory(row, op.entityId) : row
  }, schedule)
  return projected.readings === schedule.readings ? projected : withStart(projected, schedule)
}

function applyOp(row: VehicleSchedule, op: OpRow, today: string): VehicleSchedule {
  const payload = op.payload as EntryPayload<never>
  switch (op.kind) {
    case 'reading.create':
      return withReading(row, op, payload.fields as ReadingFields, 'driver')
    case 'void.create': {
      const { reading_id, reason } = payload.fields as VoidFields
      if (!row.readings.some(({ id, void_reason }) => id === reading_id && void_reason === null)) return row
      const readings = row.readings.map((reading) =>
        reading.id === reading_id ? { ...reading, void_reason: reason } : reading,
      )
      return { ...row, readings: checkDoubtful(readings) }
    }
    case 'mark.create':
      return withMarks(row, op, payload.fields as MarkFields, today)
    case 'interval-mark.create': {
      const { service_definition_ids, is_completed, ...when } = payload.fields as IntervalMarkFields
      const details = service_definition_ids.map((id) => ({ id, is_completed }))
      return withMarks(row, op, { ...when, service_completed_details: details }, today)
    }
    case 'service-mark.create': {
      const { service_id, is_completed, ...when } = payload.fields as ServiceMarkFields
      return withMarks(
        row,
        op,
        { ...when, service_completed_details: [{ id: service_id, is_completed }] },
        today,
      )
    }
    case 'snooze.create':
      return { ...row, reminder_date: projectSnooze(payload.fields as SnoozeFields, today) }
    case 'history.create':
    case 'history.update':
      return withHistory(row, op, payload.fields as HistoryFields)
    case 'history.delete':
      return withoutHistory(row, op.entityId)
    default:
      return row
  }
}

/**
 * Sets the odometer on the day the vehicle was added, as the server will after pending readings and voids. `stored`: the
 * schedule without them. Unchanged if this device lacks the readings of that time, so that they do not explain the odometer.
 */
function withStart(row: VehicleSchedule, stored: VehicleSchedule): VehicleSchedule {
  if (odometerWhenAdded(stored) !== stored.start.odometer) return row
  return { ...row, start: { day: row.start.day, odometer: odometerWhenAdded(row) } }
}

function odometerWhenAdded(schedule: VehicleSchedule): number | null {
  const { unit, start } = schedule
  const { readings } = dueInputOf(schedule)
  const before = latestReading(
    readings.filter(({ read_on }) => read_on <= start.day),
    unit,
  )
  const after = firstReading(
    readings.filter(({ read_on }) => read_on > start.day),
    unit,
  )
  return odometerAtStart(start.day, before, after)
}

function withoutHistory(row: VehicleSchedule, entityId: string): VehicleSchedule {
  return { ...row, completions: row.completions.filter(({ id }) => !id.startsWith(`${entityId}:`)) }
}

function withReading(
  row: VehicleSchedule,
  op: OpRow,
  { value, unit = row.unit, read_on }: Pick<ReadingFields, 'value' | 'unit' | 'read_on'>,
  source: 'driver' | 'history',
): VehicleSchedule {
  if (row.readings.some(({ id }) => id === op.entityId)) return row
  const trusted = row.readings.filter((reading) => !reading.is_doubtful && reading.void_reason === null)
  const is_doubtful = isDoubtfulReading({ value, unit, read_on }, trusted)
  const created_at = new Date(op.occurredAt).toISOString()
  const reading = {
    id: op.entityId,
    vehicle_id: row.vehicle_id,
    value,
    unit,
    read_on,
    source,
    is_doubtful,
    void_reason: null,
    user_name: null,
    created_at,
  }
  return { ...row, readings: [reading, ...row.readings] }
}

type Marks = Pick<MarkFields, 'service_completed_details' | 'completed_on' | 'odometer'>

function withMarks(row: VehicleSchedule, op: OpRow, fields: Marks, today: string): VehicleSchedule {
  const { service_completed_details: details, completed_on: day = today, odometer = null } = fields
  const undone = details.filter(({ is_completed }) => !is_completed).map(({ id }) => id)
  const gone = new Set(undone.length > 0 ? marksToRemove(row, undone, today) : [])
  const known = new Set(row.completions.map(({ id }) => id))
  const added = details
    .filter(({ is_completed }) => is_completed)
    .map(
      ({ id }): Completion => ({
        id: `${op.entityId}:${id}`,
        service_id: id,
        day,
        odometer,
        unit: row.unit,
        source: 'mark',
      }),
    )
    .filter(({ id }) => !known.has(id))
  return { ...row, completions: [...row.completions.filter(({ id }) => !gone.has(id)), ...added] }
}

function withHistory(row: VehicleSchedule, op: OpRow, fields: HistoryFields): VehicleSchedule {
  const { odometer, date_of_completion: day, vehicle_services } = fields
  const others = row.completions.filter(({ id }) => !id.startsWith(`${op.entityId}:`))
  const added = vehicle_services.map(
    (line, i): Completion => ({
      id: `${op.entityId}:${i}`,
      service_id: line.service_definition_id,
      day,
      odometer,
      unit: row.unit,
      source: 'history',
    }),
  )
  const hasArrived = others.length < row.completions.length
  const laid = { ...row, completions: [...others, ...added] }
  // The log does not name entries: only a new entry's reading is known to be missing.
  if (op.kind !== 'history.create' || hasArrived) return laid
  return withReading(laid, op, { value: odometer, unit: row.unit, read_on: day }, 'history')
}
