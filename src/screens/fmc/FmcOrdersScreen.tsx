import { FleetsList } from '#src/features/fmc/fleets/FleetsList.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Page } from '#src/ui/layout/Page.tsx'

/** /fmc_activeorders: the way to the orders of each fleet. */
export function FmcOrdersScreen() {
  const t = useTexts('fleet')
  const { number } = useFormat()
  return (
    <Page title={t('fleet:fmc.orders.title')} subtitle={t('fleet:fmc.orders.subtitle')}>
      <FleetsList
        factsOf={(fleet) => [
          { label: t('fleet:figure.vehicles'), value: number(fleet.vehicles_total) },
          { label: t('fleet:figure.paidOrders'), value: number(fleet.transactions_total) },
        ]}
      />
    </Page>
  )
}
