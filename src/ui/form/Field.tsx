import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import { type ReactNode, useId } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'

/** What every field takes. */
export interface FieldProps {
  label: string
  /** Name on the wire: for the browser's memory and for finding the field after a refusal. */
  name?: string
  error?: string | undefined
  help?: string | undefined
  /** Screen readers say the error when it comes: for a field whose form is refused while it has the focus. */
  announcesError?: boolean
  required?: boolean
  /** Narrows a list: nothing is asked for, so nothing is optional. */
  isFilter?: boolean
  disabled?: boolean
}

/** What a control spreads so that label, help and error belong to it. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

interface FieldFrameProps extends FieldProps {
  children: (control: ControlProps) => ReactNode
}

/**
 * Label above, control, then the error or else the help, wired for screen readers.
 * The label stands above and not inside, so that a long French one wraps instead of being cut off.
 */
export function Field(props: FieldFrameProps) {
  const { label, error, help, announcesError = false, required, isFilter, disabled, children } = props
  const t = useTexts()
  const id = useId()
  const note = error || help
  const noteId = `${id}-note`
  return (
    <FormControl fullWidth error={Boolean(error)} disabled={Boolean(disabled)}>
      <FormLabel htmlFor={id} sx={{ mb: 0.5, fontSize: '0.875rem', fontWeight: 600, color: 'text.primary' }}>
        {label}
        {!required && !isFilter && (
          <Box component="span" sx={{ ml: 0.75, fontWeight: 400, color: 'text.secondary' }}>
            {t('common:field.optional')}
          </Box>
        )}
      </FormLabel>
      {children({
        id,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      {note && (
        // An element of its own: a role that an element gains later is not announced.
        <FormHelperText
          key={error ? 'error' : 'help'}
          id={noteId}
          {...(error && announcesError && { role: 'alert' })}
        >
          {note}
        </FormHelperText>
      )}
    </FormControl>
  )
}
