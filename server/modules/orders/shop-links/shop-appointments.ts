import type * as z from 'zod/mini'
import type { ConfirmFields } from '#contract/orders/shop-actions.ts'
import type { ShopActor } from '#server/actor.ts'
import {
  getBookableShop,
  readFreeTimes,
  reserveTime,
} from '#server/modules/catalog/shops/free-times.service.ts'
import { lockOrder, transitionOrder } from '#server/modules/orders/orders/lifecycle/order-transitions.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { requireShopOrder } from './shop-lines.ts'

/** Lists free times of the shop on one day. 404 if the order has no shop of the network. */
export async function listTimesOfShop(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  shop: ShopActor,
  date: string | undefined,
) {
  const { shop_id } = (await requireShopOrder(tx, shop)).context
  if (shop_id === null) throw new Problem('not_found')
  return readFreeTimes({ tx, clock }, await getBookableShop({ tx, clock }, shop_id), date, 1)
}

/** Confirms the appointment, at the requested time or at another free time of the shop. 409 `slot_taken`. */
export async function confirmShopTime(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  shop: ShopActor,
  input: z.infer<typeof ConfirmFields>,
): Promise<void> {
  const orderKey = { fleetId: shop.fleet.id, id: shop.orderId }
  const { shop_id, status, appointment_datetime } = await lockOrder(tx, orderKey, 'reschedule', {
    shop: true,
  })
  const at = new Date(input.appointment_datetime ?? appointment_datetime)
  if (at.getTime() !== Date.parse(appointment_datetime)) {
    if (shop_id === null) throw new Problem('not_found')
    await reserveTime({ tx, clock }, await getBookableShop({ tx, clock }, shop_id), at)
    await transitionOrder(tx, orderKey, 'reschedule', { shop: true }, { appointment_datetime: at })
  }
  // The current time is not a new one: it is already reserved, and no change notice is sent.
  else if (input.appointment_datetime === undefined || status !== 'active')
    await transitionOrder(tx, orderKey, 'confirm', { shop: true })
}
