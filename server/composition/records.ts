import { dueDates } from '#server/modules/maintenance/schedules/due-dates.ts'
import { odometerService } from '#server/modules/vehicles/odometer/odometer.service.ts'
import { vehiclesService } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import type { Core } from './core.ts'

/** Composes the records that all later areas read: vehicles, odometers, what is due. */
export function composeRecords({ db, log }: Core) {
  return { vehicles: vehiclesService, odometer: odometerService, dueDates: dueDates({ db, log }) }
}
export type Records = ReturnType<typeof composeRecords>
