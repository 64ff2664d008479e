import { BulkActionsBar } from '#src/features/vehicles/bulk-actions/BulkActionsBar.tsx'
import type { Selection } from '#src/features/vehicles/bulk-actions/selection.ts'
import type { DueRow } from './due-view.ts'
import { useDueFile } from './useDueFile.ts'

interface DueSelectionBarProps {
  selection: Selection
  /** Undefined: still loading. */
  rows: readonly DueRow[] | undefined
  onClose: () => void
}

/** What can be done to the vehicles of the selected rows. */
export function DueSelectionBar({ selection, rows, onClose }: DueSelectionBarProps) {
  const download = useDueFile()
  return (
    <BulkActionsBar
      selection={selection}
      readIds={() => rows?.map((row) => row.vehicleId) ?? []}
      total={rows && new Set(rows.map((row) => row.vehicleId)).size}
      onDownload={(ids) => rows && download(rows.filter(({ vehicleId }) => ids.has(vehicleId)))}
      onClose={onClose}
    />
  )
}
