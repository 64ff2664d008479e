import Button from '@mui/material/Button'
import { useState } from 'react'
import { safeParse } from 'zod/mini'
import { MileageInput } from '#contract/maintenance/schedules.ts'
import type { OdometerReading } from '#contract/vehicles/odometer.ts'
import { localToday } from '#domain/core/days.ts'
import { MILES_PER_MONTH_DEFAULT, MILES_PER_MONTH_MIN } from '#domain/core/limits.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { isDoubtfulReading, isUnlikelyReading } from '#domain/vehicles/odometer-rules.ts'
import { useReadingConfirmation } from '#src/features/vehicles/odometer/useReadingConfirmation.tsx'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { FormStack } from '#src/ui/focus/FormStack.tsx'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { changedMileage, type MileageTexts } from './changed-mileage.ts'
import { useSaveMileage } from './useSaveMileage.ts'

interface MileageFormProps {
  vehicleId: number
  mileage: number | null
  milesPerMonth: number | null
  unit: 'mi' | 'km'
  /** Selects which of the two calls saves the form (SCH-010). */
  hasClassIntervals: boolean
  /** The odometer log, for a warning about implausible readings (ruling 20). */
  readings: readonly OdometerReading[]
}

/** Mileage and use of a vehicle (SCH-002 to SCH-010). */
export function MileageForm({
  vehicleId,
  mileage,
  milesPerMonth,
  unit,
  hasClassIntervals,
  readings,
}: MileageFormProps) {
  const t = useTexts('schedules')
  const use = milesPerMonth === null ? MILES_PER_MONTH_DEFAULT : Math.max(milesPerMonth, MILES_PER_MONTH_MIN)
  const initial = { current_mileage: String(mileage ?? ''), miles_per_month: String(use) }
  const [typed, setTyped] = useState<Partial<MileageTexts>>({})
  const format = useFormat()
  const { confirmDoubt, dialog } = useReadingConfirmation()
  const value = { ...initial, ...typed }
  const changed = changedMileage(initial, typed)
  const isChanged = Object.keys(changed).length > 0
  useUnsavedTyping(isChanged)
  const input = safeParse(MileageInput, { vehicle_id: vehicleId, ...changed })
  const wrong = new Set(input.success ? [] : input.error.issues.map(({ path }) => String(path[0])))
  const trusted = readings.filter((reading) => !reading.is_doubtful && reading.void_reason === null)
  const read = { value: wholeNumber(value.current_mileage) ?? Number.NaN, unit, read_on: localToday() }
  const isOdd =
    'current_mileage' in changed &&
    !wrong.has('current_mileage') &&
    (isDoubtfulReading(read, trusted) || isUnlikelyReading(read, mileage))
  const { run, isBusy } = useSaveMileage(vehicleId, hasClassIntervals)
  async function submit() {
    if (!isChanged || !input.success) return
    const last = mileage === null ? null : format.distance(mileage, unit)
    if (isOdd && !(await confirmDoubt({ typed: format.distance(read.value, unit), last }))) return
    // What was typed during the save stays.
    if (await run(input.data)) setTyped((now) => typedSince(typed, now))
  }
  const field = (name: keyof typeof initial) => ({
    name,
    label: t(`schedules:mileage.${name}`, { context: unit }),
    value: value[name],
    required: true,
    unit,
    onChange: (text: string) => setTyped({ ...typed, [name]: text }),
    error: name in changed && wrong.has(name) ? t('schedules:mileage.wrong') : undefined,
  })
  return (
    <Section title={t('schedules:mileage.title')}>
      <FormStack
        direction={{ xs: 'column', sm: 'row' }}
        sx={{ gap: 2, alignItems: { sm: 'start' } }}
        onSubmit={submit}
      >
        <NumberInput {...field('current_mileage')} />
        <NumberInput {...field('miles_per_month')} />
        <Button
          type="submit"
          variant="contained"
          disabled={!isChanged || isBusy}
          sx={{ mt: { sm: 3.5 }, minWidth: 120, minHeight: 44 }}
        >
          {t('schedules:mileage.save')}
        </Button>
      </FormStack>
      {dialog}
      {isOdd && (
        <Box sx={{ mt: 2 }}>
          <AlertBox type="notice" message={t('schedules:mileage.odd')} />
        </Box>
      )}
    </Section>
  )
}

const typedSince = (sent: Partial<MileageTexts>, now: Partial<MileageTexts>): Partial<MileageTexts> =>
  Object.fromEntries(Object.entries(now).filter(([name, text]) => text !== sent[name as keyof MileageTexts]))
