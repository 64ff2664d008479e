import { stayOf } from '#domain/orders/shop-stay-rules.ts'

export interface OrderCounts {
  /** Open orders. */
  all: number
  /** Open orders with an appointment today. */
  today: number
  /** By status (DSH-017). */
  byStatus: Readonly<Record<string, number>>
  /** Those whose vehicle is late at the shop; undefined until the local copies are complete. */
  late: number | undefined
}

interface ServerCounts {
  total_count: number
  today: { day: string; count: number }
  counts: Readonly<Record<string, number>>
}

/** Local copies of all open orders, and a day in the fleet's time zone. */
interface LocalOrders {
  orders: readonly { status: string; appointment_datetime: string }[] | undefined
  today: string
  now: number
  dayOf: (instant: string | number) => string
}

/**
 * Returns the server's counts of open orders, or counts of the local copies until they arrive. The server's count of
 * another day is replaced by that of the local copies. Undefined if neither is available.
 */
export function orderCounts(server: ServerCounts | undefined, local: LocalOrders): OrderCounts | undefined {
  const counted = countLocal(local)
  if (!server) return counted
  const { total_count: all, counts: byStatus } = server
  const isOfToday = server.today.day === local.today
  return {
    all,
    today: (isOfToday ? undefined : counted?.today) ?? server.today.count,
    byStatus,
    late: counted?.late,
  }
}

function countLocal({ orders, today, now, dayOf }: LocalOrders): OrderCounts | undefined {
  if (!orders) return undefined
  const byStatus: Record<string, number> = {}
  for (const { status } of orders) byStatus[status] = (byStatus[status] ?? 0) + 1
  const ofToday = orders.filter((order) => dayOf(order.appointment_datetime) === today)
  const late = orders.filter((order) => {
    const stay = stayOf(order, now, dayOf)
    return stay.kind === 'atShop' && stay.isLate
  })
  return { all: orders.length, today: ofToday.length, byStatus, late: late.length }
}
