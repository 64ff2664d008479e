import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import ToggleButton from '@mui/material/ToggleButton'
import { useId } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ERROR_ATTRIBUTE } from '#src/ui/focus/useErrorFocus.ts'
import { usePositionName } from './usePositionName.ts'

interface PositionPickerProps {
  positions: readonly string[]
  /** '' if none is chosen. */
  value: string
  onChange: (position: string) => void
  error?: string | undefined
  /** Exactly one must be chosen (SVC-064). */
  isRequired?: boolean
}

/** Position of a service on the vehicle: one tap selects one, another tap clears it. */
export function PositionPicker({ positions, value, onChange, error, isRequired }: PositionPickerProps) {
  const t = useTexts('services')
  const nameOf = usePositionName()
  const id = useId()
  return (
    <FormControl error={Boolean(error)} {...(error && ERROR_ATTRIBUTE)}>
      <Typography id={id} sx={{ fontSize: '0.875rem', fontWeight: 600, mb: 0.5 }}>
        {t('services:position.label')}{' '}
        {!isRequired && (
          <Box component="span" sx={{ fontWeight: 400, color: 'text.secondary' }}>
            {t('common:field.optional')}
          </Box>
        )}
      </Typography>
      <Box
        role="group"
        aria-labelledby={id}
        aria-describedby={error ? `${id}-error` : undefined}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}
      >
        {positions.map((position) => (
          <ToggleButton
            key={position}
            value={position}
            selected={value === position}
            onChange={() => onChange(value === position ? '' : position)}
            color="primary"
          >
            {nameOf(position)}
          </ToggleButton>
        ))}
      </Box>
      {error && (
        <FormHelperText id={`${id}-error`} role="alert">
          {error}
        </FormHelperText>
      )}
    </FormControl>
  )
}
