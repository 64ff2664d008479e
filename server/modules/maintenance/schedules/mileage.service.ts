import type { MileageInput } from '#contract/maintenance/schedules.ts'
import { dayIn } from '#domain/core/days.ts'
import { MILES_PER_MONTH_DEFAULT } from '#domain/core/limits.ts'
import { latestReading } from '#domain/maintenance/due-rules.ts'
import { dueInputOf } from '#domain/maintenance/schedule-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { newUuid } from '../../core/documents/attributes.ts'
import type { OdometerService } from '../../vehicles/odometer/odometer.service.ts'
import type { VehiclesService } from '../../vehicles/vehicles/vehicles.service.ts'
import { readSchedules } from './schedules.reads.ts'
import type { SchedulesRepository } from './schedules.repository.ts'
import { monthlyUse } from './schedules.service.ts'

export interface MileageDeps {
  schedules: SchedulesRepository
  vehicles: VehiclesService
  odometer: OdometerService
  now: () => Date
}

/** The mileage form. Both of its calls do the same (SCH-010): record a reading, and the stated use for projections. */
export function mileageService({ schedules, vehicles, odometer, now }: MileageDeps) {
  return {
    /** Records a reading of today and the stated use, if they differ. */
    async save(tx: Transaction, actor: Actor, input: MileageInput) {
      const of = { fleetId: actor.fleet.id, vehicleId: input.vehicle_id }
      await vehicles.requireVisible(tx, actor, of.vehicleId)
      await vehicles.lock(tx, of.fleetId, [of.vehicleId])
      const [schedule] = await readSchedules(tx, of.fleetId, [of.vehicleId])
      if (!schedule) throw new Problem('not_found')
      const today = dayIn(actor.fleet.timeZone, now())
      const { unit } = schedule
      if (latestReading(dueInputOf(schedule).readings, unit)?.value !== input.current_mileage)
        await odometer.record(tx, {
          ...{ ...of, unit, value: input.current_mileage, read_on: today, userId: actor.userId },
          ...{ source: 'driver', sourceId: newUuid() },
        })
      if ((monthlyUse(schedule, today) ?? MILES_PER_MONTH_DEFAULT) !== input.miles_per_month)
        await schedules.state(tx, of, { miles_per_month: input.miles_per_month })
      await vehicles.refresh(tx, of.fleetId, of.vehicleId, today)
      return { body: { success: true } as const }
    },
  }
}
export type MileageService = ReturnType<typeof mileageService>
