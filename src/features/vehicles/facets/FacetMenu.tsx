import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useMemo, useState } from 'react'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { plainText } from '#domain/core/plain-text.ts'
import type { Facet } from '#domain/vehicles/vehicle-facets.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { facetOptions } from './facets.ts'
import { useFacetText } from './useFacetName.ts'

interface FacetMenuProps {
  facet: Facet
  anchor: HTMLElement
  vehicles: readonly Vehicle[]
  value: string
  onChoose: (value: string) => void
  onClose: () => void
}

/** With more options than this, the menu has a search field. It shows the first matches, and says so. */
const SEARCHED_ABOVE = 12
const SHOWN = 100

/** The values of a facet, with a search field if there are many. */
export function FacetMenu({ facet, anchor, vehicles, value, onChoose, onClose }: FacetMenuProps) {
  const t = useTexts('vehicles')
  const { number } = useFormat()
  const textOf = useFacetText()
  const options = useMemo(() => facetOptions(vehicles, facet), [vehicles, facet])
  const [typed, setTyped] = useState('')
  const isSearched = options.length > SEARCHED_ABOVE
  const found = options.filter((option) => plainText(textOf(facet, option)).includes(plainText(typed)))
  const choose = (next: string) => {
    onChoose(next)
    onClose()
  }
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      autoFocus={!isSearched}
      slotProps={{ paper: { sx: { maxHeight: 420, minWidth: 220, maxWidth: 360 } } }}
    >
      {isSearched && (
        <ListSubheader sx={{ py: 1 }}>
          <OutlinedInput
            autoFocus
            fullWidth
            size="small"
            value={typed}
            placeholder={t('vehicles:facet.search')}
            onChange={(event) => setTyped(event.target.value)}
            // The menu would move its focus to the item that begins with the letter.
            onKeyDown={(event) =>
              event.key !== 'Escape' && event.key !== 'ArrowDown' && event.stopPropagation()
            }
            slotProps={{ input: { 'aria-label': t('vehicles:facet.search') } }}
          />
        </ListSubheader>
      )}
      {value && <MenuItem onClick={() => choose('')}>{t('vehicles:facet.all')}</MenuItem>}
      {found.slice(0, SHOWN).map((option) => (
        <MenuItem key={option} selected={option === value} onClick={() => choose(option)}>
          {textOf(facet, option)}
        </MenuItem>
      ))}
      {found.length > SHOWN && (
        <ListSubheader disableSticky sx={{ py: 1, lineHeight: 1.5 }}>
          {t('vehicles:facet.first', { number: number(SHOWN) })}
        </ListSubheader>
      )}
      {found.length === 0 && <MenuItem disabled>{t('vehicles:facet.nothing')}</MenuItem>}
    </Menu>
  )
}
