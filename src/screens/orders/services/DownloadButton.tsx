import { useSearch } from '@tanstack/react-router'
import { ORDER_SORTS } from '#contract/orders/orders.ts'
import { localToday } from '#domain/core/days.ts'
import { csvLine } from '#domain/csv/csv-cell.ts'
import { sortUpcoming } from '#src/features/maintenance/intervals/sort-upcoming.ts'
import { UPCOMING_SORTS } from '#src/features/maintenance/intervals/UpcomingList.tsx'
import {
  DUE_FILTERS,
  findUpcoming,
  type UpcomingRow,
  upcomingRows,
} from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { useIntervalName } from '#src/features/maintenance/intervals/useIntervalName.ts'
import { lastThreeMonths } from '#src/features/maintenance/past-services/past-rows.ts'
import { downloadOrders } from '#src/features/orders/orders/download-orders.ts'
import { isKnownStatus } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { nextThreeMonths } from '#src/features/orders/orders/order-rows.ts'
import { facetQuery } from '#src/features/vehicles/facets/facets.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { downloadFile } from '#src/lib/download.ts'
import { useSnoozes } from '#src/local-data/rows/useSnoozes.ts'
import { useIntervals, useVehicles } from '#src/local-data/useLocalRows.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { DownloadMenu } from '#src/ui/menu/DownloadMenu.tsx'
import { readTabView, type TabStandard } from './services-view.ts'

interface DownloadButtonProps {
  tab: 'upcoming' | 'active' | 'past'
  /** The active tab's initial status. */
  firstStatus: string | undefined
}

/** Downloads the tab's list: intervals from this device, orders from the server (SVC-018, SVC-019). */
export function DownloadButton({ tab, firstStatus }: DownloadButtonProps) {
  if (tab === 'upcoming') return <DownloadIntervals />
  return <DownloadRange isActive={tab === 'active'} firstStatus={firstStatus} />
}

/** The filter and sort of the list on the screen. */
const useShown = (standard: TabStandard<string>) => readTabView(useSearch({ strict: false }), standard)

interface DownloadRangeProps {
  isActive: boolean
  firstStatus: string | undefined
}

function DownloadRange({ isActive, firstStatus }: DownloadRangeProps) {
  const t = useTexts('orders')
  const { language } = useFormat()
  const days = isActive ? nextThreeMonths(localToday()) : lastThreeMonths(localToday())
  const shown = useShown({ ...days, sort: isActive ? 'date' : '-date', sorts: ORDER_SORTS })
  const { q, range, facets, sort, isReversed } = shown
  const status = shown.status ?? (shown.stay ? undefined : firstStatus)
  const isOnline = useOnline()
  const of = { isActivePage: isActive, sort, language: language === 'fr' ? 'FR' : 'EN' } as const
  const save = (days: { from: string; to: string }, search: string) =>
    void downloadOrders({
      ...of,
      startDate: days.from,
      endDate: days.to,
      search,
      facets: facetQuery(facets),
      status: isActive && status && isKnownStatus(status) ? status : undefined,
      stay: isActive ? shown.stay : undefined,
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
  const t = useTexts('orders', 'services', 'intervals', 'vehicles')
  const format = useFormat()
  const nameOf = useIntervalName()
  const intervals = useIntervals()
  const vehicles = useVehicles()
  const snoozes = useSnoozes()
  const view = useShown({ ...nextThreeMonths(localToday()), sort: 'urgency', sorts: UPCOMING_SORTS })
  const due = DUE_FILTERS.find((known) => known === view.due) ?? 'all'
  // Cards are always sorted by urgency.
  const sort = useIsDesktop() ? view.sort : 'urgency'
  const servicesOf = ({ interval }: UpcomingRow) =>
    interval.services.map((one) => (format.language === 'fr' ? one.name_fr : one.name_en)).join('; ')
  const names = { interval: ({ interval }: UpcomingRow) => nameOf(interval), services: servicesOf }
  const rows = intervals && vehicles && snoozes && upcomingRows(intervals, vehicles, snoozes)
  const shown = rows && findUpcoming(rows, { query: view.q, due, ...view.range })
  function download(chosen: readonly UpcomingRow[] | undefined) {
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
    const tags = {
      'Past Due': t('intervals:tag.pastDue'),
      'Currently Due': t('intervals:tag.currentlyDue'),
      Upcoming: t('intervals:tag.upcoming'),
    }
    const lines = sortUpcoming(chosen ?? [], sort, names).map((row) => [
      row.vehicleName,
      nameOf(row.interval),
      servicesOf(row),
      row.interval.due_at,
      row.odometer,
      row.interval.due_date,
      tags[row.interval.tag],
      row.plate,
      row.vin,
      row.otherId,
      row.snoozedUntil,
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
