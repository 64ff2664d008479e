import { memo } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { OrderMenu } from '#src/ui/menu/OrderMenu.tsx'
import { VEHICLE_ORDERS, type VehicleOrder } from './vehicle-rows.ts'

interface SortMenuProps {
  value: VehicleOrder
  /** Must be a stable function, otherwise each search renders the menu again. */
  onChange: (part: { sort: VehicleOrder }) => void
}

/** The sort order of the cards; the grid sorts by its columns instead. Memoized like the filters. */
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
