import type * as z from 'zod/mini'
import type { ConfirmFields } from '#contract/orders/shop-actions.ts'
import type { ShopActor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import type { ScheduleService } from '#server/modules/catalog/shops/schedule.service.ts'
import type { OrderLifecycleService } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { Problem } from '#server/problem.ts'
import { requireShopOrder } from './shop-lines.ts'

interface Deps {
  lifecycle: OrderLifecycleService
  schedule: ScheduleService
}

/** The appointment of an order, as its shop handles it. */
export function shopAppointments({ lifecycle, schedule }: Deps) {
  return {
    /** Lists free times of the shop on one day. 404 if the order has no shop of the network. */
    async times(tx: Transaction, shop: ShopActor, date: string | undefined) {
      const { shop_id } = (await requireShopOrder(tx, shop)).context
      if (shop_id === null) throw new Problem('not_found')
      return schedule.timesOf(tx, await schedule.shopOf(tx, shop_id), date, 1)
    },

    /** Confirms the appointment, at the requested time or at another free time of the shop. 409 `slot_taken`. */
    async confirm(tx: Transaction, shop: ShopActor, input: z.infer<typeof ConfirmFields>): Promise<void> {
      const of = { fleetId: shop.fleet.id, id: shop.orderId }
      const { shop_id, status, appointment_datetime } = await lifecycle.lockForShop(tx, of, 'reschedule')
      const at = new Date(input.appointment_datetime ?? appointment_datetime)
      if (at.getTime() !== Date.parse(appointment_datetime)) {
        if (shop_id === null) throw new Problem('not_found')
        await schedule.reserve(tx, await schedule.shopOf(tx, shop_id), at)
        await lifecycle.reschedule(tx, of, at)
      }
      // The current time is not a new one: it is already reserved, and no change notice is sent.
      else if (input.appointment_datetime === undefined || status !== 'active')
        await lifecycle.confirm(tx, of)
    },
  }
}
