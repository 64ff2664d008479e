import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type HTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { Field, type FieldProps } from './Field.tsx'

export interface TextInputProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  type?: 'text' | 'email' | 'tel' | 'password' | 'search' | 'url'
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  autoComplete?: string
  autoCapitalize?: 'none' | 'characters' | 'words' | 'sentences'
  autoFocus?: boolean
  placeholder?: string
  maxLength?: number
  /** More than one row makes it a growing text area. */
  rows?: number
  readOnly?: boolean
  /** Values that the browser offers while typing; others can be entered too. With `autoComplete` 'off', Firefox offers none. */
  suggestions?: readonly string[]
  start?: ReactNode
  end?: ReactNode
  inputRef?: Ref<HTMLInputElement | HTMLTextAreaElement>
}

/** A single-line text field, or a text area with `rows`. */
export function TextInput(props: TextInputProps) {
  const { value, onChange, onBlur, type = 'text', rows, start, end, inputRef, ...rest } = props
  const { label, name, error, help, required = false, disabled = false, ...further } = rest
  const { isFilter = false, announcesError = false, autoFocus, suggestions, ...attributes } = further
  const listId = useId()
  return (
    <Field
      label={label}
      error={error}
      help={help}
      required={required}
      isFilter={isFilter}
      disabled={disabled}
      announcesError={announcesError}
    >
      {({ id, ...aria }) => (
        <>
          <OutlinedInput
            id={id}
            name={name}
            type={type}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
            autoFocus={autoFocus}
            inputRef={inputRef}
            multiline={rows !== undefined && rows > 1}
            {...(rows !== undefined && { minRows: rows, maxRows: 12 })}
            startAdornment={start && <InputAdornment position="start">{start}</InputAdornment>}
            endAdornment={end && <InputAdornment position="end">{end}</InputAdornment>}
            slotProps={{ input: { ...attributes, ...aria, ...(suggestions && { list: listId }) } }}
          />
          {suggestions && (
            <datalist id={listId}>
              {suggestions.map((value) => (
                <option key={value} value={value} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}
