import type { Order } from '#contract/orders/order.ts'
import type { Promotion, PromotionCheck } from '#contract/orders/promotions.ts'
import { dayIn } from '#domain/core/days.ts'
import { PROMOTION_TRIES } from '#domain/core/limits.ts'
import { isOpen } from '#domain/orders/order-rules.ts'
import { discountOf, sumOf } from '#domain/orders/prices.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { OrderLifecycleService } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { Problem } from '#server/problem.ts'
import { limitAttempts } from '../../access/session/attempts.ts'
import type { ServicesService } from '../../catalog/services/services.service.ts'
import type { ScheduleService } from '../../catalog/shops/schedule.service.ts'
import type { VehiclesService } from '../../vehicles/vehicles/vehicles.service.ts'
import type { OrdersService } from '../orders/orders.service.ts'
import type { FoundPromotion, PromotionsRepository } from './promotions.repository.ts'

const WINDOW_SECONDS = 900

export interface PromotionsDeps {
  db: Database
  promotions: PromotionsRepository
  orders: OrdersService
  lifecycle: OrderLifecycleService
  vehicles: VehiclesService
  services: ServicesService
  schedule: ScheduleService
  now: () => Date
}
interface WantedPromotion {
  choice: Choice
  /** Total of the services before tax. */
  subTotal: string
}
type Choice = { code: string } | { promotion_id: number }

/** Promotions that a fleet can use, and their discount on an order (SHP-017 to SHP-028). */
export function promotionsService(deps: PromotionsDeps) {
  const { db, promotions, orders, lifecycle, now } = deps
  const todayOf = (actor: Actor) => dayIn(actor.fleet.timeZone, now())

  /** Returns the chosen promotion, or throws if it cannot be applied to this subtotal. */
  async function requirePromotion(
    tx: Transaction,
    actor: Actor,
    orderId: number | null,
    wanted: WantedPromotion,
  ) {
    const today = todayOf(actor)
    const { choice, subTotal } = wanted
    const found =
      'code' in choice
        ? await promotions.byCode(tx, actor, today, orderId, choice.code)
        : await promotions.listedById(tx, actor, today, orderId, choice.promotion_id)
    const refusal = found ? refusalOf(found, subTotal) : 'promotion_unknown'
    if (!found || refusal) throw new Problem(refusal ?? 'promotion_unknown')
    return found
  }

  return {
    /** Lists the promotions that can be applied to the order; without an order, those for a new one. */
    async available(tx: Transaction, actor: Actor, orderId?: number): Promise<{ promotions: Promotion[] }> {
      const order = orderId === undefined ? null : await orders.show(tx, actor, orderId)
      if (order && !isOpen(order.status)) return { promotions: [] }
      const found = await promotions.listed(tx, actor, todayOf(actor), orderId ?? null)
      return {
        promotions: found
          .filter((one) => refusalOf(one, order?.pre_tax_sub_total ?? one.minimum) === null)
          .map((one) => ({
            id: one.id,
            name: one.name,
            description: one.description,
            discount: order && discountOf(order.pre_tax_sub_total, one),
          })),
      }
    },

    /**
     * Limits attempts before a code is read, outside its transaction, because codes can be guessed. Returns a function
     * that removes the attempt from the count.
     */
    admitCode: (actor: Actor) =>
      limitAttempts(db, `promotion-code:${actor.userId}`, PROMOTION_TRIES, WINDOW_SECONDS),

    /** Returns the discount for an appointment that is not booked yet, at the shop's prices. */
    async check(tx: Transaction, actor: Actor, input: PromotionCheck) {
      const subTotal = await priceOf(deps, tx, actor, input)
      const choice: Choice =
        input.code === undefined ? { promotion_id: input.promotion_id ?? 0 } : { code: input.code }
      const found = await requirePromotion(tx, actor, null, { choice, subTotal })
      const { id, name, description } = found
      return { promotion: { id, name, description, discount: discountOf(subTotal, found) } }
    },

    /** Applies a code or a listed promotion. Returns the updated order. */
    async apply(tx: Transaction, actor: Actor, orderId: number, choice: Choice) {
      await lifecycle.promote(tx, actor, orderId, async (head) => {
        const found = await requirePromotion(tx, actor, orderId, { choice, subTotal: head.pre_tax_sub_total })
        await promotions.apply(tx, actor, orderId, found.id)
      })
      const body: Order = await orders.show(tx, actor, orderId)
      return { body }
    },
  }
}
export type PromotionsService = ReturnType<typeof promotionsService>

/** Returns why the promotion cannot be applied to this subtotal; null if it can. */
function refusalOf(promotion: FoundPromotion, subTotal: string) {
  if (promotion.has_ended) return 'promotion_expired'
  if (promotion.is_used) return 'promotion_used'
  return Number(subTotal) < Number(promotion.minimum) ? 'promotion_minimum' : null
}

/** Returns the price of an appointment's services before tax, calculated as in the booking. */
async function priceOf(
  { vehicles, services, schedule }: PromotionsDeps,
  tx: Transaction,
  actor: Actor,
  { vehicle_id, shop_id, order_services }: PromotionCheck,
): Promise<string> {
  const vehicle = await vehicles.show(tx, actor, vehicle_id)
  const shop = await schedule.findShop(tx, actor, shop_id)
  const prices = await services.prices(tx, {
    shopId: shop.id,
    vehicleType: vehicle.vehicle_type_id,
    serviceIds: order_services.map((line) => line.service_definition_id),
  })
  return sumOf(order_services.map((line) => prices.get(line.service_definition_id)?.price ?? '0.00'))
}
