import OutlinedInput from '@mui/material/OutlinedInput'
import Select from '@mui/material/Select'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Field, type FieldProps } from './Field.tsx'

export interface SelectOption<Value extends string = string> {
  value: Value
  label: string
  /** Cannot be chosen now; its label says why. */
  disabled?: boolean
}

interface SelectInputProps<Value extends string> extends FieldProps {
  value: Value | ''
  onChange: (value: Value | '') => void
  options: readonly SelectOption<Value>[]
  /** Words of the empty choice; 'Choose…' when left out, and no empty choice at all when `null`. */
  empty?: string | null
}

/** One of a few: the system's own picker, the surest on a phone and with a screen reader. */
export function SelectInput<Value extends string>(props: SelectInputProps<Value>) {
  const { value, onChange, options, empty, label, name, error, help } = props
  const { required = false, isFilter = false, disabled = false } = props
  const t = useTexts()
  return (
    <Field {...{ label, error, help, required, isFilter, disabled }}>
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
