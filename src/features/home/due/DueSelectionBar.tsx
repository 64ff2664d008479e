import { BulkActionsBar } from '#src/features/vehicles/bulk-actions/BulkActionsBar.tsx'
import type { Selection } from '#src/features/vehicles/bulk-actions/selection.ts'
import { DEFAULT_DUE_VIEW, type DueRow, type DueView, dueRows } from './due-view.ts'
import { useDue } from './useDue.ts'
import { useDueFile } from './useDueFile.ts'

interface DueSelectionBarProps {
  selection: Selection
  /** As the list is filtered now. Undefined: still loading. */
  rows: readonly DueRow[] | undefined
  /** What a row is. */
  by: DueView['by']
  onClose: () => void
}

/** Actions for the vehicles of the selected rows. */
export function DueSelectionBar({ selection, rows, by, onClose }: DueSelectionBarProps) {
  const download = useDueFile()
  const due = useDue()
  // Of all rows, because a selection may span several filters.
  const downloadOf = (ids: ReadonlySet<number>) => {
    if (!due) return
    const all = dueRows(due.rows, () => false, { ...DEFAULT_DUE_VIEW, by })
    download(all.filter(({ vehicleId }) => ids.has(vehicleId)))
  }
  return (
    <BulkActionsBar
      selection={selection}
      readIds={() => rows?.map((row) => row.vehicleId) ?? []}
      total={rows && new Set(rows.map((row) => row.vehicleId)).size}
      onDownload={downloadOf}
      onClose={onClose}
    />
  )
}
