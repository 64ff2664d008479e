import TaskAlt from '@mui/icons-material/TaskAlt'
import Paper from '@mui/material/Paper'
import type { GridColDef } from '@mui/x-data-grid'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { FirstLoadNote } from '#src/features/home/dashboard/FirstLoadNote.tsx'
import { DueFilters } from '#src/features/home/due/DueFilters.tsx'
import { DueGrid } from '#src/features/home/due/DueGrid.tsx'
import { DueItem } from '#src/features/home/due/DueItem.tsx'
import {
  type DueRow,
  type DueView,
  dueRows,
  readDueView,
  writeDueView,
} from '#src/features/home/due/due-view.ts'
import { type Due, useDue } from '#src/features/home/due/useDue.ts'
import { type TableLook, useTableLook } from '#src/features/home/saved-views/useTableLook.ts'
import { ViewsMenu } from '#src/features/home/saved-views/ViewsMenu.tsx'
import { BulkActionPanel } from '#src/features/vehicles/bulk-actions/BulkActionPanel.tsx'
import {
  SelectButton,
  type SelectionStart,
  useSelecting,
} from '#src/features/vehicles/bulk-actions/useSelecting.tsx'
import { FacetChips } from '#src/features/vehicles/facets/FacetChips.tsx'
import {
  type FacetValues,
  hasFacets,
  matchesFacets,
  readFacets,
} from '#src/features/vehicles/facets/facets.ts'
import { useUnseenFacets } from '#src/features/vehicles/facets/useFacetName.ts'
import { AsOf } from '#src/features/vehicles/vehicles/AsOf.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useComplete, useFirstLoad, useLoaded } from '#src/local-data/useFirstLoad.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { FilterRow } from '#src/ui/layout/FilterRow.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { VirtualList } from '#src/ui/list/VirtualList.tsx'

// Loaded on demand, because few visits select vehicles or download them.
const DueSelectionBar = lazyComponent(() =>
  import('#src/features/home/due/DueSelectionBar.tsx').then((module) => module.DueSelectionBar),
)
const DueDownload = lazyComponent(() =>
  import('#src/features/home/due/DueDownload.tsx').then((module) => module.DueDownload),
)

/** /upcoming_maintenances: the due-maintenance grid as a full page (DSH-029, DSH-030). The URL selects the rows. */
export function UpcomingMaintenancesScreen() {
  const t = useTexts('maintenances', 'dashboard')
  const search: Record<string, string | undefined> = useSearch({ strict: false })
  const view = readDueView(search)
  const facets = readFacets(search)
  const due = useDueOf(facets)
  const look = useTableLook()
  const selecting = useSelecting({ targetOf })
  const isAnythingDue = useLoaded(due?.rows)
  const firstLoad = useFirstLoad()
  const rowsOf = (part: Partial<DueView>) =>
    due ? dueRows(due.rows, (id) => due.orderOf.has(id), { ...view, ...part }) : []
  const all = rowsOf({ due: 'all' })
  const countOf = (state: DueRow['due']) => all.filter((row) => row.due === state).length
  const counts = due?.counts && {
    all: all.length,
    due_soon: countOf('due_soon'),
    past_due: countOf('past_due'),
  }
  const rows = view.due === 'all' ? all : all.filter((row) => row.due === view.due)
  const { change, changeFacets, reset } = useAddress(view)
  const isNarrowed = isAnythingDue?.length || hasFacets(facets)
  return (
    <Page
      title={t('maintenances:upcoming.title')}
      subtitle={<Subtitle rows={due && rows} />}
      back={<BackLink to="/dashboard">{t('maintenances:back')}</BackLink>}
      actions={<DueDownload rows={due && rows} />}
    >
      <Stack sx={{ gap: 1.5 }}>
        <FirstLoadNote />
        <DueFilters view={view} counts={counts} onChange={change} />
        <DueChips
          facets={facets}
          onChange={changeFacets}
          hiddenColumns={look.hiddenColumns}
          selecting={selecting}
        />
        <Selected {...selecting} rows={due && rows} by={view.by} />
        <ListStates
          {...firstLoad}
          total={isAnythingDue && rows.length}
          onClear={isNarrowed ? reset : undefined}
          rows={8}
          rowHeight={82}
          empty={
            <EmptyState
              icon={<TaskAlt />}
              title={t('dashboard:due.empty')}
              message={t('dashboard:due.emptyMessage')}
            />
          }
        >
          {due && (
            <Rows
              due={due}
              rows={rows}
              showsOrders={view.order !== 'without'}
              look={look.table}
              selectColumn={selecting.column}
            />
          )}
        </ListStates>
      </Stack>
    </Page>
  )
}

