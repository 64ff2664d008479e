import EventAvailable from '@mui/icons-material/EventAvailableOutlined'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { todayHere } from '#contract/core/days.ts'
import { UpcomingList } from '#src/features/maintenance/intervals/UpcomingList.tsx'
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
import { useIntervals, useVehicles } from '#src/session/useKept.ts'
import { useLoaded } from '#src/session/useLoaded.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import type {} from './navigation-state.ts'
import { RangeFilters } from './RangeFilters.tsx'
import { useTabFilters } from './useTabFilters.ts'

/** What is due, past due and three months ahead at first (SVC-013), with its own filter: all, due soon, past due (doc2 §2). */
export function UpcomingTab() {
  const t = useTexts('services')
  const { startingDate } = useLocation().state
  const { typed, range, isReversed, change } = useTabFilters({
    ...nextThreeMonths(todayHere()),
    ...(startingDate && { from: startingDate }),
  })
  const intervals = useIntervals()
  const vehicles = useVehicles()
  const due: DueFilter = DUE_FILTERS.find((known) => known === typed.due) ?? 'all'
  const rows = useMemo(
    () => intervals && vehicles && upcomingRows(intervals, vehicles),
    [intervals, vehicles],
  )
  const loaded = useLoaded(rows)
  const first = useFirstDue()
  const all = first ? rowsOfDue(first) : loaded
  const found = all && findUpcoming(all, { query: typed.q, due, ...range })
  return (
    <Stack sx={{ gap: 1.5 }}>
      <RangeFilters query={typed.q} from={typed.from} to={typed.to} isReversed={isReversed} onChange={change}>
        <ToggleButtonGroup
          exclusive
          value={due}
          aria-label={t('services:due.label')}
          // In line with the fields, whose labels stand above.
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
      {!found && <SkeletonList rows={6} rowHeight={112} />}
      {found?.length === 0 && (
        <EmptyState
          icon={<EventAvailable />}
          title={t('services:upcoming.empty.title')}
          message={t('services:upcoming.empty.message')}
        />
      )}
      {found && found.length > 0 && <UpcomingList rows={found} />}
    </Stack>
  )
}
