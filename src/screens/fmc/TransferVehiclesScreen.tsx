import { FleetsList } from '#src/features/fmc/fleets/FleetsList.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Page } from '#src/ui/layout/Page.tsx'

/** /transfer_vehicles: where the vehicles are. */
export function TransferVehiclesScreen() {
  const t = useTexts('fleet')
  const { number } = useFormat()
  return (
    <Page title={t('fleet:fmc.transfer.title')} subtitle={t('fleet:fmc.transfer.subtitle')}>
      <FleetsList
        factsOf={(fleet) => [{ label: t('fleet:figure.vehicles'), value: number(fleet.vehicles_total) }]}
      />
    </Page>
  )
}
