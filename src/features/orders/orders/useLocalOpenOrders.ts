import { OPEN_STATUSES } from '#domain/orders/order-rules.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'

/** Open orders on this device: a handful among years of orders. */
export const useLocalOpenOrders = () =>
  useLocalRows(['orders', 'open'], (cache) => cache.ordersIn(OPEN_STATUSES))
