import FormControl from '@mui/material/FormControl'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import { type ReactNode, useId } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'

/** Common props of all fields. */
export interface FieldProps {
  label: string
  /** Wire name, for autofill and for finding the field after a rejection. */
  name?: string
  error?: string | undefined
  help?: string | undefined
  /**
   * Announces the error to screen readers when it appears: for a field that has the focus when its form is rejected.
   */
  announcesError?: boolean
  required?: boolean
  /** Filters a list, so it is neither required nor marked as optional. */
  isFilter?: boolean
  disabled?: boolean
}

/** Props that connect a control with its label, help and error. */
interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

interface FieldFrameProps extends FieldProps {
  children: (control: ControlProps) => ReactNode
}

/**
 * Label above, control, then the error or else the help, connected for screen readers. The label is above, not inside,
 * so that a long French one wraps instead of being cut off.
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
          // The space separates the words of the accessible name.
          <Box component="span" sx={{ ml: 0.5, fontWeight: 400, color: 'text.secondary' }}>
            {` ${t('common:field.optional')}`}
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
        // A separate element: a role added to an existing element is not announced.
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
