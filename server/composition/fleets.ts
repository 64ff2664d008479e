import { shopImportRepository } from '#server/modules/catalog/shops/shop-import.repository.ts'
import { shopImportService } from '#server/modules/catalog/shops/shop-import.service.ts'
import { activeOrdersService } from '#server/modules/fmc/active-orders/active-orders.service.ts'
import { companiesRepository } from '#server/modules/fmc/companies/companies.repository.ts'
import { companiesService } from '#server/modules/fmc/companies/companies.service.ts'
import { fleetAdminRepository } from '#server/modules/fmc/fleets/fleet-admin.repository.ts'
import { fleetAdminService } from '#server/modules/fmc/fleets/fleet-admin.service.ts'
import { fleetDeletionRepository } from '#server/modules/fmc/fleets/fleet-deletion.repository.ts'
import { fleetDeletionService } from '#server/modules/fmc/fleets/fleet-deletion.service.ts'
import { fleetsService } from '#server/modules/fmc/fleets/fleets.service.ts'
import type { Core } from './core.ts'

/** Composes the administration of fleets by management companies. */
export function composeFleets(core: Core) {
  const { db, jobs, audit, now: clock, ports } = core
  return {
    fleetAdmin: fleetAdminService({ fleets: fleetAdminRepository, audit, clock, ports }),
    fleets: fleetsService({ db }),
    fleetDeletion: fleetDeletionService({
      ...{ db, audit, jobs },
      ...{ fleets: fleetAdminRepository, deletions: fleetDeletionRepository },
    }),
    companies: companiesService({
      ...{ db, audit, clock, ports },
      companies: companiesRepository,
    }),
    activeOrders: activeOrdersService({ db }),
    shopImport: shopImportService({ db, shops: shopImportRepository }),
  }
}
