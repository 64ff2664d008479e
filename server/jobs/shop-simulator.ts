import type { EstimateLine } from '#contract/orders/shop-actions.ts'
import type { ShopLine } from '#contract/orders/shop-order.ts'
import type { OrderStatus } from '#domain/orders/order-rules.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { DocumentPorts } from '#server/modules/core/documents/documents.service.ts'
import {
  acceptTimeAsShop,
  completeAsShop,
  confirmAsShop,
  declineTimeAsShop,
  estimateAsShop,
  showOrderToShop,
} from '#server/modules/orders/shop-links/shop-actions.service.ts'
import { pollLoop } from './poll-loop.ts'

/** Polling interval of the simulated shops. */
const POLL_MS = 2000
const BATCH = 50
/** Statuses that wait for the shop. */
const TURNS = ['initiated', 'active', 'approved'] as const satisfies OrderStatus[]

interface Turn {
  id: number
  fleet_id: number
  status: (typeof TURNS)[number]
  proposed_datetime: string | null
  vehicle_odometer: number | null
}

interface SimulatorDependencies {
  db: Database
  clock: () => Date
  ports: DocumentPorts
  announce: (fleetId: number) => void
  log: { warn(about: object, message: string): void }
  /** Seconds that a shop takes for a step. */
  stepSeconds: number
  /** Processes only the orders of this fleet. */
  fleetId?: number
}

/**
 * Simulates the shops in demo mode (ruling 15) with the actions of the shop page: confirms an appointment, submits an
 * estimate, completes approved work. Processes only orders created in this demo and not opened on the shop page by a
 * user; a proposed time is answered for any order. Orders of the demo world stay unchanged. It does not wait for the
 * day of the appointment.
 */
export function shopSimulator({
  db,
  clock,
  ports,
  announce,
  log,
  stepSeconds,
  fleetId,
}: SimulatorDependencies) {
  async function turns(): Promise<Turn[]> {
    return db.query<Turn>(sql`
      select o.id, o.fleet_id, o.status, o.proposed_datetime, v.odometer as vehicle_odometer
      from shop_orders o join vehicles v on v.id = o.vehicle_id
      where o.status = any(${[...TURNS]}) and (o.proposed_datetime is not null or exists (select from shop_order_activity_items a
          where a.order_id = o.id and a.activity_type = 'request'
            -- Excludes requests of the demo data, which are older than the database.
            and a.created_at > (select min(ran_at) from migrations)))
        and not exists (select from shop_links l where l.order_id = o.id and l.opened_at is not null)
        and (${fleetId ?? null}::bigint is null or o.fleet_id = ${fleetId ?? null})
        and o.updated_at < now() - make_interval(secs => ${stepSeconds}) order by o.updated_at limit ${BATCH}`)
  }

  async function take(tx: Transaction, turn: Turn) {
    const { id, fleet_id: fleetId, status, proposed_datetime, vehicle_odometer } = turn
    const useCase = { tx, clock, ports, shop: { fleet: { id: fleetId }, orderId: id } }
    if (proposed_datetime) {
      const body = { appointment_datetime: proposed_datetime }
      // The time may have been booked since it was proposed.
      return tx.attempt(() => acceptTimeAsShop(useCase, body)).catch(() => declineTimeAsShop(useCase, body))
    }
    switch (status) {
      case 'initiated':
        return confirmAsShop(useCase, {})
      case 'active': {
        const { lines } = await showOrderToShop(useCase)
        return estimateAsShop(useCase, { lines: lines.map(asEstimated) })
      }
      case 'approved': {
        const odometer = vehicle_odometer === null ? undefined : vehicle_odometer + 4
        return completeAsShop(useCase, { odometer, invoice_number: `INV-${id}` })
      }
    }
  }

  /** Advances every waiting order by one step. Skips an order that was changed in the meantime. */
  async function round(): Promise<number> {
    let moved = 0
    for (const turn of await turns()) {
      const isMoved = await db
        .tenant(turn.fleet_id, (tx) => take(tx, turn))
        .then(() => true)
        .catch((error: Error) => {
          log.warn({ err: error, order: turn.id }, 'The simulated shop failed to process an order')
          return false
        })
      if (!isMoved) continue
      moved++
      announce(turn.fleet_id)
    }
    return moved
  }

  return {
    round,
    ...pollLoop(round, POLL_MS, (error) => log.warn({ err: error }, 'The simulated shops failed')),
  }
}

/** Returns the requested line. A line without a price gets one, since the shop has now seen the vehicle. */
const asEstimated = ({ service_definition_id, position, price, photos }: ShopLine): EstimateLine => ({
  service_definition_id,
  ...(position === null ? {} : { position }),
  price: Number(price) > 0 ? price : '95.00',
  photos,
})
