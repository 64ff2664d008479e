import FitScreen from '@mui/icons-material/FitScreenOutlined'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import { memo } from 'react'
import { SelectButton, type SelectionStart } from '#src/features/vehicles/bulk-actions/useSelecting.tsx'
import { type ListState, readListState } from '#src/features/vehicles/vehicles/list-state.ts'
import { VehicleFilters } from '#src/features/vehicles/vehicles/VehicleFilters.tsx'
import type { countRows } from '#src/features/vehicles/vehicles/vehicle-rows.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { SearchInput } from '#src/ui/form/SearchInput.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import type { ChangeList } from './useListState.ts'

interface ToolbarProps extends SelectionStart {
  list: ListState
  counts: ReturnType<typeof countRows> | undefined
  onChange: ChangeList
  isFiltered: boolean
}

/** Memoized like the rows: a search also updates the URL, which renders the screen again. */
export const VehiclesToolbar = memo(function VehiclesToolbar({
  list,
  counts,
  onChange,
  isFiltered,
  ...selecting
}: ToolbarProps) {
  const t = useTexts('vehicles')
  const isDesktop = useIsDesktop()
  return (
    <Stack
      direction={{ xs: 'column', md: 'row' }}
      sx={{ gap: 1.5, alignItems: { md: 'center' }, flexWrap: { md: 'wrap' } }}
    >
      <Box sx={{ flex: { md: '1 1 240px' }, maxWidth: { md: 360 } }}>
        <SearchInput label={t('vehicles:search')} value={list.q} onSearch={(q) => onChange({ q, page: 0 })} />
      </Box>
      <VehicleFilters value={list.show} counts={counts} onChange={onChange} />
      {isDesktop && (
        <Stack direction="row" sx={{ ml: 'auto', gap: 1, flexShrink: 0 }}>
          <SelectButton selecting={selecting} />
          <Button
            onClick={() => onChange({ ...readListState({}), size: list.size, fits: list.fits })}
            disabled={!isFiltered && !list.order}
          >
            {t('vehicles:filter.reset')}
          </Button>
          <ToggleButton
            value="fits"
            selected={list.fits}
            onChange={() => onChange({ fits: !list.fits })}
            sx={{ gap: 0.75, whiteSpace: 'nowrap' }}
          >
            <FitScreen fontSize="small" />
            {t('vehicles:sizeToFit')}
          </ToggleButton>
        </Stack>
      )}
    </Stack>
  )
})
