import History from '@mui/icons-material/HistoryOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { todayHere } from '#contract/core/days.ts'
import { PastList } from '#src/features/maintenance/history/PastList.tsx'
import { findPast, lastThreeMonths } from '#src/features/maintenance/history/past-rows.ts'
import { usePastHistory } from '#src/features/maintenance/history/usePastHistory.ts'
import { OrderStatusChip } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { ordersKey, pastOrdersQuery } from '#src/features/orders/orders/orders.queries.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLoaded } from '#src/session/useLoaded.ts'
import { useReloadAfterSending } from '#src/session/useReloadAfterSending.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import type {} from './navigation-state.ts'
import { RangeFilters } from './RangeFilters.tsx'
import { useTabFilters } from './useTabFilters.ts'

const statusOf = (status: string) => <OrderStatusChip status={status} />

/** What was done: manual entries and past orders, the last three months at first (doc2 §9). */
export function PastTab() {
  const t = useTexts('services', 'orders')
  const { dayOf } = useFormat()
  // Orders go by the fleet's calendar, entries by that of whoever typed them: neither's today is left out.
  const [, today = ''] = [todayHere(), dayOf(Date.now())].sort()
  const { startingDate } = useLocation().state
  const { typed, range, isReversed, change } = useTabFilters({
    ...lastThreeMonths(today),
    ...(startingDate && { from: startingDate }),
  })
  const pages = useInfiniteQuery(pastOrdersQuery(range.from, range.to))
  useReloadAfterSending(ordersKey())
  const { data } = pages
  const more = useMemo(
    () =>
      data && {
        orders: data.pages.flatMap((page) => page.orders),
        manual: data.pages.flatMap((page) => page.manual_maintenance_histories),
      },
    [data],
  )
  const rows = useLoaded(usePastHistory(range, more))
  const found = rows && findPast(rows, typed.q)
  return (
    <Stack sx={{ gap: 1.5 }}>
      <RangeFilters
        query={typed.q}
        from={typed.from}
        to={typed.to}
        isReversed={isReversed}
        onChange={change}
      />
      {!found && <SkeletonList rows={6} rowHeight={104} />}
      {found?.length === 0 && (
        <EmptyState
          icon={<History />}
          title={t('services:past.empty.title')}
          message={t('services:past.empty.message')}
        />
      )}
      {found && found.length > 0 && <PastList rows={found} statusOf={statusOf} />}
      {pages.hasNextPage && (
        <Button
          variant="outlined"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
          sx={{ alignSelf: 'center' }}
        >
          {t('orders:more')}
        </Button>
      )}
    </Stack>
  )
}
