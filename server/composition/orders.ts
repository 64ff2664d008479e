import { approvalsQueue } from '#server/modules/orders/approvals/approvals-queue.ts'
import { sendPendingNotices } from '#server/modules/orders/notices/send-pending-notices.ts'
import { orderListsRepository } from '#server/modules/orders/orders/lists/order-lists.repository.ts'
import { ordersCsv } from '#server/modules/orders/orders/lists/orders.csv.ts'
import { pastServicesRepository } from '#server/modules/orders/orders/lists/past-services.repository.ts'
import { authenticateShop } from '#server/modules/orders/shop-links/shop-links.service.ts'
import type { Core } from './core.ts'

/** Composes shop orders: notices and the shop's own page. */
export function composeOrders(core: Core) {
  const { db, now: clock, ports, log, unsubscribe } = core
  const noticing = { db, clock, ports, log, unsubscribeSecret: unsubscribe.secret }
  return {
    approvalsQueue: approvalsQueue({ db }),
    ordersFile: ordersCsv(db, orderListsRepository, pastServicesRepository),
    orderNotices: { sendPending: () => sendPendingNotices(noticing) },
    shopLinks: {
      authenticate: (token: string, orderId: number) => authenticateShop({ db, clock }, token, orderId),
    },
  }
}
