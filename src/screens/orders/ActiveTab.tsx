import EventNote from '@mui/icons-material/EventNoteOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useLocation, useSearch } from '@tanstack/react-router'
import { todayHere } from '#contract/core/days.ts'
import { OPEN_STATUSES } from '#contract/orders/order-rules.ts'
import { ActiveList } from '#src/features/orders/orders/ActiveList.tsx'
import { isKnownStatus, useStatusLabel } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { nextThreeMonths } from '#src/features/orders/orders/order-rows.ts'
import { ordersKey } from '#src/features/orders/orders/orders.queries.ts'
import { useActiveOrders } from '#src/features/orders/orders/useActiveOrders.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useReloadAfterSending } from '#src/session/useReloadAfterSending.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import type {} from './navigation-state.ts'
import { RangeFilters } from './RangeFilters.tsx'
import { useTabFilters } from './useTabFilters.ts'

/** Open orders, today to three months forward at first (SVC-011); narrowed to a status where one is asked for (SVC-004). */
export function ActiveTab({ firstStatus }: { firstStatus: string | undefined }) {
  const t = useTexts('orders', 'services')
  const labelOf = useStatusLabel()
  const { startingDate } = useLocation().state
  const { status: chosen } = useSearch({ strict: false })
  const standard = nextThreeMonths(todayHere())
  const { typed, range, isReversed, change } = useTabFilters({
    ...standard,
    ...(startingDate && { from: startingDate }),
  })
  const wanted = chosen ?? firstStatus ?? ''
  const status = isKnownStatus(wanted) ? wanted : undefined
  const orders = useActiveOrders({ ...range, search: typed.q, status })
  useReloadAfterSending(ordersKey())
  const { rows } = orders
  return (
    <Stack sx={{ gap: 1.5 }}>
      <RangeFilters query={typed.q} from={typed.from} to={typed.to} isReversed={isReversed} onChange={change}>
        <SelectInput
          isFilter
          label={t('orders:filter.label')}
          value={status ?? ''}
          empty={t('orders:filter.all')}
          options={OPEN_STATUSES.filter((one) => one !== 'initiated_by_user').map((one) => ({
            value: one,
            label: labelOf(one),
          }))}
          // A word for all: an empty one would be what the tab opens with.
          onChange={(next) => change({ status: next || 'all' })}
        />
      </RangeFilters>
      {!rows && <SkeletonList rows={6} rowHeight={132} />}
      {rows?.length === 0 && (
        <EmptyState
          icon={<EventNote />}
          title={t('orders:noOrdersInFleet')}
          message={t('orders:active.empty')}
        />
      )}
      {rows && rows.length > 0 && <ActiveList rows={rows} />}
      {orders.hasMore && (
        <Button
          variant="outlined"
          loading={orders.isLoadingMore}
          onClick={orders.showMore}
          sx={{ alignSelf: 'center' }}
        >
          {t('orders:more')}
        </Button>
      )}
    </Stack>
  )
}
