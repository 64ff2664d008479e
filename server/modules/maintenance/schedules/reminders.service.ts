import type { SnoozeInput } from '#contract/maintenance/reminders.ts'
import { addDays, dayIn, latestDay } from '#domain/core/days.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { VehiclesService } from '../../vehicles/vehicles/vehicles.service.ts'
import type { SchedulesRepository } from './schedules.repository.ts'

/** Snoozes the reminders of a vehicle. */
export function remindersService(schedules: SchedulesRepository, vehicles: VehiclesService, now: () => Date) {
  return {
    /** Counts weeks from the day of the user's request, even if it arrives later. */
    async snooze(tx: Transaction, actor: Actor, input: SnoozeInput) {
      const { vehicle_id } = input
      await vehicles.requireVisible(tx, actor, vehicle_id)
      const from = input.from ?? dayIn(actor.fleet.timeZone, now())
      if (from > latestDay(now())) throw new Problem('validation', { fields: { from: ['future'] } })
      const reminder_date = addDays(from, Number.parseInt(input.snooze, 10) * 7)
      await schedules.state(tx, { fleetId: actor.fleet.id, vehicleId: vehicle_id }, { reminder_date })
      return { body: { success: true, vehicle_id, reminder_date } as const }
    },

    /** Returns the snooze ends of vehicles; vehicles that are not visible are left out. */
    async snoozedDates(tx: Transaction, actor: Actor, vehicleIds: readonly number[]) {
      const visible = new Set(await vehicles.visibleIds(tx, actor))
      const ids = vehicleIds.filter((id) => visible.has(id))
      const known = await schedules.reminderDates(tx, actor.fleet.id, ids)
      const dates = new Map(known.map((row) => [row.vehicle_id, row.reminder_date]))
      return {
        vehicle_reminders: ids.map((id) => ({ vehicle_id: id, reminder_date: dates.get(id) ?? null })),
      }
    },
  }
}
export type RemindersService = ReturnType<typeof remindersService>
