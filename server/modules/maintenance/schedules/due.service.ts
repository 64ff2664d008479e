import { createHash } from 'node:crypto'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { groupThousands } from '#domain/core/thousands.ts'
import { wasInTime } from '#domain/maintenance/compliance-rules.ts'
import { cycleDistance, type DueItem, dueItems, listedDueItems } from '#domain/maintenance/due-rules.ts'
import { dueInputOf, openServiceIds } from '#domain/maintenance/schedule-rules.ts'
import type { Transaction } from '#server/db/database.ts'
import { DUE_COMPLETIONS } from '#server/limits.ts'
import { type CompletionRow, putCompletions } from './completions.repository.ts'
import { type LatestSchedule, readLatest } from './schedules.reads.ts'
import { type NewIntervalRow, schedulesRepository } from './schedules.repository.ts'
import { readWholeHistories } from './whole-history.reads.ts'

/**
 * Recomputes the stored due dates (`maintenance_intervals`) of vehicles of one fleet, which lists, dashboards and devices
 * read, and their completed intervals (`interval_completions`), which the compliance report counts. Call it in the
 * transaction of every change that affects them; a job calls it in the first hour of each day. `today` is the current
 * day of the fleet. Lock the vehicles first.
 */
export async function refreshDueDates(
  tx: Transaction,
  fleetId: number,
  vehicleIds: readonly number[],
  today: string,
): Promise<void> {
  // If a template is being changed, these due dates may be outdated when the change commits.
  const isCurrent = await schedulesRepository.tryHoldTemplates(tx, fleetId)
  const latest = await readLatest(tx, fleetId, vehicleIds, DUE_COMPLETIONS)
  const whole = await readWholeHistories(tx, fleetId, latest)
  const rows: NewIntervalRow[] = []
  const completions: CompletionRow[] = []
  for (const found of latest) {
    const { schedule } = found
    const due = dueItems(dueInputOf(schedule), today)
    rows.push(...rowsOf(found, due))
    const history = whole.get(schedule.vehicle_id)
    completions.push(...completionsOf(schedule, history ? dueItems(history, today) : due))
  }
  await schedulesRepository.putIntervals(tx, fleetId, vehicleIds, rows)
  await putCompletions(tx, { fleetId, vehicleIds }, completions)
  const computed = latest.map(({ schedule }) => ({
    vehicle_id: schedule.vehicle_id,
    fingerprint: fingerprintOf(schedule),
  }))
  await schedulesRepository.markComputed(tx, fleetId, computed, isCurrent ? today : null)
}

/** Defers the due dates of many vehicles to the next run, which `DueDates.startFleet` starts. */
export const deferDueDates = schedulesRepository.markStale

function rowsOf(found: LatestSchedule, all: readonly DueItem[]): NewIntervalRow[] {
  const items = new Map(found.schedule.items.map((item) => [item.id, item]))
  return listedDueItems(all).flatMap((due) => {
    const item = items.get(due.item_id)
    return item ? [rowOf(found, item, due)] : []
  })
}

function completionsOf(
  { vehicle_id, unit, items }: VehicleSchedule,
  all: readonly DueItem[],
): CompletionRow[] {
  const services = new Map(items.map(({ id, service_ids }) => [id, service_ids]))
  return all.flatMap(({ item_id, cycles }) =>
    cycles.map((cycle) => ({
      vehicle_id,
      item_id,
      unit,
      closed_on: cycle.closed_on,
      due_date: cycle.due_on,
      due_at: cycle.due_at,
      done_at: cycle.done_at,
      in_time: wasInTime(cycle),
      service_definition_ids: [...(services.get(item_id) ?? [])],
    })),
  )
}

function rowOf(
  { schedule: { vehicle_id, unit }, first }: LatestSchedule,
  item: VehicleSchedule['items'][number],
  due: DueItem,
): NewIntervalRow {
  const open = openServiceIds(item, due)
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
    open_service_ids: open.length < item.service_ids.length ? open : null,
    cycle_from: due.anchor.day,
    // Earlier versions began the first cycle on the day of the first reading. A stored row with that day keeps it, so that
    // its reminders are not sent again. This includes a row whose completion on that day was undone.
    former_from: due.cycles.length === 0 && first ? first.read_on : null,
  }
}

/** '10,000 mi', in a form that both languages read; Canada uses a narrow space. Empty: by months only. */
function nameOf(every: number | null, unit: 'mi' | 'km'): string {
  if (every === null) return ''
  return `${groupThousands(every, unit === 'km' ? '\u202f' : ',')} ${unit}`
}

/** Leaves out the revision, which follows from the items. */
function fingerprintOf({ reminder_date: _date, revision: _revision, ...schedule }: VehicleSchedule): string {
  return createHash('sha256').update(JSON.stringify(schedule)).digest('base64url').slice(0, 22)
}
