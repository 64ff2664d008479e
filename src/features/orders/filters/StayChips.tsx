import { STAYS, type Stay } from '#domain/orders/order-rules.ts'
import { LATE_AFTER_DAYS } from '#domain/orders/shop-stay-rules.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { FilterChip } from './FilterChip.tsx'

interface StayChipsProps {
  stay: Stay | undefined
  onChange: (stay: Stay | '') => void
}

/** Narrows open orders to vehicles that are at a shop, or late there. Those there longest come first. */
export function StayChips({ stay, onChange }: StayChipsProps) {
  const t = useTexts('orders')
  return STAYS.map((option) => (
    <FilterChip
      key={option}
      label={t(`orders:stay.filter.${option}`)}
      help={option === 'late' ? t('orders:stay.rule', { days: LATE_AFTER_DAYS }) : undefined}
      isOn={option === stay}
      onToggle={() => onChange(option === stay ? '' : option)}
    />
  ))
}
