import { memo } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { OrderMenu } from '#src/ui/menu/OrderMenu.tsx'
import { VEHICLE_ORDERS, type VehicleOrder } from './vehicle-rows.ts'

interface SortMenuProps {
  value: VehicleOrder
  /** Must stay the same function, or each search draws the menu anew. */
  onChange: (part: { sort: VehicleOrder }) => void
}

/** In which order the cards stand; the grid sorts by its columns instead. Memoised as the filters are. */
export const SortMenu = memo(function SortMenu({ value, onChange }: SortMenuProps) {
  const t = useTexts('vehicles')
  const nameOf = (order: VehicleOrder) => t(`vehicles:sort.${order}`)
  return (
    <OrderMenu
      label={t('vehicles:sort.by', { order: nameOf(value) })}
      orders={VEHICLE_ORDERS}
      value={value}
      nameOf={nameOf}
      onChange={(sort) => onChange({ sort })}
    />
  )
})
