import BuildIcon from '@mui/icons-material/BuildOutlined'
import { ORDER_SORTS } from '#contract/orders/orders.ts'
import { useOrderCounts } from '#src/features/home/dashboard/useOrderCounts.ts'
import { CancelNotice } from '#src/features/home/maintenances/ActiveOrdersSummary.tsx'
import { OrderStats } from '#src/features/home/maintenances/OrderStats.tsx'
import { useTableLook } from '#src/features/home/saved-views/useTableLook.ts'
import { ViewsMenu } from '#src/features/home/saved-views/ViewsMenu.tsx'
import { SelectedOrders } from '#src/features/orders/bulk/SelectedOrders.tsx'
import { useActiveSelecting } from '#src/features/orders/bulk/useActiveSelecting.ts'
import { ActiveList } from '#src/features/orders/orders/ActiveList.tsx'
import { useActiveOrders } from '#src/features/orders/orders/useActiveOrders.ts'
import { SelectButton } from '#src/features/vehicles/bulk-actions/useSelecting.tsx'
import { FacetChips } from '#src/features/vehicles/facets/FacetChips.tsx'
import { facetQuery, hasFacets } from '#src/features/vehicles/facets/facets.ts'
import { useUnseenFacets } from '#src/features/vehicles/facets/useFacetName.ts'
import { AsOf } from '#src/features/vehicles/vehicles/AsOf.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { useLastPage } from '#src/screens/orders/services/useLastPage.ts'
import { useTabView } from '#src/screens/orders/services/useTabView.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { FilterRow } from '#src/ui/layout/FilterRow.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'

const NO_FACETS = { department: '', driver: '', class: '', page: 0 }
const ALL = { from: '', to: '', sort: 'date', sorts: ORDER_SORTS } as const

/** /active_maintenances: the active-maintenance panel as a full page (DSH-028, DSH-030). */
export function ActiveMaintenancesScreen() {
  const t = useTexts('maintenances')
  const orders = useOrderCounts()
  const look = useTableLook()
  const { view, change, narrow, paging } = useTabView(null, ALL)
  const { facets, sort, page, size } = view
  const vehicles = useVehicles()
  const unseen = useUnseenFacets(vehicles, facets)
  // A vehicle has at most one active order, so this also counts the vehicles.
  const query = { ...view.range, search: '', facets: facetQuery(facets), status: undefined, sort, page, size }
  const active = useActiveOrders(query)
  const { rows, total, isLoading, failure, retry } = active
  const { selecting, ...selected } = useActiveSelecting(active, query)
  useLastPage(rows && total, view, change)
  return (
    <Page
      title={t('maintenances:active.title')}
      subtitle={<AsOf />}
      back={<BackLink to="/dashboard">{t('maintenances:back')}</BackLink>}
    >
      <Stack sx={{ gap: 1.5 }}>
        <Box sx={{ mx: -2 }}>
          <OrderStats orders={orders} />
        </Box>
        <FilterRow>
          <FacetChips vehicles={vehicles ?? []} values={facets} onChange={narrow} />
          <ViewsMenu list="active_maintenances" hiddenColumns={look.hiddenColumns} unseen={unseen} />
          <SelectButton selecting={selecting} sx={{ ml: 'auto' }} />
        </FilterRow>
        <SelectedOrders selecting={selecting} {...selected} />
        <ListStates
          total={rows && total}
          failure={failure}
          onRetry={retry}
          onClear={hasFacets(facets) ? () => narrow(NO_FACETS) : undefined}
          rowHeight={132}
          empty={
            <EmptyState
              icon={<BuildIcon />}
              title={t('maintenances:active.empty')}
              message={t('maintenances:active.emptyMessage')}
            />
          }
        >
          {rows && (
            <ActiveList
              rows={rows}
              paging={{ ...paging, total, isLoading }}
              look={look.table}
              selectColumn={selecting.column}
            />
          )}
        </ListStates>
        <CancelNotice />
      </Stack>
    </Page>
  )
}
