import { v7 as uuidv7 } from 'uuid'
import type { IntervalCompletedInput, ServicesCompletedInput } from '#contract/maintenance/marks.ts'
import { dayIn, latestDay } from '#domain/core/days.ts'
import { marksToRemove, wasCompletedSince } from '#domain/maintenance/schedule-rules.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { readPositions } from '../../catalog/services/services.reads.ts'
import {
  lockVehicle,
  refreshVehicle,
  requireVisibleVehicle,
} from '../../vehicles/vehicles/vehicles.service.ts'
import { readSchedules } from './schedules.reads.ts'
import { schedulesRepository } from './schedules.repository.ts'

type Timed = Pick<UseCase, 'tx' | 'actor' | 'clock'>
type When = Pick<
  ServicesCompletedInput,
  'id' | 'vehicle_id' | 'completed_on' | 'odometer' | 'last_completed_on'
> & { interval_id?: number }

/** Marks some services of an interval by hand, each as done or not done (SCH-037). */
export const markServices = (useCase: Timed, input: ServicesCompletedInput) =>
  applyMarks(useCase, input, input.service_completed_details, (n) => `service_completed_details.${n}.id`)

/** Marks all given services of an interval by hand, as done or not done (SCH-038). */
export function markInterval(useCase: Timed, input: IntervalCompletedInput) {
  const { is_completed } = input
  const states = [...new Set(input.service_definition_ids)].map((id) => ({ id, is_completed }))
  return applyMarks(useCase, input, states, () => 'service_definition_ids')
}

/** Marks one service by hand, as done or not done (SCH-039). */
export const markService = (useCase: Timed, input: When & { service_id: number; is_completed: boolean }) =>
  applyMarks(useCase, input, [{ id: input.service_id, is_completed: input.is_completed }], () => 'service_id')

async function applyMarks(
  { tx, actor, clock }: Timed,
  when: When,
  states: readonly { id: number; is_completed: boolean }[],
  fieldOf: (n: number) => string,
) {
  const vehicleKey = { fleetId: actor.fleet.id, vehicleId: when.vehicle_id }
  await requireVisibleVehicle(tx, actor, vehicleKey.vehicleId)
  const today = dayIn(actor.fleet.timeZone, clock())
  const day = when.completed_on ?? today
  if (day > latestDay(clock())) throw new Problem('validation', { fields: { completed_on: ['future'] } })
  const ids = states.map(({ id }) => id)
  const known = await readPositions(tx, ids)
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown >= 0) throw new Problem('validation', { fields: { [fieldOf(unknown)]: ['unknown'] } })
  await lockVehicle(tx, vehicleKey)
  const done = states.filter(({ is_completed }) => is_completed).map(({ id }) => id)
  const undone = states.filter(({ is_completed }) => !is_completed).map(({ id }) => id)
  const { odometer = null } = when
  const mark = { ...vehicleKey, actId: when.id?.toLowerCase() ?? uuidv7(), day, odometer }
  if (done.length > 0) {
    await rejectReset(tx, vehicleKey, when, mark.actId, today)
    await schedulesRepository.mark(tx, { ...mark, userId: actor.userId, serviceIds: done })
  }
  if (undone.length > 0) {
    const [before] = await readSchedules(tx, vehicleKey.fleetId, [vehicleKey.vehicleId])
    if (before) await schedulesRepository.unmark(tx, vehicleKey, marksToRemove(before, undone, today))
  }
  await refreshVehicle(tx, vehicleKey.fleetId, vehicleKey.vehicleId, today)
  const [schedule] = await readSchedules(tx, vehicleKey.fleetId, [vehicleKey.vehicleId])
  if (!schedule) throw new Problem('not_found')
  return { body: { success: true, schedule } as const }
}

/**
 * Rejects a mark if another user completed the interval since the user saw it, so that it is not reset twice by mistake.
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
