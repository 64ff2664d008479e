import { createHash } from 'node:crypto'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { groupThousands } from '#domain/core/thousands.ts'
import { cycleDistance, type DueItem, dueItems, listedDueItems } from '#domain/maintenance/due-rules.ts'
import { dueInputOf } from '#domain/maintenance/schedule-rules.ts'
import type { Transaction } from '#server/db/database.ts'
import { readSchedules } from './schedules.reads.ts'
import type { IntervalRow, SchedulesRepository } from './schedules.repository.ts'

/**
 * Maintains the stored due dates (`maintenance_intervals`) that lists, dashboards and devices read. They are recomputed
 * in the transaction of every change that affects them, and in the first hour of each day.
 */
export function dueService(repository: SchedulesRepository) {
  return {
    /** Defers large numbers of vehicles to the next run, which `DueDates.startFleet` starts. */
    deferToNextRun: repository.markStale,

    /** Recomputes vehicles of one fleet; `today` is the current day of the fleet. Lock the vehicles first. */
    async refresh(
      tx: Transaction,
      fleetId: number,
      vehicleIds: readonly number[],
      today: string,
    ): Promise<void> {
      const schedules = await readSchedules(tx, fleetId, vehicleIds)
      const rows = schedules.flatMap((schedule) => rowsOf(schedule, today))
      await repository.putIntervals(tx, fleetId, vehicleIds, rows)
      const computed = schedules.map((schedule) => ({
        vehicle_id: schedule.vehicle_id,
        fingerprint: fingerprintOf(schedule),
      }))
      await repository.markComputed(tx, fleetId, computed, today)
    },
  }
}
export type DueService = ReturnType<typeof dueService>

function rowsOf(schedule: VehicleSchedule, today: string): IntervalRow[] {
  const items = new Map(schedule.items.map((item) => [item.id, item]))
  return listedDueItems(dueItems(dueInputOf(schedule), today)).flatMap((due) => {
    const item = items.get(due.item_id)
    return item ? [rowOf(schedule, item, due)] : []
  })
}

function rowOf(
  { vehicle_id, unit }: VehicleSchedule,
  item: VehicleSchedule['items'][number],
  due: DueItem,
): IntervalRow {
  return {
    vehicle_id,
    item_id: item.id,
    name: nameOf(cycleDistance(item, unit), unit),
    tag: due.tag,
    due_status: due.due_status,
    due_at: due.due_at,
    due_date: due.due_date,
    unit,
    every_months: item.every_months,
    service_definition_ids: [...item.service_ids],
    cycle_from: due.anchor.day,
  }
}

/** '10,000 mi', in a form that both languages read; Canada uses a narrow space. Empty: by months only. */
function nameOf(every: number | null, unit: 'mi' | 'km'): string {
  if (every === null) return ''
  return `${groupThousands(every, unit === 'km' ? '\u202f' : ',')} ${unit}`
}

function fingerprintOf({ reminder_date: _date, ...schedule }: VehicleSchedule): string {
  return createHash('sha256').update(JSON.stringify(schedule)).digest('base64url').slice(0, 22)
}
