import Button from '@mui/material/Button'
import { useState } from 'react'
import type { OdometerReading } from '#contract/vehicles/odometer.ts'
import { localToday } from '#domain/core/days.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { convertDistance, isDoubtfulReading, isUnlikelyReading } from '#domain/vehicles/odometer-rules.ts'
import { useSubmitCommand } from '#src/forms/useSubmitCommand.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { DateInput } from '#src/ui/form/DateInput.tsx'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import { useReadingConfirmation } from './useReadingConfirmation.tsx'

interface ReadingDialogProps {
  vehicleId: number
  unit: 'mi' | 'km'
  /** The estimated current reading. */
  projected: number | null
  readings: readonly OdometerReading[]
  onClose: () => void
}

/** Enters a reading. Prefilled with the estimate, so that most users only confirm it. */
export function ReadingDialog({ vehicleId, unit, projected, readings, onClose }: ReadingDialogProps) {
  const t = useTexts('odometer', 'outbox')
  const textOf = useFieldTexts()
  const format = useFormat()
  const { submit, isBusy } = useSubmitCommand()
  const { confirmDoubt, dialog } = useReadingConfirmation()
  const [value, setValue] = useState(projected === null ? '' : String(projected))
  const [day, setDay] = useState(localToday)
  const [codes, setCodes] = useState<FieldCodes>({})
  const trusted = readings.filter((one) => !one.is_doubtful && one.void_reason === null)
  const ofDay = trusted
    .filter((one) => one.read_on === day)
    .map((one) => convertDistance(one.value, one.unit, unit))
  // NaN for empty or malformed text: not doubtful, not lower than others, and rejected by the schema.
  const number = wholeNumber(value) ?? Number.NaN
  const isDoubtful = day !== '' && isDoubtfulReading({ value: number, unit, read_on: day }, trusted)
  const isSurprising =
    !Number.isNaN(number) && !isDoubtful && isUnlikelyReading({ value: number, unit }, projected)
  const higher = Math.max(...ofDay.filter((other) => !isDoubtful && other > number))

  async function save() {
    setCodes({})
    const typed = format.distance(number, unit)
    const last = trusted.toSorted((a, b) => b.read_on.localeCompare(a.read_on))[0]
    const isOdd = isDoubtful || isSurprising || Number.isFinite(higher)
    if (isOdd && !(await confirmDoubt({ typed, last: last ? format.distance(last.value, last.unit) : null })))
      return
    const payload = { vehicle_id: vehicleId, value: number, unit, read_on: day }
    const successText = (isSent: boolean) => (isSent ? t('odometer:saved') : t('outbox:command.here'))
    if (await submit({ kind: 'reading.create', payload }, { successText, onInvalid: setCodes })) onClose()
  }

  return (
    <ResponsiveDialog
      open
      width="xs"
      title={t('odometer:form.title')}
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <Button type="submit" variant="contained" disabled={isBusy} sx={{ minHeight: 44 }}>
          {t('odometer:form.save')}
        </Button>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <NumberInput
          label={t('odometer:form.value')}
          name="value"
          required
          unit={unit}
          autoFocus
          value={value}
          onChange={setValue}
          error={textOf(codes, 'value')}
          help={projected === null ? undefined : t('odometer:form.projected')}
        />
        <DateInput
          label={t('odometer:form.day')}
          name="read_on"
          required
          value={day}
          max={localToday()}
          onChange={setDay}
          error={textOf(codes, 'read_on')}
        />
        {isSurprising && <AlertBox type="notice" message={t('odometer:form.surprising')} />}
        {Number.isFinite(higher) && (
          <AlertBox
            type="notice"
            message={t('odometer:form.below', { reading: format.distance(higher, unit) })}
          />
        )}
        {isDoubtful && <AlertBox type="notice" message={t('odometer:form.doubtful')} />}
        {dialog}
      </Stack>
    </ResponsiveDialog>
  )
}
