import History from '@mui/icons-material/HistoryOutlined'
import Button from '@mui/material/Button'
import { ORDER_SORTS } from '#contract/orders/orders.ts'
import { type OrderStatus, PAST_STATUSES } from '#domain/orders/order-rules.ts'
import { useTableLook } from '#src/features/home/saved-views/useTableLook.ts'
import { ViewsMenu } from '#src/features/home/saved-views/ViewsMenu.tsx'
import { PastList } from '#src/features/maintenance/past-services/PastList.tsx'
import { type DayRange, type PastRow, pastDays } from '#src/features/maintenance/past-services/past-rows.ts'
import { SelectedOrders } from '#src/features/orders/bulk/SelectedOrders.tsx'
import { useOrderSelecting } from '#src/features/orders/bulk/useOrderSelecting.ts'
import { StatusFilter } from '#src/features/orders/filters/StatusFilter.tsx'
import { OrderStatusChip, useStatusLabel } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { filterKey } from '#src/features/orders/orders/orders.queries.ts'
import { SelectButton } from '#src/features/vehicles/bulk-actions/useSelecting.tsx'
import { FacetChips } from '#src/features/vehicles/facets/FacetChips.tsx'
import { facetQuery, hasFacets } from '#src/features/vehicles/facets/facets.ts'
import { useUnseenFacets } from '#src/features/vehicles/facets/useFacetName.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { FilterRow } from '#src/ui/layout/FilterRow.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { PeriodFilter } from './PeriodFilter.tsx'
import { RangeFilters } from './RangeFilters.tsx'
import { pastStatusOf } from './services-view.ts'
import { useLastPage } from './useLastPage.ts'
import { usePastServices } from './usePastServices.ts'
import { useTabView } from './useTabView.ts'

const statusOf = (status: string) => <OrderStatusChip status={status} />

/** A past order can no longer be canceled. */
const PAST_ACTIONS = ['po_number'] as const

/** Manual entries are not orders. */
const orderOf = ({ row, vehicleName }: PastRow) =>
  row.kind === 'order' ? { id: Number(row.id), name: vehicleName } : null

const lineOf = ({ row, vehicleName }: PastRow) => ({
  id: Number(row.id),
  vehicle: vehicleName,
  services: row.completed,
  shop: row.shop,
  status: row.status,
  po_number: row.po_number,
  total: row.total,
})

/** Manual entries and past orders, by default the last three months (SVC-010). */
export function PastTab() {
  const t = useTexts('services')
  const { date, dayOf, number } = useFormat()
  const look = useTableLook()
  const statusText = useStatusLabel()
  const standard = pastDays(dayOf)
  const { view, change, narrow, clear, paging } = useTabView('past', {
    ...standard,
    sort: '-date',
    sorts: ORDER_SORTS,
  })
  const { q: search, range, facets, sort, page, size } = view
  const vehicles = useVehicles()
  const unseen = useUnseenFacets(vehicles, facets)
  const status = pastStatusOf(view.status)
  const query = { ...range, search, facets: facetQuery(facets), status, sort, page, size }
  const past = usePastServices(query)
  const { rows, total, paged } = past
  const selecting = useOrderSelecting(rows, orderOf, past.readPage)
  useLastPage(rows && paged, view, change)
  const hasDays = range.from !== '' || range.to !== ''
  return (
    <Stack sx={{ gap: 1.5 }}>
      <RangeFilters
        query={view.q}
        from={view.from}
        to={view.to}
        isReversed={view.isReversed}
        onChange={change}
      >
        <PastFilters days={view} standard={standard} status={status} onChange={change} />
      </RangeFilters>
      <FilterRow>
        <FacetChips vehicles={vehicles ?? []} values={facets} onChange={narrow} />
        <ViewsMenu list="past_services" hiddenColumns={look.hiddenColumns} unseen={unseen} />
        {rows && total > 0 && <SelectButton selecting={selecting} sx={{ ml: 'auto' }} />}
      </FilterRow>
      {rows && total > 0 && (
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
          {t('services:past.count', { count: total, number: number(total) })}
        </Typography>
      )}
      <SelectedOrders
        selecting={selecting}
        actions={PAST_ACTIONS}
        lineOf={(past) => ({ ...lineOf(past), when: date(past.row.day) })}
        total={rows && total}
        // Manual entries are not selected.
        isMixed
        isLoading={past.isLoading}
        filterKey={filterKey(query)}
      />
      <ListStates
        total={rows && total}
        failure={past.failure}
        onRetry={past.retry}
        onClear={search || status || hasFacets(facets) ? clear : undefined}
        rowHeight={104}
        empty={<NoServices hasDays={hasDays} onClear={clear} />}
      >
        {rows && (
          <PastList
            rows={rows}
            paging={{ ...paging, total: paged, isLoading: past.isLoading }}
            statusOf={statusOf}
            statusText={statusText}
            look={look.table}
            selectColumn={selecting.column}
          />
        )}
      </ListStates>
    </Stack>
  )
}

interface PastFiltersProps {
  days: DayRange
  standard: DayRange
  status: OrderStatus | undefined
  onChange: (part: { from?: string; to?: string; status?: string }) => void
}

function PastFilters({ days, standard, status, onChange }: PastFiltersProps) {
  return (
    <Stack direction="row" sx={{ gap: 1.5, '& > *': { width: { xs: 134, md: 190 } } }}>
      <PeriodFilter days={days} standard={standard} onChange={onChange} />
      <StatusFilter
        statuses={PAST_STATUSES}
        status={status}
        onChange={(next) => onChange({ status: next ?? '' })}
      />
    </Stack>
  )
}

/** The empty list: between these days, or at all. */
function NoServices({ hasDays, onClear }: { hasDays: boolean; onClear: () => void }) {
  const t = useTexts('services')
  return (
    <EmptyState
      icon={<History />}
      title={hasDays ? t('services:past.empty.title') : t('services:past.none.title')}
      message={hasDays ? t('services:past.empty.message') : t('services:past.none.message')}
      action={
        hasDays ? (
          <Button onClick={onClear}>{t('services:past.empty.action')}</Button>
        ) : (
          <LinkButton to="/maintenance_history/new">{t('services:record')}</LinkButton>
        )
      }
    />
  )
}
