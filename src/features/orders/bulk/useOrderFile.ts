import type { Cell } from '#domain/core/csv/csv-cell.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { downloadCsv } from '#src/lib/download.ts'
import { useStatusLabel } from '../orders/OrderStatusChip.tsx'

/** An order as a line of the file. */
export interface OrderLine {
  id: number
  /** As the list shows it. */
  when: string
  vehicle: string
  services: readonly string[]
  shop: string | null
  status: string
  po_number: string | null
  total: string | null
}

/** Returns a function that downloads orders as a CSV file, with the columns of the list. */
export function useOrderFile(): (lines: readonly OrderLine[]) => void {
  const t = useTexts('orders', 'bulk-actions')
  const statusLabel = useStatusLabel()
  const { language } = useFormat()
  return (lines) => {
    const heading = [
      t('bulk-actions:field.order'),
      t('orders:column.when'),
      t('orders:column.vehicle'),
      t('orders:column.services'),
      t('orders:column.shop'),
      t('orders:column.status'),
      t('orders:column.po'),
      t('orders:column.cost'),
    ]
    const rows = lines.map((line): Cell[] => [
      line.id,
      line.when,
      line.vehicle,
      line.services.join(', '),
      line.shop,
      statusLabel(line.status),
      line.po_number,
      { amount: line.total },
    ])
    const name = language === 'fr' ? 'commandes-choisies.csv' : 'selected-orders.csv'
    downloadCsv([heading, ...rows], language, name)
  }
}
