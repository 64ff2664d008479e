import type { SnoozeInput } from '#contract/maintenance/reminders.ts'
import { addDays, dayIn, latestDay } from '#domain/core/days.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import {
  lockVehicle,
  requireVisibleVehicle,
  visibleVehicleIds,
} from '../../vehicles/vehicles/vehicles.service.ts'
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
  // Clients that send no moment send at least the day.
  const decidedAt = Date.parse(input.entered_at ?? `${addDays(from, 1)}T00:00:00Z`)
  const of = { fleetId: actor.fleet.id, vehicleId: vehicle_id }
  await lockVehicle(tx, of)
  const reminder_date = await schedulesRepository.snooze(tx, of, {
    until: addDays(from, Number.parseInt(input.snooze, 10) * 7),
    at: new Date(Math.min(decidedAt, now.getTime())),
  })
  return { body: { success: true, vehicle_id, reminder_date } as const }
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
