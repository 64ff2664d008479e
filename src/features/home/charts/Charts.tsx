import { Columns } from '#src/ui/layout/Columns.tsx'
import { CostPanel } from './CostPanel.tsx'
import { MileagePanel } from './MileagePanel.tsx'

/** Both charts with their library, loaded lazily. */
export function Charts() {
  return (
    <Columns min={360}>
      <CostPanel />
      <MileagePanel />
    </Columns>
  )
}
