import { useSearch } from '@tanstack/react-router'
import { ORDER_SORTS } from '#contract/orders/orders.ts'
import { UPCOMING_SORTS } from '#src/features/maintenance/intervals/UpcomingList.tsx'
import { DUE_FILTERS, findUpcoming } from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { useUpcomingFile } from '#src/features/maintenance/intervals/useUpcomingFile.ts'
import { useUpcomingRows } from '#src/features/maintenance/intervals/useUpcomingRows.ts'
import { pastDays } from '#src/features/maintenance/past-services/past-rows.ts'
import { downloadOrders } from '#src/features/orders/orders/download-orders.ts'
import { isKnownStatus } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { activeDays, nextThreeMonths } from '#src/features/orders/orders/order-rows.ts'
import { orderSearch } from '#src/features/orders/orders/orders.queries.ts'
import { facetQuery } from '#src/features/vehicles/facets/facets.ts'
import { useFacetTest } from '#src/features/vehicles/facets/useFacetTest.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { DownloadMenu } from '#src/ui/menu/DownloadMenu.tsx'
import { pastStatusOf, readTabView, type TabStandard } from './services-view.ts'

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
const useTabFilter = (standard: TabStandard<string>) => readTabView(useSearch({ strict: false }), standard)

interface DownloadRangeProps {
  isActive: boolean
  firstStatus: string | undefined
}

function DownloadRange({ isActive, firstStatus }: DownloadRangeProps) {
  const t = useTexts('orders')
  const { language, dayOf } = useFormat()
  const today = dayOf(Date.now())
  const days = isActive ? { ...nextThreeMonths(today), today } : pastDays(dayOf)
  const shown = useTabFilter({ ...days, sort: isActive ? 'date' : '-date', sorts: ORDER_SORTS })
  const { q, range, facets, sort, isReversed } = shown
  const openStatus = shown.status ?? (shown.stay ? '' : (firstStatus ?? ''))
  const status = isActive ? (isKnownStatus(openStatus) ? openStatus : undefined) : pastStatusOf(shown.status)
  const isOnline = useOnline()
  const baseParams = { isActivePage: isActive, sort, language: language === 'fr' ? 'FR' : 'EN' } as const
  const download = (days: { from: string; to: string }, search: string) =>
    void downloadOrders({
      ...baseParams,
      startDate: days.from,
      endDate: days.to,
      search: orderSearch(search),
      facets: facetQuery(facets),
      status,
      stay: isActive ? shown.stay : undefined,
    })
  return (
    <DownloadMenu
      label={t('orders:download.orders')}
      disabledReason={
        (!isOnline && t('orders:download.offline')) || (isReversed && t('orders:download.range'))
      }
      onShown={() => download(isActive ? activeDays(range) : range, q)}
      onAll={isOnline ? () => void downloadOrders({ ...baseParams, startDate: '', endDate: '' }) : undefined}
    />
  )
}

function DownloadIntervals() {
  const t = useTexts('orders')
  const rows = useUpcomingRows('all')
  const today = useFormat().dayOf(Date.now())
  const view = useTabFilter({ ...nextThreeMonths(today), sort: 'urgency', sorts: UPCOMING_SORTS })
  const due = DUE_FILTERS.find((known) => known === view.due) ?? 'all'
  // Cards are always sorted by urgency.
  const download = useUpcomingFile(useIsDesktop() ? view.sort : 'urgency')
  const isOfVehicle = useFacetTest(view.facets)
  const shown =
    rows && isOfVehicle && findUpcoming(rows, { query: view.q, due, ...view.range, today, isOfVehicle })
  return (
    <DownloadMenu
      label={t('orders:download.intervals')}
      disabledReason={!shown?.length && t('orders:download.nothing')}
      onShown={() => download(shown ?? [])}
      onAll={rows && shown && rows.length > shown.length ? () => download(rows) : undefined}
    />
  )
}
