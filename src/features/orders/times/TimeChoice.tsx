import Button from '@mui/material/Button'
import { BOOKING_DAYS } from '#domain/core/limits.ts'
import { zoneName } from '#domain/core/zone-name.ts'
import { isTransient } from '#src/api/failure.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { DateInput } from '#src/ui/form/DateInput.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { NextTimes } from './NextTimes.tsx'
import { formatTime } from './next-times.ts'
import type { ChosenTime, ShopTimes } from './useShopTimes.ts'

interface TimeChoiceProps {
  times: ShopTimes
  value: ChosenTime
  onChange: (value: ChosenTime) => void
  /** Shows that a time is required. */
  showsMissing: boolean
}

/**
 * Chooses a free time of a shop: one of the next ones by a button, or any other by date and time (SVC-098 to SVC-103).
 */
export function TimeChoice({ times, value, onChange, showsMissing }: TimeChoiceProps) {
  const t = useTexts('requests')
  const textOf = useFailureText()
  const format = useFormat()
  const at = times.isGone ? '' : value.appointment_datetime
  const zoneAt = at || times.times[0]?.appointment_datetime || new Date().toISOString()
  const zone = times.zone && (zoneName(zoneAt, times.zone, format) ?? times.zone)
  return (
    <Stack sx={{ gap: 2 }}>
      <NextTimes days={times.nextDays} value={at} onChange={onChange} />
      <Columns min={220}>
        <DateInput
          label={t('requests:schedule.date')}
          name="date"
          required
          disabled={times.isAwaited}
          value={times.date}
          min={times.first}
          max={times.last}
          onChange={(date) => {
            times.chooseDay()
            onChange({ date, appointment_datetime: '' })
          }}
          error={times.isOutOfReach ? t('requests:schedule.outOfReach', { days: BOOKING_DAYS }) : undefined}
        />
        <SelectInput
          label={t('requests:schedule.time')}
          name="time"
          required
          value={at}
          onChange={(appointment_datetime) => onChange({ appointment_datetime, date: times.date })}
          options={times.times.map(({ appointment_datetime, time }) => ({
            value: appointment_datetime,
            label: formatTime(time),
          }))}
          help={zone ? t('requests:schedule.zone', { zone }) : undefined}
          error={showsMissing && at === '' ? t('requests:schedule.timeMissing') : undefined}
        />
      </Columns>
      {times.isEmpty && <AlertBox type="notice" message={t('requests:schedule.noTimes')} />}
      {times.failure && (
        <AlertBox
          type="error"
          message={isTransient(times.failure) ? t('requests:schedule.failed') : textOf(times.failure)}
          action={
            <Button color="inherit" onClick={times.retry}>
              {t('common:action.retry')}
            </Button>
          }
        />
      )}
    </Stack>
  )
}
