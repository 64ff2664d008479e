import EventNote from '@mui/icons-material/EventNoteOutlined'
import TaskAlt from '@mui/icons-material/TaskAlt'
import { ORDER_SORTS } from '#contract/orders/orders.ts'
import { OPEN_STATUSES, type Stay } from '#domain/orders/order-rules.ts'
import { queries } from '#src/api/client.ts'
import { useTableLook } from '#src/features/home/saved-views/useTableLook.ts'
import { ViewsMenu } from '#src/features/home/saved-views/ViewsMenu.tsx'
import { SelectedOrders } from '#src/features/orders/bulk/SelectedOrders.tsx'
import { useActiveSelecting } from '#src/features/orders/bulk/useActiveSelecting.ts'
import { StatusFilter } from '#src/features/orders/filters/StatusFilter.tsx'
import { FilterChip, LateRule, StayChips } from '#src/features/orders/filters/StayChips.tsx'
import { ActiveList } from '#src/features/orders/orders/ActiveList.tsx'
import { isKnownStatus } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { nextThreeMonths } from '#src/features/orders/orders/order-rows.ts'
import { useActiveOrders } from '#src/features/orders/orders/useActiveOrders.ts'
import { SelectButton } from '#src/features/vehicles/bulk-actions/useSelecting.tsx'
import { FacetChips } from '#src/features/vehicles/facets/FacetChips.tsx'
import { facetQuery, hasFacets } from '#src/features/vehicles/facets/facets.ts'
import { useUnseenFacets } from '#src/features/vehicles/facets/useFacetName.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { useReloadAfterSending } from '#src/local-data/useReloadAfterSending.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { FilterRow } from '#src/ui/layout/FilterRow.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { OrdersCount } from './OrdersCount.tsx'
import { RangeFilters } from './RangeFilters.tsx'
import type { ServicesSearch } from './services-view.ts'
import { useLastPage } from './useLastPage.ts'
import { useTabView } from './useTabView.ts'

/** Open orders, by default today to three months ahead (SVC-011), optionally filtered by a status (SVC-004). */
export function ActiveTab({ firstStatus }: { firstStatus: string | undefined }) {
  const look = useTableLook()
  const { dayOf } = useFormat()
  const today = dayOf(Date.now())
  const { view, change, narrow, clear, paging } = useTabView('active', {
    ...nextThreeMonths(today),
    today,
    sort: 'date',
    sorts: ORDER_SORTS,
  })
  const wanted = view.status ?? (view.stay ? '' : (firstStatus ?? ''))
  const status = isKnownStatus(wanted) ? wanted : undefined
  const { q: search, facets, sort, page, size } = view
  const vehicles = useVehicles()
  const unseen = useUnseenFacets(vehicles, facets)
  const query = {
    ...view.range,
    search,
    facets: facetQuery(facets),
    status,
    stay: view.stay,
    sort,
    page,
    size,
  }
  const orders = useActiveOrders(query)
  useReloadAfterSending(queries.orders.key())
  const { rows, total, outside } = orders
  const { selecting, ...selected } = useActiveSelecting(orders, query)
  useLastPage(rows && total, view, change)
  return (
    <Stack sx={{ gap: 1.5 }}>
      <RangeFilters
        query={view.q}
        from={view.from}
        to={view.to}
        isReversed={view.isReversed}
        onChange={change}
      >
        <StatusFilter
          statuses={OPEN_STATUSES}
          status={status}
          // Explicit, because an empty value would mean the tab's default.
          onChange={(next) => change({ status: next ?? 'all' })}
        />
      </RangeFilters>
      <FilterRow>
        <StayChips stay={view.stay} onChange={(stay) => change({ stay, from: '', to: '' })} />
        <TodayChip isOn={view.isToday} onChange={change} />
        <FacetChips vehicles={vehicles ?? []} values={facets} onChange={narrow} />
        <ViewsMenu list="active_orders" hiddenColumns={look.hiddenColumns} unseen={unseen} />
        <SelectButton selecting={selecting} sx={{ ml: 'auto' }} />
      </FilterRow>
      <LateRule stay={view.stay} />
      <SelectedOrders selecting={selecting} {...selected} />
      {rows && (total > 0 || outside > 0) && (
        <OrdersCount total={total} outside={outside} onShowAll={() => change({ from: '', to: '' })} />
      )}
      <ListStates
        total={rows && total}
        failure={orders.failure}
        onRetry={orders.retry}
        onClear={search || status || hasFacets(facets) || outside > 0 ? clear : undefined}
        rowHeight={132}
        empty={<NoOrders stay={view.stay} />}
      >
        {rows && (
          <ActiveList
            rows={rows}
            paging={{ ...paging, total, isLoading: orders.isLoading }}
            look={look.table}
            selectColumn={selecting.column}
          />
        )}
      </ListStates>
    </Stack>
  )
}

interface TodayChipProps {
  isOn: boolean
  onChange: (part: Partial<ServicesSearch>) => void
}

/** Narrows the list to exactly the appointments of today, which the dashboard counts (DSH-045). */
function TodayChip({ isOn, onChange }: TodayChipProps) {
  const t = useTexts('orders')
  const today = { days: 'today', from: undefined, to: undefined, stay: '' }
  return (
    <FilterChip
      label={t('orders:filter.today')}
      isOn={isOn}
      onToggle={() => onChange(isOn ? { from: '', to: '' } : today)}
    />
  )
}

/** The empty list. With a filter by stay, it says that no vehicle is at a shop or late; otherwise, that there are no orders. */
function NoOrders({ stay }: { stay: Stay | undefined }) {
  const t = useTexts('orders', 'services')
  if (stay) return <EmptyState icon={<TaskAlt />} title={t(`orders:stay.none.${stay}`)} />
  return (
    <EmptyState
      icon={<EventNote />}
      title={t('orders:noOrdersInFleet')}
      message={t('orders:active.empty')}
      action={<LinkButton to="/service_request/new">{t('services:schedule')}</LinkButton>}
    />
  )
}
