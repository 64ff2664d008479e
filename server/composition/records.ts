import { servicesService } from '#server/modules/catalog/services/services.service.ts'
import { shopsService } from '#server/modules/catalog/shops/shops.service.ts'
import { syncRepository } from '#server/modules/home/sync/sync.repository.ts'
import { syncService } from '#server/modules/home/sync/sync.service.ts'
import { historyRepository } from '#server/modules/maintenance/history/history.repository.ts'
import { historyService } from '#server/modules/maintenance/history/history.service.ts'
import { dueDates } from '#server/modules/maintenance/schedules/due-dates.ts'
import { odometerService } from '#server/modules/vehicles/odometer/odometer.service.ts'
import { vehiclesService } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import type { Core } from './core.ts'

/** Composes the records that all later areas read: vehicles, odometers, what is due, shops, services, history. */
export function composeRecords({ db, log, now }: Core) {
  const vehicles = vehiclesService
  return {
    vehicles,
    shops: shopsService,
    odometer: odometerService,
    services: servicesService,
    history: historyService(historyRepository, vehicles),
    dueDates: dueDates({ db, log }),
    sync: syncService(syncRepository, vehicles, now),
  }
}
export type Records = ReturnType<typeof composeRecords>
