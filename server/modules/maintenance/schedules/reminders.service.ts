import type { SnoozeInput } from '#contract/maintenance/reminders.ts'
import { addDays, clampToNow, dayIn, latestDay } from '#domain/core/days.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import {
  lockVehicle,
  requireVisibleVehicle,
  visibleVehicleIds,
} from '../../vehicles/vehicles/vehicles.service.ts'
import { morningOf } from '../reminders/reminder-times.ts'
import { schedulesRepository } from './schedules.repository.ts'

/**
 * Snoozes the reminders of a vehicle. Counts weeks from the day of the user's request, even if it arrives later. A snooze
 * that arrives after a later decision has no effect: the response has the stored day (SCH-055).
 */
export async function snoozeReminders(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  input: SnoozeInput,
) {
  const { vehicle_id } = input
  await requireVisibleVehicle(tx, actor, vehicle_id)
  const now = clock()
  const from = input.from ?? dayIn(actor.fleet.timeZone, now)
  if (from > latestDay(now)) throw new Problem('validation', { fields: { from: ['future'] } })
  const vehicleKey = { fleetId: actor.fleet.id, vehicleId: vehicle_id }
  await lockVehicle(tx, vehicleKey)
  const reminder_date = await schedulesRepository.snooze(tx, vehicleKey, {
    until: addDays(from, Number.parseInt(input.snooze, 10) * 7),
    at: await decidedAt(tx, actor, input, now),
  })
  return { body: { success: true, vehicle_id, reminder_date } as const }
}

/**
 * Returns when the user decided. Without `entered_at`, which bulk actions and other clients do not send: now, or the end of
 * `from` if that day is over in the fleet's time zone.
 */
async function decidedAt(
  tx: Transaction,
  { fleet: { timeZone } }: Actor,
  { from, entered_at }: SnoozeInput,
  now: Date,
): Promise<Date> {
  if (entered_at !== undefined) return new Date(clampToNow(now, entered_at))
  if (from === undefined || from >= dayIn(timeZone, now)) return now
  return schedulesRepository.endOfDay(tx, from, timeZone)
}

/**
 * Gives a vehicle back the snooze that it had before one that is undone, and the reminders that were withheld since; null:
 * none. Lock the vehicle first.
 */
export async function restoreSnooze(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  vehicleId: number,
  until: string | null,
): Promise<void> {
  const now = clock()
  const { id: fleetId, timeZone } = actor.fleet
  const tomorrow = addDays(dayIn(timeZone, now), 1)
  // Each is planned once, so the planner would not bring them back. The sender checks whether they still apply.
  await schedulesRepository.releaseSnoozed(tx, { fleetId, vehicleId }, morningOf(timeZone, tomorrow))
  await schedulesRepository.restoreSnooze(tx, { fleetId, vehicleId }, { until, at: now })
}

/** Returns the snooze ends of vehicles; vehicles that are not visible are left out. */
export async function listSnoozedDates(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  vehicleIds: readonly number[],
) {
  const visible = new Set(await visibleVehicleIds(tx, actor, vehicleIds))
  const ids = vehicleIds.filter((id) => visible.has(id))
  const known = await schedulesRepository.reminderDates(tx, actor.fleet.id, ids)
  const dates = new Map(known.map((row) => [row.vehicle_id, row.reminder_date]))
  return {
    vehicle_reminders: ids.map((id) => ({ vehicle_id: id, reminder_date: dates.get(id) ?? null })),
  }
}
