import Chip from '@mui/material/Chip'
import { STAYS, type Stay } from '#domain/orders/order-rules.ts'
import { LATE_AFTER_DAYS } from '#domain/orders/shop-stay-rules.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'

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
      isOn={option === stay}
      onToggle={() => onChange(option === stay ? '' : option)}
    />
  ))
}

/** Says what counts as late while only late vehicles are listed. */
export function LateRule({ stay }: { stay: Stay | undefined }) {
  const t = useTexts('orders')
  if (stay !== 'late') return null
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {t('orders:stay.rule', { days: LATE_AFTER_DAYS })}
    </Typography>
  )
}

interface FilterChipProps {
  label: string
  isOn: boolean
  onToggle: () => void
}

/** A filter of a list that is on or off. */
export function FilterChip({ label, isOn, onToggle }: FilterChipProps) {
  return (
    <Chip
      variant={isOn ? 'filled' : 'outlined'}
      color={isOn ? 'primary' : 'default'}
      label={label}
      aria-pressed={isOn}
      onClick={onToggle}
      sx={{ height: { xs: 44, md: 36 }, borderRadius: 99 }}
    />
  )
}
