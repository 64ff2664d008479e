import Chip from '@mui/material/Chip'

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
