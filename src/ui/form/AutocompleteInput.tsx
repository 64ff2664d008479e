import Autocomplete from '@mui/material/Autocomplete'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { ReactNode } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Field, type FieldProps } from './Field.tsx'
import { filterOptions, rankOptions } from './filter-options.ts'

interface AutocompleteInputProps<Option> extends FieldProps {
  options: readonly Option[]
  value: Option | null
  onChange: (option: Option | null) => void
  /** Receives each keystroke, for options that are searched on the server. */
  onType?: (text: string) => void
  getKey: (option: Option) => string
  getLabel: (option: Option) => string
  /** The text that typing is matched with; defaults to the label. */
  getSearchText?: (option: Option) => string
  /** A secondary line of an option. */
  getDetail?: (option: Option) => string
  groupBy?: (option: Option) => string
  loading?: boolean
  /** Shown without matches, if 'Nothing found' is not enough. */
  noOptions?: ReactNode
  placeholder?: string
  autoFocus?: boolean
}

/** Selects one of many options by typing. Shows the first 50 matches, so that 2,000 options stay fast on a phone. */
export function AutocompleteInput<Option>(props: AutocompleteInputProps<Option>) {
  const { options, value, onChange, getKey, getLabel, getSearchText = getLabel, getDetail } = props
  const { label, name, error, help, required = false, isFilter = false, disabled = false } = props
  const { placeholder, autoFocus } = props
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
        <Autocomplete
          id={id}
          options={options}
          value={value}
          onChange={(_, option) => onChange(option)}
          onInputChange={(_, text, reason) => reason === 'input' && props.onType?.(text)}
          disabled={disabled}
          autoHighlight
          getOptionKey={getKey}
          getOptionLabel={getLabel}
          isOptionEqualToValue={(a, b) => getKey(a) === getKey(b)}
          filterOptions={(all, state) =>
            (props.groupBy ? filterOptions : rankOptions)(all, state, getSearchText)
          }
          {...(props.groupBy && { groupBy: props.groupBy })}
          loading={props.loading ?? false}
          loadingText={t('common:list.loading')}
          noOptionsText={props.noOptions ?? t('common:field.noOptions')}
          clearText={t('common:field.clear')}
          openText={t('common:field.open')}
          closeText={t('common:action.close')}
          renderOption={({ key, ...item }, option) => (
            <li key={key} {...item}>
              <OptionLines label={getLabel(option)} detail={getDetail?.(option)} />
            </li>
          )}
          renderInput={({ slotProps }) => (
            <OutlinedInput
              {...slotProps.input}
              fullWidth
              name={name}
              placeholder={placeholder}
              autoFocus={autoFocus}
              slotProps={{ input: { ...slotProps.htmlInput, ...aria } }}
            />
          )}
        />
      )}
    </Field>
  )
}

function OptionLines({ label, detail }: { label: string; detail: string | undefined }) {
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{label}</Typography>
      {detail && (
        <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
          {detail}
        </Typography>
      )}
    </Box>
  )
}
