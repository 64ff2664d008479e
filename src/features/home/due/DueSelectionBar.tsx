import { type Cell, csvLine } from '#domain/csv/csv-cell.ts'
import { convertDistance } from '#domain/vehicles/odometer-rules.ts'
import { BulkActionsBar } from '#src/features/vehicles/bulk-actions/BulkActionsBar.tsx'
import type { Selection } from '#src/features/vehicles/bulk-actions/selection.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { downloadFile } from '#src/lib/download.ts'
import { type DueRow, dueNames } from './due-view.ts'

interface DueSelectionBarProps {
  selection: Selection
  rows: readonly DueRow[]
  onClose: () => void
}

/** What can be done to the vehicles of the selected rows. */
export function DueSelectionBar({ selection, rows, onClose }: DueSelectionBarProps) {
  const download = useDueFile()
  return (
    <BulkActionsBar
      selection={selection}
      listed={() => rows.map((row) => row.vehicleId)}
      onDownload={(ids) => download(rows.filter(({ vehicleId }) => ids.has(vehicleId)))}
      onClose={onClose}
    />
  )
}

/** Returns a function that downloads rows of due maintenance as a CSV file, with the columns of the list. */
function useDueFile(): (rows: readonly DueRow[]) => void {
  const t = useTexts('dashboard')
  const { language, country } = useFormat()
  const unit = country === 'CA' ? 'km' : 'mi'
  return (rows) => {
    const heading = [
      t('dashboard:due.column.vehicle'),
      t('dashboard:due.column.services'),
      `${t('dashboard:due.column.dueAt')} (${unit})`,
      t('dashboard:due.column.dueDate'),
      t('dashboard:due.column.status'),
    ]
    const lines = rows.map((row): Cell[] => {
      const { due_at: dueAt, due_date: dueDate, unit: from } = row.interval
      const distance = dueAt === null ? null : convertDistance(dueAt, from, unit)
      const status = row.due === 'fine' ? null : t(`dashboard:due.${row.due}`)
      return [row.vehicleName, dueNames(row, language), distance, dueDate, status]
    })
    downloadFile(
      new Blob(['\ufeff', ...[heading, ...lines].map((line) => csvLine(line, language))], {
        type: 'text/csv',
      }),
      language === 'fr' ? 'entretiens-a-faire.csv' : 'maintenance-due.csv',
    )
  }
}
