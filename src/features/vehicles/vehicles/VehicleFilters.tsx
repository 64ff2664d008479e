import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { memo, useDeferredValue } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useHasFeature } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { VEHICLE_FILTERS, type VehicleFilter } from './vehicle-rows.ts'

interface VehicleFiltersProps {
  value: VehicleFilter
  /** The rows that each button opens; undefined while unknown. */
  counts: Record<VehicleFilter, number> | undefined
  /** Must be a stable function, otherwise each search renders the buttons again. */
  onChange: (part: { show: VehicleFilter; page: number }) => void
}

/** Filter buttons with their counts. Deferred: they took a third of the time of a search. */
export function VehicleFilters({ counts, ...rest }: VehicleFiltersProps) {
  return <FilterButtons {...rest} counts={useDeferredValue(counts)} />
}

const FilterButtons = memo(function FilterButtons({ value, counts, onChange }: VehicleFiltersProps) {
  const t = useTexts('vehicles')
  const format = useFormat()
  // The tile above shows the enrolled count; without enrollment no vehicle is enrolled (VEH-005).
  const hasEnrollment = useHasFeature('enrollVehicles')
  const offered = VEHICLE_FILTERS.filter((filter) => hasEnrollment || filter !== 'not_enrolled')
  return (
    // On a narrow phone the row scrolls sideways, not the page (OFF-023).
    <Stack direction="row" sx={{ overflowX: 'auto', mx: -2, px: 2, py: 0.25 }}>
      <ToggleButtonGroup
        exclusive
        value={value}
        onChange={(_, filter: VehicleFilter | null) => filter && onChange({ show: filter, page: 0 })}
        aria-label={t('vehicles:filter.label')}
        sx={{ flexShrink: 0 }}
      >
        {offered.map((filter) => (
          <ToggleButton key={filter} value={filter} sx={{ whiteSpace: 'nowrap', px: 1.25 }}>
            {counts
              ? t(`vehicles:filter.${filter}_counted`, { number: format.number(counts[filter]) })
              : t(`vehicles:filter.${filter}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Stack>
  )
})
