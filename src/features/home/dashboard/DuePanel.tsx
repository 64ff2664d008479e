import TaskAlt from '@mui/icons-material/TaskAlt'
import Box from '@mui/material/Box'
import type { Interval } from '#contract/maintenance/intervals.ts'
import { byUrgency } from '#src/features/maintenance/intervals/due.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIntervals } from '#src/session/useKept.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { DueRow } from './parts/DueRow.tsx'
import { useVehicleNames } from './useVehicleNames.ts'

const shownCount = 6
/** Of a row with its usual three lines, in px. */
const rowHeight = 81.5

interface DuePanelProps {
  isLoading: boolean
  /** As high as its skeleton, however few are due: what stands below must not move. */
  keepsRoom: boolean
}

/** What is past due or due now, most urgent first, from what this device keeps. */
export function DuePanel({ isLoading, keepsRoom }: DuePanelProps) {
  const t = useTexts('dashboard')
  const intervals = useIntervals()
  const names = useVehicleNames()
  const { number } = useFormat()
  const due = names && intervals?.filter(isDueOf(names)).toSorted(byUrgency)
  return (
    <Section
      title={t('dashboard:due.title')}
      flush
      actions={
        due &&
        due.length > shownCount && (
          <LinkButton to="/services" size="small">
            {t('dashboard:due.all', { number: number(due.length) })}
          </LinkButton>
        )
      }
    >
      <Box sx={keepsRoom ? { minHeight: shownCount * rowHeight } : undefined}>
        {(!due || (isLoading && due.length === 0)) && (
          <SkeletonList rows={shownCount} rowHeight={rowHeight} />
        )}
        {due?.length === 0 && !isLoading && (
          <EmptyState
            icon={<TaskAlt />}
            title={t('dashboard:due.empty')}
            message={t(names?.size === 0 ? 'dashboard:due.noVehicles' : 'dashboard:due.emptyMessage')}
          />
        )}
        {due?.slice(0, shownCount).map((interval) => (
          <DueRow key={interval.id} interval={interval} vehicle={names?.get(interval.vehicle_id) ?? ''} />
        ))}
      </Box>
    </Section>
  )
}

/** Due, and of a vehicle that is known here. */
function isDueOf(names: ReadonlyMap<number, string>) {
  return ({ due_status, vehicle_id }: Interval) => due_status !== null && names.has(vehicle_id)
}
