import EventAvailable from '@mui/icons-material/EventAvailableOutlined'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useMemo } from 'react'
import { useTableLook } from '#src/features/home/saved-views/useTableLook.ts'
import { ViewsMenu } from '#src/features/home/saved-views/ViewsMenu.tsx'
import { UPCOMING_SORTS, UpcomingList } from '#src/features/maintenance/intervals/UpcomingList.tsx'
import {
  DUE_FILTERS,
  type DueFilter,
  findUpcoming,
  rowsOfDue,
  type UpcomingRow,
} from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { useFirstDue } from '#src/features/maintenance/intervals/useFirstDue.ts'
import { useUpcomingRows } from '#src/features/maintenance/intervals/useUpcomingRows.ts'
import { nextThreeMonths } from '#src/features/orders/orders/order-rows.ts'
import { BulkActionPanel } from '#src/features/vehicles/bulk-actions/BulkActionPanel.tsx'
import {
  SelectButton,
  type SelectionStart,
  useSelecting,
} from '#src/features/vehicles/bulk-actions/useSelecting.tsx'
import { FacetChips } from '#src/features/vehicles/facets/FacetChips.tsx'
import type { FacetValues } from '#src/features/vehicles/facets/facets.ts'
import { useUnseenFacets } from '#src/features/vehicles/facets/useFacetName.ts'
import { useFacetTest } from '#src/features/vehicles/facets/useFacetTest.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useFirstLoad, useLoaded } from '#src/local-data/useFirstLoad.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { FilterRow } from '#src/ui/layout/FilterRow.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { RangeFilters } from './RangeFilters.tsx'
import { useTabView } from './useTabView.ts'

// Loaded on demand, because few visits select vehicles.
const UpcomingSelectionBar = lazyComponent(() =>
  import('./UpcomingSelectionBar.tsx').then((module) => module.UpcomingSelectionBar),
)

/** Due maintenance, by default past due and three months ahead (SVC-013), with a filter: all, due soon, past due. */
export function UpcomingTab() {
  const t = useTexts('services')
  const today = useFormat().dayOf(Date.now())
  const { view, change, narrow, clear, paging } = useTabView('upcoming', {
    ...nextThreeMonths(today),
    sort: 'urgency',
    sorts: UPCOMING_SORTS,
  })
  const look = useTableLook()
  const { range, facets } = view
  const isOfVehicle = useFacetTest(facets)
  const selecting = useSelecting({ targetOf })
  const due: DueFilter = DUE_FILTERS.find((known) => known === view.due) ?? 'all'
  const loaded = useLoaded(useUpcomingRows('all'))
  const first = useFirstDue()
  const firstLoad = useFirstLoad()
  const all = useMemo(() => (first ? rowsOfDue(first, today) : loaded), [first, loaded, today])
  const { from, to } = range
  const found = useMemo(
    () => all && isOfVehicle && findUpcoming(all, { query: view.q, due, from, to, today, isOfVehicle }),
    [all, view.q, due, from, to, today, isOfVehicle],
  )
  return (
    <Stack sx={{ gap: 1.5 }}>
      <RangeFilters
        query={view.q}
        from={view.from}
        to={view.to}
        isReversed={view.isReversed}
        onChange={change}
      >
        <DueChoice due={due} onChange={(next) => change({ due: next })} />
      </RangeFilters>
      <UpcomingChips
        facets={facets}
        onChange={narrow}
        hiddenColumns={look.hiddenColumns}
        selecting={selecting}
      />
      <BulkActionPanel />
      {selecting.selection && (
        <UpcomingSelectionBar
          selection={selecting.selection}
          rows={found}
          allRows={all}
          sort={view.sort}
          onClose={selecting.stop}
        />
      )}
      <ListStates
        {...firstLoad}
        // Shows partial data of the first load as it arrives.
        failure={first && found ? undefined : firstLoad.failure}
        total={found?.length}
        // There are intervals, so search, filter or dates exclude them.
        onClear={all?.length ? clear : undefined}
        empty={
          <EmptyState
            icon={<EventAvailable />}
            title={t('services:upcoming.none.title')}
            message={t('services:upcoming.none.message')}
            action={<LinkButton to="/vehicles">{t('services:upcoming.none.action')}</LinkButton>}
          />
        }
      >
        {found && (
          <UpcomingList
            rows={found}
            paging={{ ...paging, total: found.length, isLoading: false }}
            look={look.table}
            selectColumn={selecting.column}
          />
        )}
      </ListStates>
    </Stack>
  )
}

const targetOf = ({ vehicleId: id, vehicleName: name }: UpcomingRow) => ({ id, name })

interface UpcomingChipsProps {
  facets: FacetValues
  onChange: (part: Partial<FacetValues> & { page: number }) => void
  hiddenColumns: () => string | undefined
  selecting: SelectionStart
}

/** Filters by vehicle, the user's saved views, and the button that starts a selection. */
function UpcomingChips({ facets, onChange, hiddenColumns, selecting }: UpcomingChipsProps) {
  const vehicles = useVehicles()
  const unseen = useUnseenFacets(vehicles, facets)
  return (
    <FilterRow>
      <FacetChips vehicles={vehicles ?? []} values={facets} onChange={onChange} />
      <ViewsMenu list="upcoming" hiddenColumns={hiddenColumns} unseen={unseen} />
      <SelectButton selecting={selecting} sx={{ ml: 'auto' }} />
    </FilterRow>
  )
}

interface DueChoiceProps {
  due: DueFilter
  onChange: (due: DueFilter) => void
}

function DueChoice({ due, onChange }: DueChoiceProps) {
  const t = useTexts('services')
  return (
    <ToggleButtonGroup
      exclusive
      value={due}
      aria-label={t('services:due.label')}
      onChange={(_, next: DueFilter | null) => next && onChange(next)}
      // Aligned with the fields, whose labels are above.
      sx={{ mt: { md: '26px' } }}
    >
      {DUE_FILTERS.map((filter) => (
        <ToggleButton key={filter} value={filter} sx={{ px: 1.5 }}>
          {t(`services:due.${filter}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
