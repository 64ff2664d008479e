import SwapVert from '@mui/icons-material/SwapVert'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { memo, useId, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { VEHICLE_ORDERS, type VehicleOrder } from './vehicle-rows.ts'

interface SortMenuProps {
  value: VehicleOrder
  /** Must stay the same function, or each search draws the menu anew. */
  onChange: (part: { sort: VehicleOrder }) => void
}

/** In which order the cards stand; the grid sorts by its columns instead. Memoised as the filters are. */
export const SortMenu = memo(function SortMenu({ value, onChange }: SortMenuProps) {
  const t = useTexts('vehicles')
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        startIcon={<SwapVert />}
        onClick={(event) => setAnchor(event.currentTarget)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        aria-label={t('vehicles:sort.by', { order: t(`vehicles:sort.${value}`) })}
        sx={{ px: 1 }}
      >
        {t(`vehicles:sort.${value}`)}
      </Button>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {VEHICLE_ORDERS.map((order) => (
          <MenuItem
            key={order}
            selected={order === value}
            onClick={() => {
              setAnchor(null)
              onChange({ sort: order })
            }}
          >
            {t(`vehicles:sort.${order}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
})
