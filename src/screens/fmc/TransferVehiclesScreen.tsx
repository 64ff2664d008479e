import { TransferPlanner } from '#src/features/fmc/transfers/TransferPlanner.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Page } from '#src/ui/layout/Page.tsx'

/** /transfer_vehicles: moves vehicles from one fleet of the company to another (FMC-047). */
export function TransferVehiclesScreen() {
  const t = useTexts('transfers')
  return (
    <Page title={t('transfers:title')} subtitle={t('transfers:subtitle')}>
      <TransferPlanner />
    </Page>
  )
}
