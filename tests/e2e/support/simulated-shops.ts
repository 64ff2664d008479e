import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { localFileStore } from '#server/integrations/files/local.ts'
import { localStaging } from '#server/integrations/files/staging.ts'
import { shopSimulator } from '#server/jobs/shop-simulator.ts'
import { scheduleRepository } from '#server/modules/catalog/shops/schedule.repository.ts'
import { scheduleService } from '#server/modules/catalog/shops/schedule.service.ts'
import { shopsRepository } from '#server/modules/catalog/shops/shops.repository.ts'
import { shopsService } from '#server/modules/catalog/shops/shops.service.ts'
import { documentsRepository } from '#server/modules/core/documents/documents.repository.ts'
import { documentsService } from '#server/modules/core/documents/documents.service.ts'
import { autoApproval } from '#server/modules/money/payments/auto-approval.ts'
import { orderCompletion } from '#server/modules/money/payments/order-completion.ts'
import { paymentsRepository } from '#server/modules/money/payments/payments.repository.ts'
import { orderLifecycleService } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { ordersRepository } from '#server/modules/orders/orders/orders.repository.ts'
import { shopActionsService } from '#server/modules/orders/shop-links/shop-actions.service.ts'
import { shopLinksRepository } from '#server/modules/orders/shop-links/shop-links.repository.ts'
import { odometerService } from '#server/modules/vehicles/odometer/odometer.service.ts'
import { vehiclesService } from '#server/modules/vehicles/vehicles/vehicles.service.ts'

/** The demo's simulated shops for the tests' server, which is not a demo: each `round` is one step of every order. */
export function simulatedShops(db: Database) {
  const vehicles = vehiclesService
  const now = () => new Date()
  const lifecycle = orderLifecycleService({
    orders: ordersRepository,
    vehicles,
    odometer: odometerService,
    shops: shopsService(shopsRepository, vehicles),
    autoApproval: autoApproval(paymentsRepository),
    now,
  })
  // The simulator sends no files.
  const nowhere = join(tmpdir(), 'wheelbook-simulated-shops')
  const files = localFileStore(nowhere)
  return shopSimulator({
    db,
    shop: shopActionsService({
      lifecycle,
      links: shopLinksRepository,
      schedule: scheduleService(scheduleRepository, vehicles, now),
      documents: documentsService(documentsRepository, files, localStaging(nowhere), 0),
      completion: orderCompletion({ payments: paymentsRepository, lifecycle }),
      now,
    }),
    announce: (fleetId) =>
      void db.query(sql`select pg_notify('wheelbook_changed', ${String(fleetId)})`).catch(() => {}),
    log: { warn: () => {} },
    stepSeconds: 0,
  })
}
