import type { Promotion, PromotionCheck } from '#contract/orders/promotions.ts'
import { dayIn } from '#domain/core/days.ts'
import { PROMOTION_TRIES } from '#domain/core/limits.ts'
import { isOpen } from '#domain/orders/order-rules.ts'
import { discountOf, sumOf } from '#domain/orders/prices.ts'
import type { Actor } from '#server/actor.ts'
import type { Database } from '#server/db/database.ts'
import { promoteOrder } from '#server/modules/orders/orders/lifecycle/order-edits.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { countOnly, limitAttempts } from '../../access/session/attempts.ts'
import { readPrices } from '../../catalog/services/prices.reads.ts'
import { findBookableShop } from '../../catalog/shops/free-times.service.ts'
import { getVehicle } from '../../vehicles/vehicles/vehicles.service.ts'
import { showOrder } from '../orders/show-order.service.ts'
import { type FoundPromotion, promotionsRepository as promotions } from './promotions.repository.ts'

const WINDOW_SECONDS = 900

type Reading = Pick<UseCase, 'tx' | 'actor' | 'clock'>
interface WantedPromotion {
  choice: Choice
  /** Total of the services before tax. */
  subTotal: string
}
type Choice = { code: string } | { promotion_id: number }

// Promotions that a fleet can use, and their discount on an order (SHP-017 to SHP-028).

/** Lists the promotions that can be applied to the order; without an order, those for a new one. */
export async function listPromotions(
  { tx, actor, clock }: Reading,
  orderId?: number,
): Promise<{ promotions: Promotion[] }> {
  const order = orderId === undefined ? null : await showOrder({ tx, actor }, orderId)
  if (order && !isOpen(order.status)) return { promotions: [] }
  const wanted = { id: orderId ?? null, subTotal: order?.pre_tax_sub_total ?? null }
  const found = await promotions.applicable(tx, actor, todayOf(actor, clock), wanted)
  return {
    promotions: found.map((one) => ({
      id: one.id,
      name: one.name,
      description: one.description,
      discount: order && discountOf(order.pre_tax_sub_total, one),
    })),
  }
}

/**
 * Reads a code that a user entered. Limits attempts before, outside the transaction, because codes can be guessed. Only
 * unknown codes count.
 */
export async function tryCode<T>(db: Database, actor: Actor, read: () => Promise<T>): Promise<T> {
  const bucket = `promotion-code:${actor.userId}`
  const forgive = await limitAttempts(db, bucket, PROMOTION_TRIES, WINDOW_SECONDS)
  return countOnly('promotion_unknown', forgive, read)
}

/** Returns the discount for an appointment that is not booked yet, at the shop's prices. */
export async function checkPromotion({ tx, actor, clock }: Reading, input: PromotionCheck) {
  const subTotal = await priceOf({ tx, actor, clock }, input)
  const choice: Choice =
    input.code === undefined ? { promotion_id: input.promotion_id ?? 0 } : { code: input.code }
  const found = await requirePromotion({ tx, actor, clock }, null, { choice, subTotal })
  const { id, name, description } = found
  return { promotion: { id, name, description, discount: discountOf(subTotal, found) } }
}

/** Applies a code or a listed promotion. Returns the updated order. */
export async function applyPromotion({ tx, actor, clock }: Reading, orderId: number, choice: Choice) {
  await promoteOrder(tx, actor, orderId, async (head) => {
    const wanted = { choice, subTotal: head.pre_tax_sub_total }
    const found = await requirePromotion({ tx, actor, clock }, orderId, wanted)
    await promotions.apply(tx, actor, orderId, found.id)
  })
  return { body: await showOrder({ tx, actor }, orderId) }
}

/** Returns the chosen promotion, or throws if it cannot be applied to this subtotal. */
async function requirePromotion(
  { tx, actor, clock }: Reading,
  orderId: number | null,
  { choice, subTotal }: WantedPromotion,
): Promise<FoundPromotion> {
  const today = todayOf(actor, clock)
  const found =
    'code' in choice
      ? await promotions.byCode(tx, actor, today, orderId, choice.code)
      : await promotions.listedById(tx, actor, today, orderId, choice.promotion_id)
  const problem = found ? rejectionOf(found, subTotal) : 'promotion_unknown'
  if (!found || problem) throw new Problem(problem ?? 'promotion_unknown')
  return found
}

const todayOf = (actor: Actor, clock: () => Date) => dayIn(actor.fleet.timeZone, clock())

/** Returns why the promotion cannot be applied to this subtotal; null if it can. */
function rejectionOf(promotion: FoundPromotion, subTotal: string) {
  if (promotion.has_ended) return 'promotion_expired'
  if (promotion.is_used) return 'promotion_used'
  return Number(subTotal) < Number(promotion.minimum) ? 'promotion_minimum' : null
}

/** Returns the price of an appointment's services before tax, calculated as in the booking. */
async function priceOf(
  { tx, actor, clock }: Reading,
  { vehicle_id, shop_id, order_services }: PromotionCheck,
): Promise<string> {
  const vehicle = await getVehicle(tx, actor, vehicle_id)
  const shop = await findBookableShop({ tx, actor, clock }, shop_id)
  const prices = await readPrices(tx, {
    shopId: shop.id,
    vehicleType: vehicle.vehicle_type_id,
    serviceIds: order_services.map((line) => line.service_definition_id),
  })
  return sumOf(order_services.map((line) => prices.get(line.service_definition_id)?.price ?? '0.00'))
}
