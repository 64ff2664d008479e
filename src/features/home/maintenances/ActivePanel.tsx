import Build from '@mui/icons-material/BuildOutlined'
import { OrderStatusChip } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { ShopStay } from '#src/features/orders/orders/ShopStay.tsx'
import { useRowTime } from '#src/features/orders/orders/useAppointmentText.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { InlineFacts } from '#src/ui/layout/InlineFacts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import type { OrderCounts } from '../dashboard/order-counts.ts'
import { RowLink } from '../dashboard/RowLink.tsx'
import { CancelNotice } from './ActiveOrdersSummary.tsx'
import { OrderStats } from './OrderStats.tsx'
import { useActiveVehicles } from './useActiveVehicles.ts'

const shownCount = 5

interface ActivePanelProps {
  orders: OrderCounts | undefined
  /** Shows the stat tiles and the order notice, because no grid of orders is next to it. */
  isAlone: boolean
}

/** Vehicles with an active order, soonest first (DSH-027). */
export function ActivePanel({ orders, isAlone }: ActivePanelProps) {
  const t = useTexts('maintenances')
  const format = useFormat()
  const when = useRowTime()
  const { rows, count, ...list } = useActiveVehicles()
  return (
    <Section
      title={t('maintenances:active.title')}
      flush
      actions={
        count !== undefined &&
        count > shownCount && (
          // Without a sort order in the URL, the user's default view would open.
          <LinkButton to="/active_maintenances" search={{ sort: 'date' }} size="small">
            {t('maintenances:active.all', { number: format.number(count) })}
          </LinkButton>
        )
      }
    >
      {isAlone && <OrderStats orders={orders} />}
      <ListStates
        {...list}
        failure={rows ? undefined : list.failure}
        total={rows?.length}
        rows={shownCount}
        rowHeight={76}
        empty={
          <EmptyState
            icon={<Build />}
            title={t('maintenances:active.empty')}
            message={t('maintenances:active.emptyMessage')}
          />
        }
      >
        {rows?.slice(0, shownCount).map((row) => (
          <RowLink
            key={row.id}
            to="/vehicles/$vehicleId"
            params={{ vehicleId: String(row.vehicleId) }}
            title={row.vehicle}
            detail={
              <>
                <Typography noWrap variant="body2" title={row.shop}>
                  {row.shop}
                </Typography>
                <Typography variant="body2">
                  <ShopStay order={row} />
                </Typography>
                <InlineFacts facts={[when(row), row.drivers[0] ?? null]} />
              </>
            }
            end={<OrderStatusChip status={row.status} />}
          />
        ))}
      </ListStates>
      {isAlone && <CancelNotice />}
    </Section>
  )
}
