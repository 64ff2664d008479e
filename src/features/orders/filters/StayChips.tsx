import Chip from '@mui/material/Chip'
import { STAYS, type Stay } from '#domain/orders/order-rules.ts'
import { LATE_AFTER_DAYS } from '#domain/orders/shop-stay-rules.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

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

interface FilterChipProps {
  label: string
  /** What the filter counts, if its label does not say it. */
  help?: string | undefined
  isOn: boolean
  onToggle: () => void
}

/** A filter of a list that is on or off. */
export function FilterChip({ label, help, isOn, onToggle }: FilterChipProps) {
  return (
    <Chip
      variant={isOn ? 'filled' : 'outlined'}
      color={isOn ? 'primary' : 'default'}
      label={label}
      title={help}
      aria-pressed={isOn}
      onClick={onToggle}
      sx={{ height: { xs: 44, md: 36 }, borderRadius: 99 }}
    />
  )
}
