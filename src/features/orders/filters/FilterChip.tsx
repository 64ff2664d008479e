import Chip from '@mui/material/Chip'

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
