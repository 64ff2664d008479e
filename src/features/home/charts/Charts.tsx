import { Columns } from '#src/ui/layout/Columns.tsx'
import { CostPanel } from './CostPanel.tsx'
import { MileagePanel } from './MileagePanel.tsx'

/** Both charts; their library comes with this file, which nothing imports at once. */
export function Charts() {
  return (
    <Columns min={360}>
      <CostPanel />
      <MileagePanel />
    </Columns>
  )
}
