import { sendPendingNotices } from '#server/modules/orders/notices/send-pending-notices.ts'
import type { Core } from './core.ts'

/** Composes the notices of shop orders. The other use cases of orders are functions. */
export function composeOrders(core: Core) {
  const { db, now: clock, ports, log, unsubscribe } = core
  const noticing = { db, clock, ports, log, unsubscribeSecret: unsubscribe.secret }
  return { orderNotices: { sendPending: () => sendPendingNotices(noticing) } }
}
