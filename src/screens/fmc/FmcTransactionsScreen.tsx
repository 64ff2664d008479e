import { FleetPicker } from '#src/features/fmc/fleets/FleetPicker.tsx'
import { useTableLook } from '#src/features/home/saved-views/useTableLook.ts'
import { ViewsMenu } from '#src/features/home/saved-views/ViewsMenu.tsx'
import { SettlementFiles } from '#src/features/money/settlements/SettlementFiles.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { TransactionsFrame } from '../money/TransactionsFrame.tsx'

/** /fmc_transactions: charges of all fleets of the company, and payments that need a decision (TRX-001). */
export function FmcTransactionsScreen() {
  const t = useTexts('fleet')
  const { table } = useTableLook()
  return (
    <TransactionsFrame
      title={t('fleet:fmc.transactions.title')}
      picker={(fleetId, onChange) => <FleetPicker value={fleetId} onChange={onChange} />}
      views={
        <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'end' }}>
          <ViewsMenu list="fmc_transactions" hiddenColumns={noColumns} />
        </Stack>
      }
      density={table.density}
      allFleets
    >
      <SettlementFiles />
    </TransactionsFrame>
  )
}

/** The two tables share a row height, but not their columns. */
const noColumns = () => undefined
