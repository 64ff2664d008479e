import { useSearch } from '@tanstack/react-router'
import { csvLine } from '#contract/core/csv-cell.ts'
import { todayHere } from '#contract/core/days.ts'
import { lastThreeMonths } from '#src/features/maintenance/history/past-rows.ts'
import { DUE_FILTERS, findUpcoming, upcomingRows } from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { useIntervalName } from '#src/features/maintenance/intervals/useIntervalName.ts'
import { downloadOrders } from '#src/features/orders/orders/download-orders.ts'
import { isKnownStatus } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { nextThreeMonths } from '#src/features/orders/orders/order-rows.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { downloadFile } from '#src/lib/download.ts'
import { useIntervals, useVehicles } from '#src/session/useKept.ts'
import { useOnline } from '#src/session/useOnline.ts'
import { DownloadMenu } from '#src/ui/menu/DownloadMenu.tsx'
import { readTabView } from './services-view.ts'

/** The list of the tab as a file: intervals from this device, orders from the server (SVC-018, SVC-019). */
export function DownloadButton({ tab }: { tab: 'upcoming' | 'active' | 'past' }) {
  return tab === 'upcoming' ? <DownloadIntervals /> : <DownloadRange isActive={tab === 'active'} />
}

/** What narrows the list on the screen. */
const useShown = (days: { from: string; to: string }) =>
  readTabView(useSearch({ strict: false }), { ...days, sort: '', sorts: [] })

function DownloadRange({ isActive }: { isActive: boolean }) {
  const t = useTexts('orders')
  const { language } = useFormat()
  const standard = isActive ? nextThreeMonths(todayHere()) : lastThreeMonths(todayHere())
  const { q, range, status, isReversed } = useShown(standard)
  const isOnline = useOnline()
  const of = { isActivePage: isActive, language: language === 'fr' ? 'FR' : 'EN' } as const
  const save = (days: { from: string; to: string }, search: string) =>
    void downloadOrders({
      ...of,
      startDate: days.from,
      endDate: days.to,
      search,
      status: isActive && status && isKnownStatus(status) ? status : undefined,
    })
  return (
    <DownloadMenu
      label={t('orders:download.orders')}
      disabledReason={
        (!isOnline && t('orders:download.offline')) || (isReversed && t('orders:download.range'))
      }
      onShown={() => save(range, q)}
      onAll={isOnline ? () => void downloadOrders({ ...of, startDate: '', endDate: '' }) : undefined}
    />
  )
}

const FILE_NAME = 'Upcoming Intervals Report.csv'

function DownloadIntervals() {
  const t = useTexts('orders', 'services', 'intervals')
  const format = useFormat()
  const nameOf = useIntervalName()
  const intervals = useIntervals()
  const vehicles = useVehicles()
  const view = useShown(nextThreeMonths(todayHere()))
  const rows = intervals && vehicles && upcomingRows(intervals, vehicles)
  const due = DUE_FILTERS.find((known) => known === view.due) ?? 'all'
  const shown = rows && findUpcoming(rows, { query: view.q, due, ...view.range })
  function download(chosen: typeof rows) {
    const heading = [
      t('services:column.vehicle'),
      t('services:column.interval'),
      t('services:column.services'),
      t('services:column.dueAt'),
      t('services:column.odometer'),
      t('services:column.dueDate'),
      t('services:column.status'),
    ]
    const tags = {
      'Past Due': t('intervals:tag.pastDue'),
      'Currently Due': t('intervals:tag.currentlyDue'),
      Upcoming: t('intervals:tag.upcoming'),
    }
    const lines = (chosen ?? []).map(({ vehicleName, interval, odometer }) => [
      vehicleName,
      nameOf(interval),
      interval.services.map((one) => (format.language === 'fr' ? one.name_fr : one.name_en)).join('; '),
      interval.due_at,
      odometer,
      interval.due_date,
      tags[interval.tag],
    ])
    const text = [heading, ...lines].map((line) => csvLine(line, format.language)).join('')
    downloadFile(new Blob(['\ufeff', text], { type: 'text/csv' }), FILE_NAME)
  }
  return (
    <DownloadMenu
      label={t('orders:download.intervals')}
      disabledReason={!shown?.length && t('orders:download.nothing')}
      onShown={() => download(shown)}
      onAll={rows && shown && rows.length > shown.length ? () => download(rows) : undefined}
    />
  )
}