/** Functions that change the selection in the URL. */
function useAddress(view: DueView) {
  const navigate = useNavigate()
  const change = (part: Partial<DueView>) =>
    void navigate({
      to: '/upcoming_maintenances',
      search: (before: Record<string, string | undefined>) => ({
        ...before,
        due: undefined,
        order: undefined,
        by: undefined,
        ...writeDueView({ ...view, ...part }),
      }),
      replace: true,
      resetScroll: false,
    })
  const changeFacets = (part: Partial<FacetValues>) =>
    void navigate({
      to: '/upcoming_maintenances',
      search: (before: Record<string, string | undefined>) => ({ ...before, ...part, page: undefined }),
      replace: true,
      resetScroll: false,
    })
  const reset = () => void navigate({ to: '/upcoming_maintenances', replace: true })
  return { change, changeFacets, reset }
}

/** Due maintenance of the vehicles with the chosen department, driver and class. */
function useDueOf(facets: FacetValues): Due | undefined {
  const due = useDue()
  const vehicles = useVehicles()
  const { department, driver, class: vehicleClass } = facets
  return useMemo(() => {
    const chosen = { department, driver, class: vehicleClass }
    if (!due || !vehicles || !hasFacets(chosen)) return due
    const ids = new Set(vehicles.filter((vehicle) => matchesFacets(vehicle, chosen)).map(({ id }) => id))
    return { ...due, rows: due.rows.filter(({ vehicleId }) => ids.has(vehicleId)) }
  }, [due, vehicles, department, driver, vehicleClass])
}

interface DueChipsProps {
  facets: FacetValues
  onChange: (part: Partial<FacetValues>) => void
  hiddenColumns: () => string | undefined
  selecting: SelectionStart
}

/** The chips, and the user's saved views. */
function DueChips({ facets, onChange, hiddenColumns, selecting }: DueChipsProps) {
  const vehicles = useVehicles()
  const unseen = useUnseenFacets(vehicles, facets)
  return (
    <FilterRow>
      <ViewsMenu list="due" hiddenColumns={hiddenColumns} unseen={unseen} />
      <FacetChips vehicles={vehicles ?? []} values={facets} onChange={onChange} />
      <SelectButton selecting={selecting} sx={{ ml: 'auto' }} />
    </FilterRow>
  )
}

const targetOf = ({ vehicleId: id, vehicleName: name }: DueRow) => ({ id, name })

type SelectedProps = ReturnType<typeof useSelecting<DueRow>> & {
  rows: readonly DueRow[] | undefined
  by: DueView['by']
}

/** Actions for the vehicles of the selected rows, and the result of the last one. */
function Selected({ selection, stop, rows, by }: SelectedProps) {
  return (
    <>
      <BulkActionPanel />
      {selection && <DueSelectionBar selection={selection} rows={rows} by={by} onClose={stop} />}
    </>
  )
}

/** Number of rows, in intervals and vehicles. */
function Subtitle({ rows }: { rows: readonly DueRow[] | undefined }) {
  const t = useTexts('dashboard')
  const { number } = useFormat()
  const complete = useComplete(rows)
  if (!complete) return <AsOf />
  const intervals = complete.reduce((sum, row) => sum + row.intervals.length, 0)
  const vehicles = new Set(complete.map((row) => row.vehicleId)).size
  return (
    <Box component="span" role="status">
      {t('dashboard:due.onVehicles', {
        count: vehicles,
        number: number(vehicles),
        intervals: t('dashboard:due.intervals', { count: intervals, number: number(intervals) }),
      })}
      <AsOf before=" · " />
    </Box>
  )
}

interface RowsProps {
  due: Due
  rows: readonly DueRow[]
  showsOrders: boolean
  look: TableLook
  selectColumn: GridColDef<DueRow> | undefined
}

function Rows({ due, rows, showsOrders, look, selectColumn }: RowsProps) {
  const t = useTexts('dashboard')
  if (useIsDesktop())
    return (
      <DueGrid
        rows={rows}
        showsOrders={showsOrders}
        look={look}
        selectColumn={selectColumn}
        orderOf={due.orderOf}
      />
    )
  return (
    <VirtualList
      label={t('dashboard:due.title')}
      items={rows}
      getKey={(row) => row.id}
      estimateHeight={84}
      renderItem={(row) => (
        <Paper variant="outlined">
          <DueItem row={row} order={due.orderOf.get(row.vehicleId)} />
        </Paper>
      )}
    />
  )
}
