import { OPEN_STATUSES } from '#domain/orders/order-rules.ts'
import { useStatusLabel } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stat, Stats } from '../dashboard/Stats.tsx'
import { toActiveOrders } from '../dashboard/services-links.ts'
import type { OrderCounts } from '../dashboard/useOrderCounts.ts'

/** Shown in any case (DSH-017); the others where there are some, so that the numbers add up to all active orders. */
const ALWAYS: readonly string[] = ['initiated', 'awaiting_approval', 'approved']

/** Open orders by status, each the way to the services index narrowed to it (DSH-017, DSH-020). */
export function OrderStats({ orders }: { orders: OrderCounts | undefined }) {
  const t = useTexts('maintenances')
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
    </Stats>
  )
}
