import SwapVert from '@mui/icons-material/SwapVert'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useId, useState } from 'react'

interface OrderMenuProps<Order extends string> {
  /** Label of the button, including the current sort order. */
  label: string
  orders: readonly Order[]
  value: Order
  nameOf: (order: Order) => string
  onChange: (order: Order) => void
}

/** The sort menu of cards; grids sort by their columns instead. */
export function OrderMenu<Order extends string>(props: OrderMenuProps<Order>) {
  const { label, orders, value, nameOf, onChange } = props
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
        aria-label={label}
        sx={{ px: 1 }}
      >
        {nameOf(value)}
      </Button>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {orders.map((order) => (
          <MenuItem
            key={order}
            selected={order === value}
            onClick={() => {
              setAnchor(null)
              onChange(order)
            }}
          >
            {nameOf(order)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
