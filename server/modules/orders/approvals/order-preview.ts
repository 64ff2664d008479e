import type { LastDone, ServicePreview } from '#contract/orders/approvals.ts'
import { can } from '#domain/access/permissions.ts'
import { isCounted } from '#domain/orders/order-rules.ts'
import { retailSavings, sumOf } from '#domain/orders/prices.ts'
import { convertDistance } from '#domain/vehicles/odometer-rules.ts'
import type { UseCase } from '#server/use-case.ts'
import { findOrder } from '../orders/orders.service.ts'
import { approvalsRepository, type LastDoneRow } from './approvals.repository.ts'

/**
 * Compares each counted service of an order with retail, the network and the vehicle's history. Without `orders.review`,
 * it has no price ranges and no IDs of the order or history entry behind `last_done` (APR-034). 404 if the actor cannot
 * see the order.
 */
export async function previewOrder(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  orderId: number,
): Promise<{ order_services: ServicePreview[] }> {
  const order = await findOrder(tx, actor, orderId)
  const services = order.order_services.filter(isCounted)
  const canReview = can(actor, 'orders.review')
  const ranges = canReview ? await approvalsRepository.priceRanges(tx, actor.fleet.id, orderId) : []
  const savingsPercent = await approvalsRepository.savingsPercent(tx, order.shop_id)
  const past = await approvalsRepository.lastDone(
    tx,
    { fleetId: actor.fleet.id, vehicleId: order.vehicle_id, orderId },
    services.map((service) => service.service_definition_id),
  )
  return {
    order_services: services.map(({ id, service_definition_id, position, price }) => {
      const range = ranges.find((priceRange) => priceRange.service_definition_id === service_definition_id)
      const last = past.find(
        (completion) =>
          completion.service_definition_id === service_definition_id &&
          isSamePlace(completion.position, position ?? null),
      )
      const saving = retailSavings(price, savingsPercent)
      return {
        id,
        service_definition_id,
        price,
        retail_price: sumOf([price, saving]),
        saving,
        price_range: range ? { low: range.low, high: range.high, orders: range.orders } : null,
        last_done: last ? lastDoneOf(last, canReview) : null,
      }
    }),
  }
}

/** Returns whether two positions can be the same place. A missing position matches any. */
const isSamePlace = (first: string | null, second: string | null): boolean =>
  first === null || second === null || first === second

function lastDoneOf({ odometer, odometer_units: unit, ...row }: LastDoneRow, isLinked: boolean): LastDone {
  const inUnit = (wanted: 'mi' | 'km') => (odometer === null ? null : convertDistance(odometer, unit, wanted))
  return {
    date: row.date,
    miles: inUnit('mi'),
    kilometers: inUnit('km'),
    price: row.price,
    order_id: isLinked ? row.order_id : null,
    history_id: isLinked ? row.history_id : null,
  }
}
