import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import { type ReactNode, useId } from 'react'

interface CheckboxInputProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  name?: string
  error?: string | undefined
  help?: string | undefined
  disabled?: boolean
}

/** A checkbox with its label. */
export function CheckboxInput({ label, checked, onChange, name, error, help, disabled }: CheckboxInputProps) {
  const noteId = useId()
  const note = error || help
  return (
    <FormControl error={Boolean(error)} disabled={disabled ?? false}>
      <FormControlLabel
        label={label}
        control={
          <Checkbox
            checked={checked}
            name={name}
            onChange={(event) => onChange(event.target.checked)}
            slotProps={{ input: note ? { 'aria-describedby': noteId } : {} }}
          />
        }
      />
      {note && <FormHelperText id={noteId}>{note}</FormHelperText>}
    </FormControl>
  )
}
