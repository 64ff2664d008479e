import { FleetPicker } from '#src/features/fmc/fleets/FleetPicker.tsx'
import { useTableLook } from '#src/features/home/saved-views/useTableLook.ts'
import { SettlementFiles } from '#src/features/money/settlements/SettlementFiles.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { TransactionsFrame } from '../money/TransactionsFrame.tsx'
import { TransactionsViews } from '../money/TransactionsViews.tsx'

/** /fmc_transactions: charges of all fleets of the company, and payments that need a decision (TRX-001). */
export function FmcTransactionsScreen() {
  const t = useTexts('fleet')
  const { table } = useTableLook()
  return (
    <TransactionsFrame
      title={t('fleet:fmc.transactions.title')}
      picker={(fleetId, onChange) => <FleetPicker value={fleetId} onChange={onChange} />}
      views={<TransactionsViews list="fmc_transactions" />}
      density={table.density}
      allFleets
    >
      <SettlementFiles />
    </TransactionsFrame>
  )
}
