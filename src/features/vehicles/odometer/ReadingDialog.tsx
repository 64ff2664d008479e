import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { todayHere } from '#contract/core/days.ts'
import type { FieldCodes } from '#contract/core/file-rules.ts'
import type { OdometerReading } from '#contract/vehicles/odometer.ts'
import { isDoubtfulReading } from '#contract/vehicles/odometer-rules.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Invalid } from '#src/offline/errors.ts'
import { newId } from '#src/offline/ids.ts'
import { useOffline } from '#src/session/useOffline.ts'
import { whenSettled } from '#src/session/when-settled.ts'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { DateInput } from '#src/ui/form/DateInput.tsx'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'

interface ReadingDialogProps {
  vehicleId: number
  unit: 'mi' | 'km'
  /** What the odometer shows today, most likely. */
  projected: number | null
  readings: readonly OdometerReading[]
  onClose: () => void
}

/** Enters a reading: prefilled, so that most people press once more and are done. */
export function ReadingDialog({ vehicleId, unit, projected, readings, onClose }: ReadingDialogProps) {
  const t = useTexts('odometer')
  const textOf = useFieldTexts()
  const toast = useToast()
  const { outbox } = useOffline()
  // One id a dialog: a second press of the button is the same reading.
  const [id] = useState(newId)
  const [value, setValue] = useState(projected === null ? '' : String(projected))
  const [day, setDay] = useState(todayHere)
  const [codes, setCodes] = useState<FieldCodes>({})
  const [isBusy, setBusy] = useState(false)
  const trusted = readings.filter((one) => !one.is_doubtful && one.void_reason === null)
  const isDoubtful =
    value !== '' && day !== '' && isDoubtfulReading({ value: Number(value), unit, read_on: day }, trusted)

  async function save() {
    setBusy(true)
    setCodes({})
    try {
      const reading = { vehicle_id: vehicleId, value: value === '' ? -1 : Number(value), unit, read_on: day }
      const { opId } = await outbox.enqueue({ kind: 'reading.create', id, payload: reading })
      const { end } = await whenSettled(outbox, opId)
      if (end === 'refused') toast('danger', t('odometer:saved.refused'))
      else toast('success', t(end === 'sent' ? 'odometer:saved.sent' : 'odometer:saved.here'))
      onClose()
    } catch (error) {
      if (error instanceof Invalid) setCodes(error.fields)
      else {
        console.error('A reading could not be kept', error)
        toast('danger', t('odometer:saved.failed'))
      }
    } finally {
      setBusy(false)
    }
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
          value={day}
          max={todayHere()}
          onChange={setDay}
          error={textOf(codes, 'read_on')}
        />
        {isDoubtful && <AlertBox type="notice" message={t('odometer:form.doubtful')} />}
      </Stack>
    </ResponsiveDialog>
  )
}
