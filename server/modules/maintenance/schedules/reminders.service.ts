import type { SnoozeInput } from '#contract/maintenance/reminders.ts'
import { addDays, dayIn, latestDay } from '#domain/core/days.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { requireVisibleVehicle, visibleVehicleIds } from '../../vehicles/vehicles/vehicles.service.ts'
import { schedulesRepository } from './schedules.repository.ts'

/** Snoozes the reminders of a vehicle. Counts weeks from the day of the user's request, even if it arrives later. */
export async function snoozeReminders(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  input: SnoozeInput,
) {
  const { vehicle_id } = input
  await requireVisibleVehicle(tx, actor, vehicle_id)
  const from = input.from ?? dayIn(actor.fleet.timeZone, clock())
  if (from > latestDay(clock())) throw new Problem('validation', { fields: { from: ['future'] } })
  const reminder_date = addDays(from, Number.parseInt(input.snooze, 10) * 7)
  await schedulesRepository.state(tx, { fleetId: actor.fleet.id, vehicleId: vehicle_id }, { reminder_date })
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
