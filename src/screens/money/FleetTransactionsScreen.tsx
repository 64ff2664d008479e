import Lock from '@mui/icons-material/LockOutlined'
import { useTableLook } from '#src/features/home/saved-views/useTableLook.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { TransactionsFrame } from './TransactionsFrame.tsx'
import { TransactionsViews } from './TransactionsViews.tsx'

/** /fleet_transactions: the fleet's charges and refunds (TRX-002, TRX-004). */
export function FleetTransactionsScreen() {
  const { can } = useSession()
  if (!can('transactions.read')) return <NotAllowed />
  return <Transactions />
}

function Transactions() {
  const t = useTexts('transactions')
  const { table } = useTableLook()
  return (
    <TransactionsFrame
      title={t('transactions:title')}
      views={<TransactionsViews list="transactions" />}
      density={table.density}
    />
  )
}

function NotAllowed() {
  const t = useTexts('transactions')
  return (
    <Page title={t('transactions:title')} width="reading">
      <EmptyState
        icon={<Lock />}
        title={t('transactions:notAllowed.title')}
        message={t('transactions:notAllowed.message')}
        action={
          <LinkButton variant="contained" to="/services" search={{ tab: 'past' }}>
            {t('transactions:notAllowed.services')}
          </LinkButton>
        }
      />
    </Page>
  )
}
