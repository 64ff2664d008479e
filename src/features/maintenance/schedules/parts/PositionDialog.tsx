import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { useState } from 'react'
import { usePositionName } from '#src/features/catalog/services/usePositionName.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'

interface PositionDialogProps {
  name: string
  positions: readonly string[]
  value: string
  onSave: (position: string) => void
  onClose: () => void
}

/** Selects exactly one position for a service (SCH-023, SCH-024). */
export function PositionDialog({ name, positions, value, onSave, onClose }: PositionDialogProps) {
  const t = useTexts('schedules')
  const nameOf = usePositionName()
  const [position, setPosition] = useState(value)
  return (
    <ResponsiveDialog
      open
      width="xs"
      title={name}
      onClose={onClose}
      onSubmit={() => position && onSave(position)}
      actions={
        <Button type="submit" variant="contained" disabled={position === ''} sx={{ minHeight: 44 }}>
          {t('schedules:position.save')}
        </Button>
      }
    >
      <RadioGroup aria-label={name} value={position} onChange={(_, next) => setPosition(next)}>
        {positions.map((position) => (
          <FormControlLabel key={position} value={position} control={<Radio />} label={nameOf(position)} />
        ))}
      </RadioGroup>
    </ResponsiveDialog>
  )
}
