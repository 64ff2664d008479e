import OutlinedInput from '@mui/material/OutlinedInput'
import Select from '@mui/material/Select'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Field, type FieldProps } from './Field.tsx'

interface SelectOption<Value extends string = string> {
  value: Value
  label: string
  /** Cannot be chosen now; its label explains why. */
  disabled?: boolean
}

interface SelectInputProps<Value extends string> extends FieldProps {
  value: Value | ''
  onChange: (value: Value | '') => void
  options: readonly SelectOption<Value>[]
  /** Label of the empty option; defaults to 'Choose…', `null` removes the option. */
  empty?: string | null
}

/** Selects one of a few options with the native picker, which works best on phones and with screen readers. */
export function SelectInput<Value extends string>(props: SelectInputProps<Value>) {
  const { value, onChange, options, empty, label, name, error, help } = props
  const { required = false, isFilter = false, disabled = false } = props
  const t = useTexts()
  return (
    <Field
      label={label}
      error={error}
      help={help}
      required={required}
      isFilter={isFilter}
      disabled={disabled}
    >
      {({ id, ...aria }) => (
        <Select
          native
          value={value}
          onChange={(event) => onChange(event.target.value as Value | '')}
          input={<OutlinedInput name={name} />}
          inputProps={{ id, ...aria }}
        >
          {empty !== null && <option value="">{empty ?? t('common:field.choose')}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
