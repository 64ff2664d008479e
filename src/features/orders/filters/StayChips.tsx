import Chip from '@mui/material/Chip'
import { STAYS, type Stay } from '#domain/orders/order-rules.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

interface StayChipsProps {
  stay: Stay | undefined
  onChange: (stay: Stay | '') => void
}

/** Narrows open orders to vehicles that are at a shop, or late there. Those there longest come first. */
export function StayChips({ stay, onChange }: StayChipsProps) {
  const t = useTexts('orders')
  return STAYS.map((option) => (
    <Chip
      key={option}
      variant={option === stay ? 'filled' : 'outlined'}
      color={option === stay ? 'primary' : 'default'}
      label={t(`orders:stay.filter.${option}`)}
      aria-pressed={option === stay}
      onClick={() => onChange(option === stay ? '' : option)}
      sx={{ height: { xs: 44, md: 36 }, borderRadius: 99 }}
    />
  ))
}
