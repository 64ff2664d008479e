import { v7 as uuidv7 } from 'uuid'
import type { MileageInput } from '#contract/maintenance/schedules.ts'
import { dayIn } from '#domain/core/days.ts'
import { MILES_PER_MONTH_DEFAULT } from '#domain/core/limits.ts'
import { latestReading } from '#domain/maintenance/daily-use.ts'
import { dueInputOf } from '#domain/maintenance/schedule-rules.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { recordReading } from '../../vehicles/odometer/odometer.service.ts'
import {
  lockVehicle,
  refreshVehicle,
  requireVisibleVehicle,
} from '../../vehicles/vehicles/vehicles.service.ts'
import { readSchedules } from './schedules.reads.ts'
import { schedulesRepository } from './schedules.repository.ts'
import { monthlyUse } from './schedules.service.ts'

/**
 * Saves the mileage form: records a reading of today and the stated use, if they are sent and differ (SCH-053). Both
 * calls of the form do the same (SCH-010).
 */
export async function saveMileage(
  { tx, actor, clock }: Pick<UseCase, 'tx' | 'actor' | 'clock'>,
  input: MileageInput,
) {
  const vehicleKey = { fleetId: actor.fleet.id, vehicleId: input.vehicle_id }
  await requireVisibleVehicle(tx, actor, vehicleKey.vehicleId)
  await lockVehicle(tx, vehicleKey)
  const [schedule] = await readSchedules(tx, vehicleKey.fleetId, [vehicleKey.vehicleId])
  if (!schedule) throw new Problem('not_found')
  const today = dayIn(actor.fleet.timeZone, clock())
  const { unit } = schedule
  const { current_mileage: value, miles_per_month } = input
  if (value !== undefined && latestReading(dueInputOf(schedule).readings, unit)?.value !== value)
    await recordReading(tx, {
      ...vehicleKey,
      unit,
      value,
      read_on: today,
      userId: actor.userId,
      source: 'driver',
      sourceId: uuidv7(),
    })
  const shownUse = monthlyUse(schedule, today) ?? MILES_PER_MONTH_DEFAULT
  if (miles_per_month !== undefined && shownUse !== miles_per_month)
    await schedulesRepository.state(tx, vehicleKey, { miles_per_month })
  await refreshVehicle(tx, vehicleKey.fleetId, vehicleKey.vehicleId, today)
  return { body: { success: true } as const }
}
