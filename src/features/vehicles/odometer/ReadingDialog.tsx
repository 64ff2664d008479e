import Button from '@mui/material/Button'
import { useState } from 'react'
import type { OdometerReading } from '#contract/vehicles/odometer.ts'
import { localToday } from '#domain/core/days.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { convertDistance, isDoubtfulReading, isUnlikelyReading } from '#domain/vehicles/odometer-rules.ts'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useFormState } from '#src/forms/useFormState.ts'
import { useSubmitCommand } from '#src/forms/useSubmitCommand.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { readDraft } from '#src/lib/drafts/draft-storage.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { DraftNotice } from '#src/ui/draft/DraftNotice.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { DateInput } from '#src/ui/form/DateInput.tsx'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import { parseReading, type ReadingDraft, withoutCorrected } from './reading-draft.ts'
import { useReadingConfirmation } from './useReadingConfirmation.tsx'

interface ReadingDialogProps {
  vehicleId: number
  unit: 'mi' | 'km'
  /** The estimated current reading. */
  projected: number | null
  readings: readonly OdometerReading[]
  /** A reading that the server rejected, with its invalid fields: saving replaces it. */
  rejected?: { id: string; value: number; read_on: string; codes: FieldCodes }
  onClose: () => void
}

/** Enters a reading. Prefilled with the estimate, so that most users only confirm it. */
export function ReadingDialog(props: ReadingDialogProps) {
  return (
    <ClaimedDraft form={`reading:${props.rejected?.id ?? props.vehicleId}`}>
      {(own) => <ClaimedDialog {...props} own={own} />}
    </ClaimedDraft>
  )
}

function ClaimedDialog(props: ReadingDialogProps & { own: OwnDraft }) {
  const { vehicleId, unit, projected, readings, rejected, onClose, own } = props
  const t = useTexts('odometer', 'outbox')
  const textOf = useFieldTexts()
  const format = useFormat()
  const { submit, isBusy } = useSubmitCommand()
  const { confirmDoubt, dialog } = useReadingConfirmation()
  const form = useReadingForm(props)
  const { value, read_on: day } = form.draft
  const trusted = readings.filter((reading) => !reading.is_doubtful && reading.void_reason === null)
  const ofDay = trusted
    .filter((reading) => reading.read_on === day)
    .map((reading) => convertDistance(reading.value, reading.unit, unit))
  // NaN for empty or malformed text: not doubtful, not lower than others, and rejected by the schema.
  const number = wholeNumber(value) ?? Number.NaN
  const isDoubtful = day !== '' && isDoubtfulReading({ value: number, unit, read_on: day }, trusted)
  const isSurprising =
    !Number.isNaN(number) && !isDoubtful && isUnlikelyReading({ value: number, unit }, projected)
  const higher = Math.max(...ofDay.filter((other) => !isDoubtful && other > number))

  async function save() {
    form.accept({})
    const typed = format.distance(number, unit)
    const last = trusted.toSorted((a, b) => b.read_on.localeCompare(a.read_on))[0]
    const isOdd = isDoubtful || isSurprising || Number.isFinite(higher)
    if (isOdd && !(await confirmDoubt({ typed, last: last ? format.distance(last.value, last.unit) : null })))
      return
    const payload = { vehicle_id: vehicleId, value: number, unit, read_on: day }
    const successText = (isSent: boolean) => (isSent ? t('odometer:saved') : t('outbox:command.here'))
    const options = { id: rejected?.id, successText, onInvalid: form.showErrors }
    if (!(await submit({ kind: 'reading.create', payload }, options))) return
    form.saved()
    onClose()
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
      {/* What is typed after the save has begun would be lost when the dialog closes. */}
      <Stack inert={isBusy} sx={{ gap: 2 }}>
        <DraftElsewhereNotice draft={own} />
        {form.restoredAt !== undefined && (
          <DraftNotice savedAt={form.restoredAt} onDiscard={() => form.discard()} />
        )}
        <NumberInput
          label={t('odometer:form.value')}
          name="value"
          required
          unit={unit}
          autoFocus
          value={value}
          onChange={(typed) => form.change({ value: typed })}
          error={textOf(form.codes, 'value')}
          help={projected === null || rejected ? undefined : t('odometer:form.projected')}
        />
        <DateInput
          label={t('odometer:form.day')}
          name="read_on"
          required
          value={day}
          max={localToday()}
          onChange={(read_on) => form.change({ read_on })}
          error={textOf(form.codes, 'read_on')}
        />
        <Notices isSurprising={isSurprising} isDoubtful={isDoubtful} unit={unit} higher={higher} />
        {dialog}
      </Stack>
    </ResponsiveDialog>
  )
}

/** The typed reading, which survives a reload. */
function useReadingForm({ projected, rejected, own }: ReadingDialogProps & { own: OwnDraft }) {
  const [initial] = useState<ReadingDraft>(() => ({
    value: String(rejected?.value ?? projected ?? ''),
    read_on: rejected?.read_on ?? localToday(),
  }))
  const [initialCodes] = useState(() => {
    const restored = readDraft(own.slot, parseReading)?.value
    return restored ? withoutCorrected(rejected?.codes ?? {}, initial, restored) : rejected?.codes
  })
  return useFormState({ slot: own.slot, initial, parse: parseReading, initialCodes })
}

interface NoticesProps {
  isSurprising: boolean
  isDoubtful: boolean
  unit: 'mi' | 'km'
  /** The highest reading of the day above the typed one; -Infinity without one. */
  higher: number
}

/** How the typed reading fits those of the log. */
function Notices({ isSurprising, isDoubtful, unit, higher }: NoticesProps) {
  const t = useTexts('odometer')
  const format = useFormat()
  return (
    <>
      {isSurprising && <AlertBox type="notice" message={t('odometer:form.surprising')} />}
      {Number.isFinite(higher) && (
        <AlertBox
          type="notice"
          message={t('odometer:form.below', { reading: format.distance(higher, unit) })}
        />
      )}
      {isDoubtful && <AlertBox type="notice" message={t('odometer:form.doubtful')} />}
    </>
  )
}
