import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ReviewItem } from '#contract/money/payment-review.ts'
import type { Density } from '#domain/home/saved-view-rules.ts'
import { fleetQuery } from '#src/features/access/fleet/fleet.queries.ts'
import { useSettingsTabs } from '#src/features/access/settings/useSettingsTabs.ts'
import { ManualReviewList } from '#src/features/money/payments/ManualReviewList.tsx'
import { PaymentsSection } from '#src/features/money/transactions/PaymentsSection.tsx'
import { SubscriptionsSection } from '#src/features/money/transactions/SubscriptionsSection.tsx'
import { subscriptionsQuery } from '#src/features/money/transactions/subscriptions.queries.ts'
import {
  type TransactionsFilter,
  transactionsQuery,
} from '#src/features/money/transactions/transactions.queries.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { DownloadTransactions } from './DownloadTransactions.tsx'
import { REVIEW_ID, ReviewNotice } from './ReviewNotice.tsx'
import { TransactionsFilters } from './TransactionsFilters.tsx'
import { useTransactionsView } from './useTransactionsView.ts'

const FailedMonth = lazyComponent(() =>
  import('#src/features/money/subscriptions/FailedMonths.tsx').then((module) => module.FailedMonth),
)

interface TransactionsFrameProps {
  title: string
  /** Renders the fleet picker of management companies. */
  picker?: (fleetId: number | null, onChange: (fleetId: number | null) => void) => ReactNode
  /** Lists all fleets of a management company instead of the session's fleet. */
  allFleets?: boolean
  /** The menu of saved views. */
  views?: ReactNode
  /** Height of the rows, of a saved view. */
  density?: Density | undefined
  /** Additional lists below the others. */
  children?: ReactNode
}

/** Payments of a fleet, or of all fleets of a management company, in a date range. */
export function TransactionsFrame(props: TransactionsFrameProps) {
  const { title, picker, allFleets = false, views, density, children } = props
  const { can, fleet } = useSession()
  const mayReview = can('payments.review')
  const { view, range, filter, change, narrow } = useTransactionsView(allFleets ? null : fleet.id)
  const isListed = useHasAny(filter)
  const isRetriedHere = useHasNoPaymentsTab() && !allFleets
  return (
    <Page title={title} actions={<DownloadTransactions filter={filter} />}>
      <Stack sx={{ gap: 2 }}>
        {mayReview && <ReviewNotice allFleets={allFleets} />}
        <TransactionsFilters
          view={view}
          range={range}
          onNarrow={narrow}
          onFits={isListed ? (fits) => change({ fits }) : undefined}
          picker={picker?.(view.fleetId, (fleetId) => narrow({ fleetId }))}
        />
        {views}
        <PaymentsSection
          filter={filter}
          hasFleetPicker={allFleets}
          page={view.page}
          onPage={(page) => change({ page })}
          fits={view.fits}
          density={density}
        />
        <SubscriptionsSection
          filter={filter}
          page={view.subscriptionsPage}
          onPage={(subscriptionsPage) => change({ subscriptionsPage })}
          fits={view.fits}
          density={density}
        />
        {children}
        {mayReview && (
          <Box id={REVIEW_ID} tabIndex={-1} sx={{ scrollMarginTop: 80, outline: 'none' }}>
            <ManualReviewList allFleets={allFleets} failedMonth={isRetriedHere ? failedMonth : undefined} />
          </Box>
        )}
      </Stack>
    </Page>
  )
}

const failedMonth = (item: ReviewItem, month: string) => <FailedMonth item={item} month={month} />

/** Returns whether the settings have no tab with the unpaid months of the fleet (TRX-027). */
function useHasNoPaymentsTab(): boolean {
  const { data: fleet } = useQuery(fleetQuery())
  const tabs = useSettingsTabs()
  return fleet !== undefined && !tabs.includes('payments')
}

/** Returns whether the range has a payment or a subscription month. */
function useHasAny(filter: TransactionsFilter | null): boolean {
  const payments = useQuery(transactionsQuery(filter, 1)).data
  const subscriptions = useQuery(subscriptionsQuery(filter, 1)).data
  return filter !== null && ((payments?.total_count ?? 0) > 0 || (subscriptions?.total_count ?? 0) > 0)
}
