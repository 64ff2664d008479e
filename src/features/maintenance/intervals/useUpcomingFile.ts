import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { downloadCsv } from '#src/lib/download.ts'
import { useTagText } from './IntervalTag.tsx'
import { sortUpcoming } from './sort-upcoming.ts'
import type { UpcomingRow } from './upcoming-rows.ts'
import { useIntervalName } from './useIntervalName.ts'

const FILE_NAME = 'Upcoming Intervals Report.csv'

/** Returns a function that downloads rows of the upcoming tab as a CSV file, in the order of the list. */
export function useUpcomingFile(sort: string): (rows: readonly UpcomingRow[]) => void {
  const t = useTexts('services', 'vehicles')
  const format = useFormat()
  const nameOf = useIntervalName()
  const tagText = useTagText()
  const servicesOf = ({ interval }: UpcomingRow) =>
    interval.services
      .map((service) => (format.language === 'fr' ? service.name_fr : service.name_en))
      .join('; ')
  const names = { interval: ({ interval }: UpcomingRow) => nameOf(interval), services: servicesOf }
  return (rows) => {
    const heading = [
      t('services:column.vehicle'),
      t('services:column.interval'),
      t('services:column.services'),
      t('services:column.dueAt'),
      t('services:column.odometer'),
      t('services:column.dueDate'),
      t('services:column.status'),
      t('vehicles:column.plate'),
      t('vehicles:column.vin'),
      t('vehicles:column.otherId'),
      t('services:column.snoozed'),
    ]
    const lines = sortUpcoming(rows, sort, names).map((row) => [
      row.vehicleName,
      nameOf(row.interval),
      servicesOf(row),
      row.interval.due_at,
      row.odometer,
      row.interval.due_date,
      tagText(row.interval.tag),
      row.plate,
      row.vin,
      row.otherId,
      row.snoozedUntil,
    ])
    downloadCsv([heading, ...lines], format.language, FILE_NAME)
  }
}
