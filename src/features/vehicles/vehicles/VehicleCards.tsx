import { useTexts } from '#src/i18n/useTexts.ts'
import { VirtualList } from '#src/ui/list/VirtualList.tsx'
import { VehicleCard } from './parts/VehicleCard.tsx'
import type { VehicleRow } from './vehicle-rows.ts'

/** The vehicles as cards: what a phone shows instead of the grid. */
export function VehicleCards({ rows }: { rows: readonly VehicleRow[] }) {
  const t = useTexts('vehicles')
  return (
    <VirtualList
      label={t('vehicles:title')}
      items={rows}
      getKey={(row) => row.id}
      estimateHeight={78}
      renderItem={(row) => <VehicleCard row={row} />}
    />
  )
}
