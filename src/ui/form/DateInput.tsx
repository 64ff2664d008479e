import CalendarToday from '@mui/icons-material/CalendarTodayOutlined'
import IconButton from '@mui/material/IconButton'
import { useRef } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { readDate } from './date-text.ts'
import type { FieldProps } from './Field.tsx'
import { TextInput } from './TextInput.tsx'

interface DateInputProps extends FieldProps {
  /** 'YYYY-MM-DD', '' or the raw text while it is incomplete, which the contract's schema rejects. */
  value: string
  /** Called only if the value differs. */
  onChange: (value: string) => void
  /** Limits of the calendar, 'YYYY-MM-DD'. */
  min?: string
  max?: string
}

/**
 * A date, typed in the country's order (BRD-032, BRD-033) or picked in the system's calendar. Not a plain date field,
 * because that uses the browser's order instead of the brand's.
 */
export function DateInput({ value, onChange, min, max, ...field }: DateInputProps) {
  const t = useTexts()
  const { country, date } = useFormat()
  const calendar = useRef<HTMLInputElement>(null)
  const day = readDate(value, 'CA')
  const formatText = t('common:field.date.format', { context: country.toLowerCase() })
  const report = (next: string) => next !== value && onChange(next)
  return (
    <TextInput
      {...field}
      help={field.help ?? formatText}
      value={day ? date(day) : value}
      onChange={(text) => report(readDate(text, country) ?? text)}
      onBlur={() => report(readDate(value, country, true) ?? value)}
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      end={
        <Box sx={{ position: 'relative', display: 'flex' }}>
          <IconButton
            edge="end"
            aria-label={t('common:field.date.pick')}
            disabled={field.disabled ?? false}
            onClick={() => calendar.current?.showPicker()}
          >
            <CalendarToday fontSize="small" />
          </IconButton>
          <Box
            component="input"
            type="date"
            ref={calendar}
            value={day ?? ''}
            min={min}
            max={max}
            tabIndex={-1}
            aria-hidden
            onChange={(event) => onChange(event.currentTarget.value)}
            sx={{ position: 'absolute', inset: 0, opacity: 0, pointerEvents: 'none', width: '100%' }}
          />
        </Box>
      }
    />
  )
}
