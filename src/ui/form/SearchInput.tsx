import Clear from '@mui/icons-material/Clear'
import Search from '@mui/icons-material/Search'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useEffect, useRef, useState } from 'react'
import { QUICK_FILTER_DELAY_MS } from '#contract/core/limits.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

interface SearchInputProps {
  /** Said to screen readers and shown while empty. */
  label: string
  /** What the list stands at. */
  value: string
  /** Called 300 ms after the last key (VEH-006), at once when cleared or on Enter. */
  onSearch: (text: string) => void
}

/** A quick search. The typed letter stays in here, so that it never waits for the list. */
export function SearchInput({ label, value, onSearch }: SearchInputProps) {
  const t = useTexts()
  const [typed, setTyped] = useState(value)
  const [asked, setAsked] = useState(value)
  const [seen, setSeen] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  // The list follows a moment after it was asked. Any other change came from elsewhere: filters reset, or going back.
  if (value !== seen) {
    setSeen(value)
    if (value !== asked) setTyped(value)
  }
  const search = (text: string) => {
    clearTimeout(timer.current)
    setAsked(text)
    onSearch(text)
  }
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(text), QUICK_FILTER_DELAY_MS)
  }
  return (
    <OutlinedInput
      type="search"
      fullWidth
      value={typed}
      placeholder={label}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && search(typed)}
      startAdornment={
        <InputAdornment position="start">
          <Search />
        </InputAdornment>
      }
      endAdornment={
        typed && (
          <InputAdornment position="end">
            <IconButton
              edge="end"
              aria-label={t('common:field.clear')}
              onClick={() => {
                setTyped('')
                search('')
              }}
            >
              <Clear />
            </IconButton>
          </InputAdornment>
        )
      }
      slotProps={{
        input: { 'aria-label': label, autoComplete: 'off', spellCheck: false, enterKeyHint: 'search' },
      }}
      sx={{ '& input::-webkit-search-cancel-button': { display: 'none' } }}
    />
  )
}
