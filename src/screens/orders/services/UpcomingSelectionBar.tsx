import type { UpcomingRow } from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { useUpcomingFile } from '#src/features/maintenance/intervals/useUpcomingFile.ts'
import { BulkActionsBar } from '#src/features/vehicles/bulk-actions/BulkActionsBar.tsx'
import type { Selection } from '#src/features/vehicles/bulk-actions/selection.ts'

interface UpcomingSelectionBarProps {
  selection: Selection
  /** The rows that the list shows now. Undefined: still loading. */
  rows: readonly UpcomingRow[] | undefined
  /** Rows without any filter. */
  allRows: readonly UpcomingRow[] | undefined
  sort: string
  onClose: () => void
}

/** Actions for the vehicles of the selected rows. */
export function UpcomingSelectionBar({ selection, rows, allRows, sort, onClose }: UpcomingSelectionBarProps) {
  const download = useUpcomingFile(sort)
  return (
    <BulkActionsBar
      selection={selection}
      readIds={() => rows?.map(({ vehicleId }) => vehicleId) ?? []}
      total={rows && new Set(rows.map(({ vehicleId }) => vehicleId)).size}
      // Of all rows, because a selection may span several searches.
      onDownload={(ids) => allRows && download(allRows.filter(({ vehicleId }) => ids.has(vehicleId)))}
      onClose={onClose}
    />
  )
}
