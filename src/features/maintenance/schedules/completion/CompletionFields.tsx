import { localToday } from '#domain/core/days.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { isDoubtfulReading } from '#domain/vehicles/odometer-rules.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { DateInput } from '#src/ui/form/DateInput.tsx'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import { type CompletionDraft, type KnownReadings, typedOdometer } from '../completion-draft.ts'

interface CompletionFieldsProps {
  draft: CompletionDraft
  known: KnownReadings
  codes: FieldCodes
  onChange: (draft: CompletionDraft) => void
}

/** Day and odometer of completed work. */
export function CompletionFields({ draft, known, codes, onChange }: CompletionFieldsProps) {
  const t = useTexts('schedules')
  const textOf = useFieldTexts()
  const format = useFormat()
  const { unit, readings, odometer: last } = known
  const trusted = readings.filter((reading) => !reading.is_doubtful && reading.void_reason === null)
  const value = typedOdometer(draft)
  const isOdd =
    value !== undefined &&
    !Number.isNaN(value) &&
    draft.day !== '' &&
    isDoubtfulReading({ value, unit, read_on: draft.day }, trusted)
  return (
    <Stack sx={{ gap: 1.5, pt: 1, maxWidth: 560 }}>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1.5, alignItems: 'start' }}>
        <DateInput
          label={t('schedules:completion.day')}
          name="completed_on"
          required
          value={draft.day}
          max={localToday()}
          onChange={(day) => onChange({ ...draft, day })}
          error={textOf(codes, 'completed_on')}
        />
        <NumberInput
          label={t('schedules:completion.odometer')}
          name="odometer"
          unit={unit}
          value={draft.odometer}
          onChange={(odometer) => onChange({ ...draft, odometer })}
          error={textOf(codes, 'odometer')}
          help={
            last === null
              ? undefined
              : t('schedules:completion.last', { reading: format.distance(last, unit) })
          }
        />
      </Stack>
      {isOdd && <AlertBox type="notice" message={t('schedules:completion.odd')} />}
    </Stack>
  )
}
