import Clear from '@mui/icons-material/Clear'
import Search from '@mui/icons-material/Search'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { memo, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { QUICK_FILTER_DELAY_MS } from '#domain/core/limits.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIsLeaving } from '#src/lib/hooks/useIsLeaving.ts'

interface SearchInputProps {
  /** Accessible name and placeholder. */
  label: string
  /** The current search of the list. */
  value: string
  /** Called 300 ms after the last keystroke (VEH-006), at once when cleared or on Enter. */
  onSearch: (text: string) => void
}

/** A quick search. Uncontrolled, so that typing waits for neither the list nor a render. */
export function SearchInput({ label, value, onSearch }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [initial] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // The list follows the search with a delay. Any other change came from outside: filters were reset, or going back.
  const seen = useRef(value)
  const awaited = useRef<string[]>([])
  useEffect(() => {
    if (value === seen.current) return
    seen.current = value
    const nth = awaited.current.indexOf(value)
    awaited.current = nth < 0 ? [] : awaited.current.slice(nth + 1)
    if (nth < 0 && input.current) input.current.value = value
  }, [value])

  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  const search = useCallback(() => {
    clearTimeout(timer.current)
    const text = input.current?.value ?? ''
    if (text !== (awaited.current.at(-1) ?? seen.current)) awaited.current.push(text)
    latest.current(text)
  }, [])
  const isLeaving = useIsLeaving()
  const type = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => isLeaving() || search(), QUICK_FILTER_DELAY_MS)
  }, [search, isLeaving])
  return <Field label={label} initial={initial} input={input} onType={type} onSearch={search} />
}

interface FieldProps {
  label: string
  initial: string
  input: RefObject<HTMLInputElement | null>
  onType: () => void
  onSearch: () => void
}

/** Rendered once: the browser holds its value, and CSS decides whether it can be cleared. */
const Field = memo(function Field({ label, initial, input, onType, onSearch }: FieldProps) {
  const t = useTexts()
  const clear = () => {
    if (!input.current) return
    input.current.value = ''
    input.current.focus()
    onSearch()
  }
  return (
    <OutlinedInput
      type="search"
      fullWidth
      inputRef={input}
      defaultValue={initial}
      placeholder={label}
      onChange={onType}
      onKeyDown={(event) => event.key === 'Enter' && onSearch()}
      startAdornment={
        <InputAdornment position="start">
          <Search />
        </InputAdornment>
      }
      endAdornment={
        <InputAdornment position="end">
          <IconButton edge="end" aria-label={t('common:field.clear')} onClick={clear}>
            <Clear />
          </IconButton>
        </InputAdornment>
      }
      slotProps={{
        input: { 'aria-label': label, autoComplete: 'off', spellCheck: false, enterKeyHint: 'search' },
      }}
      sx={{
        '& input::-webkit-search-cancel-button': { display: 'none' },
        '& input:placeholder-shown ~ *': { visibility: 'hidden' },
        '& input:placeholder-shown ~ fieldset': { visibility: 'visible' },
      }}
    />
  )
})
