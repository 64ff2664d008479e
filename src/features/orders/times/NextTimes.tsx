import ToggleButton from '@mui/material/ToggleButton'
import type { ScheduleDay } from '#contract/catalog/shops.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { formatTime, nextTimes } from './next-times.ts'
import type { ChosenTime } from './useShopTimes.ts'

interface NextTimesProps {
  days: readonly ScheduleDay[]
  /** The chosen time, or ''. */
  value: string
  onChange: (value: ChosenTime) => void
}

/** A shop's next free times as buttons, by day. Renders nothing if there are none. */
export function NextTimes({ days, value, onChange }: NextTimesProps) {
  const t = useTexts('requests')
  const format = useFormat()
  const offered = nextTimes(days, value)
  if (offered.length === 0) return null
  return (
    <Box role="group" aria-label={t('requests:schedule.next')}>
      <Typography sx={{ fontSize: '0.875rem', fontWeight: 600, mb: 1 }}>
        {t('requests:schedule.next')}
      </Typography>
      <Stack sx={{ gap: 1 }}>
        {offered.map(({ date, times }) => (
          <Stack key={date} direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <Typography variant="body2" sx={{ minWidth: 130 }}>
              {format.weekdayAndDate(date)}
            </Typography>
            {times.map(({ time, appointment_datetime }) => (
              <ToggleButton
                key={appointment_datetime}
                value={appointment_datetime}
                selected={value === appointment_datetime}
                onChange={() => onChange({ date, appointment_datetime })}
                aria-label={`${format.weekdayAndDate(date)}, ${formatTime(time)}`}
                color="primary"
              >
                {formatTime(time)}
              </ToggleButton>
            ))}
          </Stack>
        ))}
      </Stack>
    </Box>
  )
}
