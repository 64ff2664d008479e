import { FleetsList } from '#src/features/fmc/fleets/FleetsList.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Page } from '#src/ui/layout/Page.tsx'

/** /fmc_transactions: what each fleet has paid. */
export function FmcTransactionsScreen() {
  const t = useTexts('fleet')
  const { number } = useFormat()
  return (
    <Page title={t('fleet:fmc.transactions.title')} subtitle={t('fleet:fmc.transactions.subtitle')}>
      <FleetsList
        factsOf={(fleet, { money }) => [
          { label: t('fleet:figure.paidOrders'), value: number(fleet.transactions_total) },
          { label: t('fleet:figure.averageTicket'), value: money(fleet.average_ticket) },
          { label: t('fleet:figure.spend'), value: money(fleet.total_spend) },
        ]}
      />
    </Page>
  )
}
