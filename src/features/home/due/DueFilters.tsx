import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { DUE_FILTERS, type DueFilter } from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { type DueView, ORDER_FILTERS, ROW_KINDS } from './due-view.ts'

interface DueFiltersProps {
  view: DueView
  /** Number of rows per status; undefined while unknown. */
  counts: Record<DueFilter, number> | undefined
  onChange: (part: Partial<DueView>) => void
}

/** Filters of due maintenance: by status, by active order, and one row per interval or per vehicle. */
export function DueFilters({ view, counts, onChange }: DueFiltersProps) {
  const t = useTexts('dashboard')
  const { number } = useFormat()
  return (
    <Box sx={frame}>
      {/* On narrow phones this row scrolls sideways, not the page (OFF-023). */}
      <Box sx={{ overflowX: 'auto', py: 0.25 }}>
        <ToggleButtonGroup
          exclusive
          value={view.due}
          aria-label={t('dashboard:due.filter.label')}
          onChange={(_, due: DueFilter | null) => due && onChange({ due })}
        >
          {DUE_FILTERS.map((due) => (
            <ToggleButton key={due} value={due} sx={{ whiteSpace: 'nowrap', px: 1.25 }}>
              {counts
                ? t(`dashboard:due.filter.${due}_counted`, { number: number(counts[due]) })
                : t(`dashboard:due.filter.${due}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Box>
      <SelectInput
        isFilter
        label={t('dashboard:due.filter.order.label')}
        value={view.order}
        empty={null}
        options={ORDER_FILTERS.map((order) => ({
          value: order,
          label: t(`dashboard:due.filter.order.${order}`),
        }))}
        onChange={(order) => order && onChange({ order })}
      />
      <SelectInput
        isFilter
        label={t('dashboard:due.filter.by.label')}
        value={view.by}
        empty={null}
        options={ROW_KINDS.map((by) => ({ value: by, label: t(`dashboard:due.filter.by.${by}`) }))}
        onChange={(by) => by && onChange({ by })}
      />
    </Box>
  )
}

const frame = {
  display: 'grid',
  gap: 1.5,
  alignItems: 'end',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'auto 280px 160px' },
  justifyContent: 'start',
} as const
