import { OPEN_STATUSES } from '#domain/orders/order-rules.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'

/** Open orders stored on this device. */
export const useLocalOpenOrders = () =>
  useLocalRows(['orders', 'open'], (cache) => cache.ordersIn(OPEN_STATUSES))
