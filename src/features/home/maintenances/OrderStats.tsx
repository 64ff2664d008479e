import { OPEN_STATUSES } from '#domain/orders/order-rules.ts'
import { useStatusLabel } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stat, Stats } from '#src/ui/layout/Stats.tsx'
import type { OrderCounts } from '../dashboard/order-counts.ts'
import { toActiveOrders, toLateOrders } from '../dashboard/services-links.ts'

/** Always shown (DSH-017). Other statuses appear only if they occur, so that the numbers add up. */
const ALWAYS: readonly string[] = ['initiated', 'awaiting_approval', 'approved']

/** Open orders by status, and the late ones, each linked to the filtered services index (DSH-017, DSH-020, DSH-044). */
export function OrderStats({ orders }: { orders: OrderCounts | undefined }) {
  const t = useTexts('maintenances', 'orders')
  const labelOf = useStatusLabel()
  return (
    <Stats caption={t('maintenances:orders.caption')}>
      {OPEN_STATUSES.filter((status) => ALWAYS.includes(status) || orders?.byStatus[status]).map((status) => (
        <Stat
          key={status}
          {...toActiveOrders(status)}
          label={labelOf(status)}
          value={orders && (orders.byStatus[status] ?? 0)}
        />
      ))}
      <Stat {...toLateOrders()} label={t('orders:stay.filter.late')} value={orders?.late} isUrgent />
    </Stats>
  )
}
