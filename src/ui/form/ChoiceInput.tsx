import Autocomplete from '@mui/material/Autocomplete'
import OutlinedInput from '@mui/material/OutlinedInput'
import { createFilterOptions } from '@mui/material/useAutocomplete'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Field, type FieldProps } from './Field.tsx'

interface ChoiceInputProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  options: readonly string[]
  loading?: boolean
  maxLength?: number
  inputMode?: 'numeric' | 'text'
}

const filterOptions = createFilterOptions<string>({ limit: 50 })

/** A text field with suggestions that also accepts other text. */
export function ChoiceInput(props: ChoiceInputProps) {
  const { value, onChange, options, loading = false, maxLength, inputMode } = props
  const { label, name, error, help, required = false, disabled = false } = props
  const t = useTexts()
  const isOfList = options.includes(value)
  return (
    <Field label={label} error={error} help={help} required={required} disabled={disabled}>
      {({ id, ...aria }) => (
        <Autocomplete
          id={id}
          freeSolo
          forcePopupIcon
          autoSelect={false}
          options={options}
          inputValue={value}
          value={isOfList ? value : null}
          onInputChange={(_, text, reason) => reason !== 'reset' && onChange(text)}
          onChange={(_, chosen) => chosen !== null && onChange(chosen)}
          disabled={disabled}
          // A selected suggestion does not filter the list, so that the other choices show again.
          filterOptions={(all, state) => (isOfList ? all.slice(0, 200) : filterOptions([...all], state))}
          loading={loading}
          loadingText={t('common:list.loading')}
          clearText={t('common:field.clear')}
          openText={t('common:field.open')}
          closeText={t('common:action.close')}
          renderInput={({ slotProps }) => (
            <OutlinedInput
              {...slotProps.input}
              fullWidth
              name={name}
              slotProps={{ input: { ...slotProps.htmlInput, ...aria, maxLength, inputMode } }}
            />
          )}
        />
      )}
    </Field>
  )
}
