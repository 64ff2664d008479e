import Autorenew from '@mui/icons-material/AutorenewOutlined'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { SubscriptionActivity } from '#contract/money/subscriptions.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import type { ReportLook } from './report/ReportGrid.tsx'
import { reportColumns } from './report/report-columns.ts'
import { SubscriptionCards } from './SubscriptionCards.tsx'
import { SubscriptionGrid } from './SubscriptionGrid.tsx'
import { subscriptionsQuery } from './subscriptions.queries.ts'
import { TransactionStates } from './TransactionStates.tsx'
import type { TransactionsFilter } from './transactions.queries.ts'
import { useMoneyFormat } from './useMoneyFormat.ts'

interface SubscriptionsSectionProps extends ReportLook {
  /** Null while the dates are invalid. */
  filter: TransactionsFilter | null
  page: number
  onPage: (page: number) => void
}

/** Subscription months that begin in the range, newest first (TRX-015). */
export function SubscriptionsSection({ filter, page, onPage, fits, density }: SubscriptionsSectionProps) {
  const t = useTexts('transactions')
  const isDesktop = useIsDesktop()
  const { number } = useFormat()
  const moneyOf = useMoneyFormat()
  const query = useQuery(subscriptionsQuery(filter, page))
  const { data, isPlaceholderData } = query
  const [opened, setOpened] = useState<SubscriptionActivity>()
  const open = useCallback((activity: SubscriptionActivity) => setOpened(activity), [])
  const rows = data && {
    rows: data.subscription_activities,
    total: data.total_count,
    page,
    onPage,
    onOpen: open,
    isLoading: isPlaceholderData,
  }
  const amounts = data?.totals.map(({ amount, currency }) => moneyOf(amount, currency)).join(' · ')
  const paid = data?.totals.map((total) => moneyOf(total.paid, total.currency)).join(' · ')
  return (
    <Section
      title={t('transactions:subscriptions.title')}
      flush={isDesktop}
      actions={
        data &&
        data.total_count > 0 && (
          <Typography role="status" sx={{ py: 1 }}>
            {t('transactions:subscriptions.count', {
              count: data.total_count,
              number: number(data.total_count),
            })}
            {' · '}
            <strong>{t('transactions:total', { amounts })}</strong>
            {' · '}
            {t('transactions:subscriptions.paid', { amounts: paid })}
          </Typography>
        )
      }
    >
      <TransactionStates
        filter={filter}
        query={query}
        empty={
          <EmptyState
            icon={<Autorenew />}
            title={t('transactions:subscriptions.empty')}
            message={t('transactions:subscriptions.emptyMessage')}
          />
        }
      >
        {rows &&
          (isDesktop ? (
            <SubscriptionGrid {...rows} fits={fits} density={density} />
          ) : (
            <SubscriptionCards {...rows} />
          ))}
      </TransactionStates>
      {opened && <MethodDialog activity={opened} onClose={() => setOpened(undefined)} />}
    </Section>
  )
}

/** The payment method of a month (TRX-016). */
function MethodDialog({ activity, onClose }: { activity: SubscriptionActivity; onClose: () => void }) {
  const t = useTexts('transactions', 'reports')
  const { date } = useFormat()
  const moneyOf = useMoneyFormat()
  return (
    <ResponsiveDialog
      open
      width="xs"
      title={t('transactions:subscriptions.methodTitle')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common:action.close')}</Button>}
    >
      <Facts
        facts={[
          { label: t(reportColumns.payment_method), value: activity.method_of_payment },
          { label: t(reportColumns.fleet_name), value: activity.fleet_name },
          { label: t(reportColumns.subscriptions), value: date(activity.subscription) },
          { label: t(reportColumns.amount), value: moneyOf(activity.amount, activity.currency) },
          {
            label: t('transactions:subscriptions.status'),
            value: t(`transactions:subscriptionStatus.${activity.status}`),
          },
        ]}
      />
    </ResponsiveDialog>
  )
}
