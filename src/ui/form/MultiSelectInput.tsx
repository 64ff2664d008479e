import Cancel from '@mui/icons-material/Cancel'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import FormHelperText from '@mui/material/FormHelperText'
import { useState } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AutocompleteInput } from './AutocompleteInput.tsx'

/** Chosen options shown initially: a form cannot show a thousand chips. */
const SHOWN = 12
/** How many more are shown per click: thousands at once would slow down typing. */
const STEP = 100

interface MultiSelectInputProps<Option> {
  /** Label of the field that adds an option. */
  label: string
  /** Label of the list of chosen options. */
  chosenLabel: string
  name: string
  /** All options; chosen ones are excluded automatically. */
  options: readonly Option[]
  value: readonly Option[]
  onChange: (value: Option[]) => void
  getKey: (option: Option) => string
  getLabel: (option: Option) => string
  getSearchText?: (option: Option) => string
  getDetail?: (option: Option) => string
  /** Receives each keystroke, for options that are searched on the server. */
  onType?: (text: string) => void
  loading?: boolean
  /** Maximum number of chosen options. */
  max?: number
  required?: boolean
  error?: string | undefined
  help?: string | undefined
}

/** Selects several of many options by typing; each can be removed. */
export function MultiSelectInput<Option>(props: MultiSelectInputProps<Option>) {
  const { value, onChange, getKey, options, max = Number.POSITIVE_INFINITY } = props
  const { label, name, getLabel, getSearchText, getDetail, onType, loading, error, help } = props
  const { required = false } = props
  const chosen = new Set(value.map(getKey))
  const [added, setAdded] = useState(0)
  const isFull = value.length >= max
  return (
    <Stack sx={{ gap: 1 }}>
      {!isFull && (
        <AutocompleteInput
          // Remounts empty after each choice.
          key={added}
          autoFocus={added > 0}
          label={label}
          name={name}
          getKey={getKey}
          getLabel={getLabel}
          error={error}
          help={help}
          required={required}
          {...(getSearchText && { getSearchText })}
          {...(getDetail && { getDetail })}
          {...(onType && { onType })}
          {...(loading && { loading })}
          options={options.filter((option) => !chosen.has(getKey(option)))}
          value={null}
          onChange={(option) => {
            if (!option) return
            onChange([...value, option])
            onType?.('')
            setAdded((before) => before + 1)
          }}
        />
      )}
      {/* Chips are below, so that adjacent fields stay aligned. */}
      {value.length > 0 && <Chosen {...props} />}
      {isFull && error && <FormHelperText error>{error}</FormHelperText>}
    </Stack>
  )
}

function Chosen<Option>({ value, onChange, getKey, getLabel, chosenLabel }: MultiSelectInputProps<Option>) {
  const t = useTexts()
  const format = useFormat()
  const [count, setCount] = useState(SHOWN)
  const shown = value.slice(0, count)
  return (
    <Stack sx={{ gap: 0.5, alignItems: 'start' }}>
      <Stack component="ul" direction="row" aria-label={chosenLabel} sx={{ gap: 1, flexWrap: 'wrap' }}>
        {shown.map((option) => (
          <li key={getKey(option)}>
            <Chip
              label={getLabel(option)}
              sx={chip}
              onDelete={() => onChange(value.filter((selected) => getKey(selected) !== getKey(option)))}
              deleteIcon={<Cancel titleAccess={t('common:field.remove', { name: getLabel(option) })} />}
            />
          </li>
        ))}
      </Stack>
      {shown.length < value.length && (
        <Button size="small" onClick={() => setCount(count + STEP)}>
          {t('common:field.showMore', { number: format.number(value.length) })}
        </Button>
      )}
    </Stack>
  )
}

/** Long names wrap, and the delete icon fits a thumb. */
const chip = {
  height: 'auto',
  minHeight: 36,
  '& .MuiChip-label': { whiteSpace: 'normal', py: 1, overflowWrap: 'anywhere' },
  '& .MuiChip-deleteIcon': { fontSize: 24, p: 1.25, boxSizing: 'content-box', m: 0, color: 'text.secondary' },
} as const
