import { bulkRepository } from '#server/modules/vehicles/bulk/bulk.repository.ts'
import { bulkService } from '#server/modules/vehicles/bulk/bulk.service.ts'
import { bulkReport } from '#server/modules/vehicles/bulk/bulk-report.ts'
import { bulkRun } from '#server/modules/vehicles/bulk/bulk-run.ts'
import { vinDecoder } from '#server/modules/vehicles/bulk/vin-decoder.ts'
import { resumeActions } from '#server/modules/vehicles/bulk-actions/bulk-actions.service.ts'
import { bulkActionsRun } from '#server/modules/vehicles/bulk-actions/bulk-actions-run.ts'
import { odometerRepository } from '#server/modules/vehicles/odometer/odometer.repository.ts'
import { odometerBatchesService } from '#server/modules/vehicles/odometer/odometer-batches.service.ts'
import { refreshRecalls } from '#server/modules/vehicles/recalls/recalls.service.ts'
import { telematicsSyncService } from '#server/modules/vehicles/telematics/telematics-sync.service.ts'
import { vehicleBatchesRepository } from '#server/modules/vehicles/vehicles/vehicle-batches.repository.ts'
import { vehicleBatchesService } from '#server/modules/vehicles/vehicles/vehicle-batches.service.ts'
import { vehiclesCsv } from '#server/modules/vehicles/vehicles/vehicles.csv.ts'
import type { Core } from './core.ts'
import type { Records } from './records.ts'

/** Composes everything about vehicles except their maintenance: entry, bulk uploads, telematics, glovebox. */
export function composeVehicles(core: Core, records: Records) {
  const { db, log, jobs, brands, now, changes, ports, mail, originOf } = core
  const { vehicles, odometer, dueDates } = records
  const { announce } = changes
  const checks = {
    vehicles: vehicleBatchesService(vehicleBatchesRepository),
    odometer: odometerBatchesService(odometerRepository),
    decode: vinDecoder(ports.vehicleCatalogue),
  }
  const report = bulkReport({ db, uploads: bulkRepository, mail, brands, originOf })
  return {
    vehiclesFile: vehiclesCsv(db),
    bulkUpsertions: bulkService({ db, uploads: bulkRepository, jobs, report, checks, now }),
    bulkRun: bulkRun({
      ...{ db, log, uploads: bulkRepository, ...checks, report, announce },
      notify: changes.sendToUser,
      startDueDates: dueDates.startFleet,
    }),
    bulkActionsRun: bulkActionsRun({ db, log, clock: now, ports }),
    bulkActions: { resume: () => resumeActions({ db, ports }) },
    telematicsSync: telematicsSyncService({
      ...{ db, jobs, log, vehicles, odometer, now, announce },
      provider: ports.telematics,
    }),
    recalls: { refreshAll: () => refreshRecalls({ db, clock: now, ports }) },
  }
}
