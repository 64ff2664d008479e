import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { shopSimulator } from '#server/jobs/shop-simulator.ts'
import { shopsRepository } from '#server/modules/catalog/shops/shops.repository.ts'
import { shopsService } from '#server/modules/catalog/shops/shops.service.ts'
import { dueService } from '#server/modules/maintenance/schedules/due.service.ts'
import { schedulesRepository } from '#server/modules/maintenance/schedules/schedules.repository.ts'
import { orderLifeService } from '#server/modules/orders/orders/order-life.service.ts'
import { ordersRepository } from '#server/modules/orders/orders/orders.repository.ts'
import { odometerRepository } from '#server/modules/vehicles/odometer/odometer.repository.ts'
import { odometerService } from '#server/modules/vehicles/odometer/odometer.service.ts'
import { vehiclesRepository } from '#server/modules/vehicles/vehicles/vehicles.repository.ts'
import { vehiclesService } from '#server/modules/vehicles/vehicles/vehicles.service.ts'

/** The demo's simulated shops beside the tests' server, which is no demo: each `round` is one step of every order. */
export function shopsAtWork(db: Database) {
  const vehicles = vehiclesService(vehiclesRepository, dueService(schedulesRepository))
  return shopSimulator({
    db,
    life: orderLifeService({
      orders: ordersRepository,
      vehicles,
      odometer: odometerService(odometerRepository),
      shops: shopsService(shopsRepository, vehicles),
      now: () => new Date(),
    }),
    orders: ordersRepository,
    announce: (fleetId) =>
      void db.query(sql`select pg_notify('wheelbook_changed', ${String(fleetId)})`).catch(() => {}),
    log: { warn: () => {} },
    stepSeconds: 0,
  })
}
