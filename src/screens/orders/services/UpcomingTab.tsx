import EventAvailable from '@mui/icons-material/EventAvailableOutlined'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useMemo } from 'react'
import { localToday } from '#domain/core/days.ts'
import { UPCOMING_SORTS, UpcomingList } from '#src/features/maintenance/intervals/UpcomingList.tsx'
import {
  DUE_FILTERS,
  type DueFilter,
  findUpcoming,
  rowsOfDue,
  upcomingRows,
} from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { useFirstDue } from '#src/features/maintenance/intervals/useFirstDue.ts'
import { nextThreeMonths } from '#src/features/orders/orders/order-rows.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSnoozes } from '#src/local-data/rows/useSnoozes.ts'
import { useFirstLoad } from '#src/local-data/useFirstLoad.ts'
import { useLoaded } from '#src/local-data/useLoaded.ts'
import { useIntervals, useVehicles } from '#src/local-data/useLocalRows.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { RangeFilters } from './RangeFilters.tsx'
import { useTabView } from './useTabView.ts'

/** Due maintenance, by default past due and three months ahead (SVC-013), with a filter: all, due soon, past due. */
export function UpcomingTab() {
  const t = useTexts('services')
  const { view, change, clear, paging } = useTabView('upcoming', {
    ...nextThreeMonths(localToday()),
    ...{ sort: 'urgency', sorts: UPCOMING_SORTS },
  })
  const { range } = view
  const intervals = useIntervals()
  const vehicles = useVehicles()
  const snoozes = useSnoozes()
  const due: DueFilter = DUE_FILTERS.find((known) => known === view.due) ?? 'all'
  const rows = useMemo(
    () => intervals && vehicles && snoozes && upcomingRows(intervals, vehicles, snoozes),
    [intervals, vehicles, snoozes],
  )
  const loaded = useLoaded(rows)
  const first = useFirstDue()
  const firstLoad = useFirstLoad()
  const all = first ? rowsOfDue(first, localToday()) : loaded
  const found = all && findUpcoming(all, { query: view.q, due, ...range })
  return (
    <Stack sx={{ gap: 1.5 }}>
      <RangeFilters
        query={view.q}
        from={view.from}
        to={view.to}
        isReversed={view.isReversed}
        onChange={change}
      >
        <ToggleButtonGroup
          exclusive
          value={due}
          aria-label={t('services:due.label')}
          // Aligned with the fields, whose labels are above.
          sx={{ mt: { md: '26px' } }}
          onChange={(_, next: DueFilter | null) => next && change({ due: next })}
        >
          {DUE_FILTERS.map((filter) => (
            <ToggleButton key={filter} value={filter} sx={{ px: 1.5 }}>
              {t(`services:due.${filter}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </RangeFilters>
      <ListStates
        {...firstLoad}
        // Shows partial data of the first load as it arrives.
        failure={first ? undefined : firstLoad.failure}
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
        {found && <UpcomingList rows={found} paging={{ ...paging, total: found.length, isLoading: false }} />}
      </ListStates>
    </Stack>
  )
}
