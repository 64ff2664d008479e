import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import type { ReportLook } from './report/ReportGrid.tsx'
import { TransactionCards } from './TransactionCards.tsx'
import { TransactionDialog } from './TransactionDialog.tsx'
import { TransactionGrid } from './TransactionGrid.tsx'
import { TransactionStates } from './TransactionStates.tsx'
import { type TransactionsFilter, transactionsQuery } from './transactions.queries.ts'
import { useMoneyFormat } from './useMoneyFormat.ts'

interface PaymentsSectionProps extends ReportLook {
  /** Null while the dates are invalid. */
  filter: TransactionsFilter | null
  page: number
  onPage: (page: number) => void
  /** Whether the user can choose another fleet. */
  hasFleetPicker: boolean
}

/** Order payments, newest first, with the totals of the whole range. */
export function PaymentsSection(props: PaymentsSectionProps) {
  const { filter, page, onPage, hasFleetPicker, fits, density } = props
  const t = useTexts('transactions')
  const isDesktop = useIsDesktop()
  const query = useQuery(transactionsQuery(filter, page))
  const { data, isPlaceholderData } = query
  const [openedId, setOpened] = useState<number>()
  const open = useCallback((id: number) => setOpened(id), [])
  const rows = data && {
    rows: data.payment_activities,
    total: data.total_count,
    page,
    onPage,
    onOpen: open,
    isLoading: isPlaceholderData,
  }
  return (
    <Section
      title={t('transactions:payments.title')}
      flush={isDesktop}
      actions={data && data.total_count > 0 && <Totals totals={data.totals} count={data.total_count} />}
    >
      <TransactionStates
        filter={filter}
        query={query}
        empty={<NoPayments isOfOneFleet={hasFleetPicker && filter?.fleetId != null} />}
      >
        {rows &&
          (isDesktop ? (
            <TransactionGrid {...rows} fits={fits} density={density} />
          ) : (
            <TransactionCards {...rows} />
          ))}
      </TransactionStates>
      {openedId !== undefined && <TransactionDialog id={openedId} onClose={() => setOpened(undefined)} />}
    </Section>
  )
}

interface TotalsProps {
  totals: { currency: 'USD' | 'CAD'; amount: string }[]
  count: number
}

/** One total per currency: US and Canadian dollars do not add up. */
function Totals({ totals, count }: TotalsProps) {
  const t = useTexts('transactions')
  const { number } = useFormat()
  const moneyOf = useMoneyFormat()
  const amounts = totals.map(({ amount, currency }) => moneyOf(amount, currency)).join(' · ')
  return (
    <Typography role="status" sx={{ py: 1 }}>
      {t('transactions:payments.count', { count, number: number(count) })}
      {' · '}
      <strong>{t('transactions:total', { amounts })}</strong>
    </Typography>
  )
}

function NoPayments({ isOfOneFleet }: { isOfOneFleet: boolean }) {
  const t = useTexts('transactions')
  return (
    <EmptyState
      icon={<Receipt />}
      title={t('transactions:payments.empty')}
      message={isOfOneFleet ? t('transactions:emptyOfFleet') : t('transactions:emptyMessage')}
    />
  )
}
