import SwapVert from '@mui/icons-material/SwapVert'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useMenu } from './useMenu.ts'

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
  const { button, menu, choose } = useMenu()
  return (
    <>
      <Button {...button} startIcon={<SwapVert />} aria-label={label} sx={{ px: 1 }}>
        {nameOf(value)}
      </Button>
      <Menu {...menu}>
        {orders.map((order) => (
          <MenuItem key={order} selected={order === value} onClick={choose(() => onChange(order))}>
            {nameOf(order)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
