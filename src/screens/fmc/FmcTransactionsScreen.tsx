import { FleetPicker } from '#src/features/fmc/fleets/FleetPicker.tsx'
import { useMissingFleet } from '#src/features/fmc/fleets/useMissingFleet.ts'
import { ViewsMenu } from '#src/features/home/saved-views/ViewsMenu.tsx'
import { SettlementFiles } from '#src/features/money/settlements/SettlementFiles.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { TransactionsFrame } from '../money/TransactionsFrame.tsx'
import { useTransactionsView } from '../money/useTransactionsView.ts'

/** /fmc_transactions: charges of all fleets of the company, and payments that need a decision (TRX-001). */
export function FmcTransactionsScreen() {
  const t = useTexts('fleet')
  const isDesktop = useIsDesktop()
  const missing = useMissingFleet(useTransactionsView().view.fleetId)
  return (
    <TransactionsFrame
      title={t('fleet:fmc.transactions.title')}
      picker={(fleetId, onChange) => <FleetPicker value={fleetId} onChange={onChange} />}
      views={
        <ViewsMenu
          list="fmc_transactions"
          hiddenColumns={isDesktop ? noColumns : undefined}
          missing={missing}
        />
      }
      allFleets
    >
      <SettlementFiles />
    </TransactionsFrame>
  )
}

/** The two tables share a row height, but not their columns. */
const noColumns = () => undefined
