import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import Chip from '@mui/material/Chip'
import { memo, useState } from 'react'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { FACETS, type Facet } from '#domain/vehicles/vehicle-facets.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import type { FacetValues } from './facets.ts'
import { useFacetName } from './useFacetName.ts'

const FacetMenu = lazyComponent(() => import('./FacetMenu.tsx').then((module) => module.FacetMenu))

interface FacetChipsProps {
  vehicles: readonly Vehicle[]
  values: FacetValues
  /** Must be a stable function, otherwise each search renders the chips again. */
  onChange: (part: Partial<FacetValues> & { page: number }) => void
}

/** Narrows a list by department, driver and class. */
export const FacetChips = memo(function FacetChips({ vehicles, values, onChange }: FacetChipsProps) {
  const nameOf = useFacetName()
  const [opened, setOpened] = useState<{ facet: Facet; anchor: HTMLElement }>()
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      {FACETS.map((facet) => {
        const value = values[facet]
        return (
          <Chip
            key={facet}
            variant={value ? 'filled' : 'outlined'}
            color={value ? 'primary' : 'default'}
            label={value ? nameOf(facet, value) : nameOf(facet)}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => setOpened({ facet, anchor: currentTarget })}
            {...(value
              ? { onDelete: () => onChange({ [facet]: '', page: 0 }) }
              : {
                  deleteIcon: <ArrowDropDown />,
                  // The arrow opens the menu like the rest of the chip.
                  onDelete: ({ currentTarget }: { currentTarget: { parentElement: HTMLElement | null } }) =>
                    currentTarget.parentElement && setOpened({ facet, anchor: currentTarget.parentElement }),
                })}
            sx={{ height: { xs: 44, md: 36 }, borderRadius: 99, maxWidth: 260 }}
          />
        )
      })}
      {opened && (
        <FacetMenu
          {...opened}
          vehicles={vehicles}
          value={values[opened.facet]}
          onChoose={(value) => onChange({ [opened.facet]: value, page: 0 })}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Stack>
  )
})
