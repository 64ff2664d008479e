import { fleetService } from '#server/modules/access/fleet/fleet.service.ts'
import { telematicsNamesService } from '#server/modules/access/fleet/telematics-names.service.ts'
import { firstOwnerService } from '#server/modules/access/users/first-owner.service.ts'
import { usersRepository } from '#server/modules/access/users/users.repository.ts'
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
import type { Access } from './access.ts'
import type { Core } from './core.ts'

/** Composes the fleets: their own settings, and their administration by management companies. */
export function composeFleets(core: Core, access: Access) {
  const { db, jobs, brands, audit } = core
  const { account, session, invitations } = access
  const fleetAdmin = fleetAdminService({
    ...{ fleets: fleetAdminRepository, audit, brands },
    firstOwner: firstOwnerService({ users: usersRepository, invitations, audit }),
  })
  return {
    fleetAdmin,
    fleets: fleetsService({ db }),
    fleet: fleetService({
      ...{ db, account, session, audit },
      ...{ telematicsNames: telematicsNamesService, admin: fleetAdmin },
    }),
    fleetDeletion: fleetDeletionService({
      ...{ db, audit, jobs },
      ...{ fleets: fleetAdminRepository, deletions: fleetDeletionRepository },
    }),
    companies: companiesService({
      ...{ db, audit, brands },
      ...{ companies: companiesRepository, invitations },
    }),
    activeOrders: activeOrdersService({ db }),
    shopImport: shopImportService({ db, shops: shopImportRepository }),
  }
}
