import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import type { ReactNode } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import type { TransactionsFilter } from './transactions.queries.ts'

interface TransactionStatesProps {
  /** Null while the dates are invalid. */
  filter: TransactionsFilter | null
  query: { data: { total_count: number } | undefined; error: Error | null; refetch: () => unknown }
  empty: ReactNode
  children: ReactNode
}

/** A transaction list with its loading, empty and error states. */
export function TransactionStates({ filter, query, empty, children }: TransactionStatesProps) {
  const t = useTexts('transactions')
  const failureProps = useListFailure(query)
  if (filter === null) return <EmptyState icon={<Receipt />} title={t('transactions:invalidDays')} />
  return (
    <ListStates
      {...failureProps}
      total={query.data?.total_count}
      offline={{ title: t('transactions:offline.title'), message: t('transactions:offline.message') }}
      rows={4}
      rowHeight={52}
      empty={empty}
    >
      {children}
    </ListStates>
  )
}
