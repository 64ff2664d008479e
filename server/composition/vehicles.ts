import { collectGarbage } from '#server/lifecycle/collect-garbage.ts'
import type { DueDates } from '#server/modules/maintenance/schedules/due-dates.ts'
import { resumeUploads } from '#server/modules/vehicles/bulk/bulk.service.ts'
import { bulkRun } from '#server/modules/vehicles/bulk/bulk-run.ts'
import { vinDecoder } from '#server/modules/vehicles/bulk/vin-decoder.ts'
import { resumeActions } from '#server/modules/vehicles/bulk-actions/bulk-actions.service.ts'
import { bulkActionsRun } from '#server/modules/vehicles/bulk-actions/bulk-actions-run.ts'
import { lookUpNewModels, refreshRecalls } from '#server/modules/vehicles/recalls/recalls.service.ts'
import { runSync, startDailySyncs } from '#server/modules/vehicles/telematics/telematics-sync.service.ts'
import type { Core } from './core.ts'

/** Composes the jobs of vehicles. Their other use cases are functions. */
export function composeVehicles({ db, log, now: clock, changes, ports }: Core, dueDates: DueDates) {
  const useCase = { db, clock, ports }
  const decodeVin = vinDecoder(ports.vehicleCatalog)
  return {
    decodeVin,
    bulkUpsertions: { resume: () => resumeUploads(useCase) },
    bulkRun: bulkRun({
      db,
      log,
      ports,
      decode: decodeVin,
      announce: ports.announce,
      notify: changes.sendToUser,
      startDueDates: dueDates.startFleet,
      collectGarbage,
    }),
    bulkActionsRun: bulkActionsRun({ db, log, clock, ports }),
    bulkActions: { resume: () => resumeActions(useCase) },
    telematicsSync: {
      run: (eventId: number) => runSync(useCase, eventId),
      startDaily: () => startDailySyncs(useCase),
    },
    recalls: {
      refreshAll: () => refreshRecalls(useCase),
      lookUpNew: () => lookUpNewModels(useCase),
    },
  }
}
