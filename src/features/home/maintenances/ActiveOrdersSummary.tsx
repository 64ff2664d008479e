import EventNote from '@mui/icons-material/EventNoteOutlined'
import { ActiveList } from '#src/features/orders/orders/ActiveList.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import type { OrderCounts } from '../dashboard/order-counts.ts'
import { toActiveOrders } from '../dashboard/services-links.ts'
import { OrderStats } from './OrderStats.tsx'
import { useOpenRows } from './useOpenRows.ts'

const shownCount = 6

/** Active orders as a grid with stat tiles (DSH-015). */
export function ActiveOrdersSummary({ orders }: { orders: OrderCounts | undefined }) {
  const t = useTexts('maintenances', 'orders')
  const { number } = useFormat()
  const { rows, ...list } = useOpenRows()
  return (
    <Section
      title={t('maintenances:orders.title')}
      flush
      actions={
        orders &&
        orders.all > shownCount && (
          <LinkButton {...toActiveOrders()} size="small">
            {t('maintenances:orders.all', { number: number(orders.all) })}
          </LinkButton>
        )
      }
    >
      <OrderStats orders={orders} />
      <ListStates
        {...list}
        total={rows?.length}
        rows={shownCount}
        rowHeight={42}
        empty={<EmptyState icon={<EventNote />} title={t('orders:noOrdersInFleet')} />}
      >
        {rows && <ActiveList rows={rows.slice(0, shownCount)} />}
      </ListStates>
      <CancelNotice />
    </Section>
  )
}

/** DSH-031 */
export function CancelNotice() {
  const t = useTexts('orders')
  return (
    <Typography variant="body2" sx={{ px: 2, py: 1.5, color: 'text.secondary' }}>
      {t('orders:cancel.notice')}
    </Typography>
  )
}
