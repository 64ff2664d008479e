import Download from '@mui/icons-material/DownloadOutlined'
import { useQuery } from '@tanstack/react-query'
import { downloadByTicket } from '#src/api/download-by-ticket.ts'
import { subscriptionsQuery } from '#src/features/money/transactions/subscriptions.queries.ts'
import {
  type TransactionsFilter,
  toRangeInput,
  transactionsQuery,
} from '#src/features/money/transactions/transactions.queries.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'

/** Downloads all pages of the lists, one CSV file per list, in the user's language (TRX-008, TRX-019, TRX-021). */
export function DownloadTransactions({ filter }: { filter: TransactionsFilter | null }) {
  const t = useTexts('transactions')
  const { language } = useFormat()
  const isOnline = useOnline()
  const isPhone = useIsPhone()
  const { data } = useQuery(transactionsQuery(filter, 1))
  const { data: subscriptions } = useQuery(subscriptionsQuery(filter, 1))
  const hasPayments = filter !== null && (data?.total_count ?? 0) > 0
  const hasSubscriptions = filter !== null && (subscriptions?.total_count ?? 0) > 0
  const download = async () => {
    if (!filter) return
    const query = Object.fromEntries(
      Object.entries(toRangeInput(filter)).map(([name, value]) => [name, String(value)]),
    )
    if (hasPayments) await downloadByTicket('/payment_activities.csv', { ...query, language })
    if (hasSubscriptions) await downloadByTicket('/subscription_activities.csv', { ...query, language })
  }
  return (
    <ActionButton
      isIconOnly={isPhone}
      startIcon={<Download />}
      disabledReason={
        (!hasPayments && !hasSubscriptions && t('transactions:download.nothing')) ||
        (!isOnline && t('transactions:download.offline'))
      }
      onClick={() => void download()}
    >
      {t('transactions:download.label')}
    </ActionButton>
  )
}
