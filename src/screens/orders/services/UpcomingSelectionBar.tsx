import type { UpcomingRow } from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { useUpcomingFile } from '#src/features/maintenance/intervals/useUpcomingFile.ts'
import { BulkActionsBar } from '#src/features/vehicles/bulk-actions/BulkActionsBar.tsx'
import type { Selection } from '#src/features/vehicles/bulk-actions/selection.ts'

interface UpcomingSelectionBarProps {
  selection: Selection
  /** Undefined: still loading. */
  rows: readonly UpcomingRow[] | undefined
  sort: string
  onClose: () => void
}

/** What can be done to the vehicles of the selected rows. */
export function UpcomingSelectionBar({ selection, rows, sort, onClose }: UpcomingSelectionBarProps) {
  const download = useUpcomingFile(sort)
  return (
    <BulkActionsBar
      selection={selection}
      readIds={() => rows?.map(({ vehicleId }) => vehicleId) ?? []}
      total={rows && new Set(rows.map(({ vehicleId }) => vehicleId)).size}
      onDownload={(ids) => rows && download(rows.filter(({ vehicleId }) => ids.has(vehicleId)))}
      onClose={onClose}
    />
  )
}
