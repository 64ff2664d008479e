import type { Cell } from '#domain/core/csv/csv-cell.ts'
import { convertDistance } from '#domain/vehicles/odometer-rules.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { downloadCsv } from '#src/lib/download.ts'
import { type DueRow, dueNames } from './due-view.ts'

/**
 * Returns a function that downloads rows of due maintenance as a CSV file: the columns of the list, and what tells vehicles
 * with the same name apart.
 */
export function useDueFile(): (rows: readonly DueRow[]) => void {
  const t = useTexts('dashboard', 'vehicles')
  const { language, country } = useFormat()
  const unit = country === 'CA' ? 'km' : 'mi'
  return (rows) => {
    const heading = [
      t('dashboard:due.column.vehicle'),
      t('dashboard:due.column.services'),
      `${t('dashboard:due.column.dueAt')} (${unit})`,
      t('dashboard:due.column.dueDate'),
      t('dashboard:due.column.status'),
      t('vehicles:column.plate'),
      t('vehicles:column.vin'),
      t('vehicles:column.otherId'),
      t('dashboard:due.column.snoozed'),
    ]
    const lines = rows.map((row): Cell[] => {
      const { due_at: dueAt, due_date: dueDate, unit: from } = row.interval
      const distance = dueAt === null ? null : convertDistance(dueAt, from, unit)
      const status = row.due === 'fine' ? null : t(`dashboard:due.${row.due}`)
      const { plate, vin, otherId, snoozedUntil } = row
      const names = dueNames(row, language)
      return [row.vehicleName, names, distance, dueDate, status, plate, vin, otherId, snoozedUntil]
    })
    const name = language === 'fr' ? 'entretiens-a-faire.csv' : 'maintenance-due.csv'
    downloadCsv([heading, ...lines], language, name)
  }
}
