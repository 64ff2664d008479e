import type { IntervalCompletedInput, ServicesCompletedInput } from '#contract/maintenance/schedules.ts'
import { dayIn, latestDay } from '#domain/core/days.ts'
import { marksToRemove, wasCompletedSince } from '#domain/maintenance/schedule-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { ServicesService } from '../../catalog/services/services.service.ts'
import { newUuid } from '../../core/documents/attributes.ts'
import type { VehiclesService } from '../../vehicles/vehicles/vehicles.service.ts'
import { readSchedules } from './schedules.reads.ts'
import type { SchedulesRepository } from './schedules.repository.ts'

export interface MarksDeps {
  schedules: SchedulesRepository
  vehicles: VehiclesService
  services: ServicesService
  now: () => Date
}
type When = Pick<
  ServicesCompletedInput,
  'id' | 'vehicle_id' | 'completed_on' | 'odometer' | 'last_completed_on'
> & { interval_id?: number }

/** Marks services as done or not done by hand. Each method is one use case in the given transaction. */
export function marksService({ schedules, vehicles, services, now }: MarksDeps) {
  async function apply(
    tx: Transaction,
    actor: Actor,
    when: When,
    states: readonly { id: number; is_completed: boolean }[],
  ) {
    const of = { fleetId: actor.fleet.id, vehicleId: when.vehicle_id }
    await vehicles.requireVisible(tx, actor, of.vehicleId)
    const today = dayIn(actor.fleet.timeZone, now())
    const day = when.completed_on ?? today
    if (day > latestDay(now())) throw new Problem('validation', { fields: { completed_on: ['future'] } })
    const known = await services.positions(
      tx,
      states.map(({ id }) => id),
    )
    if (states.some(({ id }) => !known.has(id)))
      throw new Problem('validation', { fields: { service_definition_ids: ['unknown'] } })
    await vehicles.lock(tx, of.fleetId, [of.vehicleId])
    const [done, undone] = [true, false].map((is) =>
      states.filter(({ is_completed }) => is_completed === is).map(({ id }) => id),
    )
    const { odometer = null } = when
    const mark = { ...of, actId: when.id?.toLowerCase() ?? newUuid(), day, odometer }
    if (done && done.length > 0) {
      await rejectReset(tx, of, when, mark.actId, today)
      await schedules.mark(tx, { ...mark, serviceIds: done, unit: actor.fleet.unit, userId: actor.userId })
    }
    if (undone && undone.length > 0) {
      const [before] = await readSchedules(tx, of.fleetId, [of.vehicleId])
      if (before) await schedules.unmark(tx, of, marksToRemove(before, undone, today))
    }
    await vehicles.refresh(tx, of.fleetId, of.vehicleId, today)
    const [schedule] = await readSchedules(tx, of.fleetId, [of.vehicleId])
    if (!schedule) throw new Problem('not_found')
    return { body: { success: true, schedule } as const }
  }

  /**
   * Rejects a mark if another user completed the interval since the user saw it, so that it is not reset twice by
   * mistake.
   */
  async function rejectReset(
    tx: Transaction,
    { fleetId, vehicleId }: { fleetId: number; vehicleId: number },
    { interval_id: itemId, last_completed_on: seen }: When,
    actId: string,
    today: string,
  ): Promise<void> {
    if (itemId === undefined || seen === undefined) return
    const [before] = await readSchedules(tx, fleetId, [vehicleId])
    // The same action again, by its id.
    if (!before || before.completions.some(({ id }) => id.startsWith(`${actId}:`))) return
    if (wasCompletedSince(before, itemId, seen, today)) throw new Problem('interval_reset')
  }

  return {
    /** Some services of an interval, each done or not (SCH-037). */
    services: (tx: Transaction, actor: Actor, input: ServicesCompletedInput) =>
      apply(tx, actor, input, input.service_completed_details),

    /** All given services of an interval, done or not (SCH-038). */
    interval: (tx: Transaction, actor: Actor, input: IntervalCompletedInput) => {
      const { is_completed } = input
      const states = [...new Set(input.service_definition_ids)].map((id) => ({ id, is_completed }))
      return apply(tx, actor, input, states)
    },

    /** One service, done or not (SCH-039). */
    service: (tx: Transaction, actor: Actor, input: When & { service_id: number; is_completed: boolean }) =>
      apply(tx, actor, input, [{ id: input.service_id, is_completed: input.is_completed }]),
  }
}
export type MarksService = ReturnType<typeof marksService>
