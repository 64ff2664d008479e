import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { localToday } from '#domain/core/days.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { isDoubtfulReading } from '#domain/vehicles/odometer-rules.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'

interface OdometerFieldProps {
  value: string
  onChange: (odometer: string) => void
  vehicle: Vehicle | undefined
  /** Day of the reading. An old entry may be lower than the last reading. */
  day: string
  error: string | undefined
}

/** Odometer reading, with the last one as a hint; an implausible one is accepted with a warning (ruling 20). */
export function OdometerField({ value, onChange, vehicle, day, error }: OdometerFieldProps) {
  const t = useTexts('history')
  const format = useFormat()
  const last = vehicle?.odometer ?? null
  const lastText = last === null ? undefined : format.distance(last, vehicle?.odometer_units)
  const isDoubtful =
    value !== '' &&
    last !== null &&
    day === localToday() &&
    isDoubtfulReading({ value: wholeNumber(value) ?? Number.NaN, unit: format.distanceUnit, read_on: day }, [
      // The date of the last reading is unknown here. Assuming yesterday lets a lower reading of today raise the
      // warning.
      { value: last, unit: vehicle?.odometer_units ?? format.distanceUnit, read_on: dayBefore(day) },
    ])
  return (
    <NumberInput
      label={t('history:form.odometer.label')}
      name="odometer"
      required
      unit={format.distanceUnit}
      value={value}
      onChange={onChange}
      error={error}
      help={
        isDoubtful
          ? t('history:form.odometer.doubtful', { last: lastText })
          : lastText && t('history:form.odometer.last', { last: lastText })
      }
    />
  )
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
}
