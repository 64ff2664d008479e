import { useStatusLabel } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { Stat, Stats } from '../dashboard/Stats.tsx'
import { toActiveOrders } from '../dashboard/services-links.ts'
import type { OrderCounts } from '../dashboard/useOrderCounts.ts'

const SHOWN = ['initiated', 'awaiting_approval', 'approved'] as const

/** Open orders by status, each the way to the services index narrowed to it (DSH-017, DSH-020). */
export function OrderStats({ orders }: { orders: OrderCounts | undefined }) {
  const labelOf = useStatusLabel()
  return (
    <Stats>
      {SHOWN.map((status) => (
        <Stat
          key={status}
          {...toActiveOrders(status)}
          label={labelOf(status)}
          value={orders && (orders.byStatus[status] ?? 0)}
        />
      ))}
    </Stats>
  )
}
