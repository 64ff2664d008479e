import { shopImportRepository } from '#server/modules/catalog/shops/shop-import.repository.ts'
import { shopImportService } from '#server/modules/catalog/shops/shop-import.service.ts'
import { companiesRepository } from '#server/modules/fmc/companies/companies.repository.ts'
import { companiesService } from '#server/modules/fmc/companies/companies.service.ts'
import { fleetAdminRepository } from '#server/modules/fmc/fleets/fleet-admin.repository.ts'
import { fleetDeletionRepository } from '#server/modules/fmc/fleets/fleet-deletion.repository.ts'
import { fleetDeletionService } from '#server/modules/fmc/fleets/fleet-deletion.service.ts'
import { fleetsService } from '#server/modules/fmc/fleets/fleets.service.ts'
import { transferRun } from '#server/modules/fmc/transfers/transfer-run.ts'
import { resumeTransfers } from '#server/modules/fmc/transfers/transfers.service.ts'
import type { Core } from './core.ts'

/** Composes the administration of fleets by management companies, and transfers of vehicles between fleets. */
export function composeFleets(core: Core) {
  const { db, jobs, log, now: clock, ports, changes } = core
  return {
    fleets: fleetsService({ db }),
    fleetDeletion: fleetDeletionService({
      ...{ db, jobs },
      ...{ fleets: fleetAdminRepository, deletions: fleetDeletionRepository },
    }),
    companies: companiesService({
      ...{ db, clock, ports },
      companies: companiesRepository,
    }),
    transferRun: transferRun({ db, log, clock, announce: changes.announce }),
    transfers: { resume: () => resumeTransfers({ db, ports }) },
    shopImport: shopImportService({ db, shops: shopImportRepository }),
  }
}
