import Download from '@mui/icons-material/DownloadOutlined'
import { useSearch } from '@tanstack/react-router'
import { csvLine } from '#contract/core/csv-cell.ts'
import { todayHere } from '#contract/core/days.ts'
import { lastThreeMonths } from '#src/features/maintenance/history/past-rows.ts'
import { upcomingRows } from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { useIntervalName } from '#src/features/maintenance/intervals/useIntervalName.ts'
import { downloadOrders } from '#src/features/orders/orders/download-orders.ts'
import { nextThreeMonths } from '#src/features/orders/orders/order-rows.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { downloadFile } from '#src/lib/download.ts'
import { useIntervals, useVehicles } from '#src/session/useKept.ts'
import { useOnline } from '#src/session/useOnline.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'

/** The list of the tab as a file: intervals from this device, orders from the server (SVC-018, SVC-019). */
export function DownloadButton({ tab }: { tab: 'upcoming' | 'active' | 'past' }) {
  return tab === 'upcoming' ? <DownloadIntervals /> : <DownloadRange isActive={tab === 'active'} />
}

function DownloadRange({ isActive }: { isActive: boolean }) {
  const t = useTexts('orders')
  const { language } = useFormat()
  const isPhone = useIsPhone()
  const { from, to } = useSearch({ strict: false })
  const isOnline = useOnline()
  const standard = isActive ? nextThreeMonths(todayHere()) : lastThreeMonths(todayHere())
  return (
    <ActionButton
      isIconOnly={isPhone}
      startIcon={<Download />}
      disabledReason={!isOnline && t('orders:download.offline')}
      onClick={() =>
        void downloadOrders({
          startDate: from ?? standard.from,
          endDate: to ?? standard.to,
          isActivePage: isActive,
          language: language === 'fr' ? 'FR' : 'EN',
        })
      }
    >
      {t('orders:download.orders')}
    </ActionButton>
  )
}

const FILE_NAME = 'Upcoming Intervals Report.csv'

function DownloadIntervals() {
  const t = useTexts('orders', 'services', 'intervals')
  const format = useFormat()
  const nameOf = useIntervalName()
  const isPhone = useIsPhone()
  const intervals = useIntervals()
  const vehicles = useVehicles()
  const rows = intervals && vehicles && upcomingRows(intervals, vehicles)
  function download() {
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
    const lines = (rows ?? []).map(({ vehicleName, interval, odometer }) => [
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
    <ActionButton
      isIconOnly={isPhone}
      startIcon={<Download />}
      disabledReason={!rows?.length && t('orders:download.nothing')}
      onClick={download}
    >
      {t('orders:download.intervals')}
    </ActionButton>
  )
}
