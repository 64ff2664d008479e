import Button from '@mui/material/Button'
import { useState } from 'react'
import type { OdometerReading } from '#contract/vehicles/odometer.ts'
import { VOID_REASON_MAX } from '#domain/core/limits.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useSubmitCommand } from '#src/forms/useSubmitCommand.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'

/** Excludes a reading from calculations, with a reason. It stays in the log. */
export function VoidDialog({ reading, onClose }: { reading: OdometerReading; onClose: () => void }) {
  const t = useTexts('odometer', 'outbox')
  const { submit, isBusy } = useSubmitCommand()
  const [reason, setReason] = useState('')
  useUnsavedTyping(reason !== '')

  async function confirm() {
    const payload = { vehicle_id: reading.vehicle_id, reading_id: reading.id, reason: reason.trim() }
    const successText = (isSent: boolean) => t(isSent ? 'odometer:void.done' : 'outbox:command.here')
    if (await submit({ kind: 'void.create', payload }, { successText })) onClose()
  }

  return (
    <ResponsiveDialog
      open
      width="xs"
      title={t('odometer:void.title')}
      onClose={onClose}
      onSubmit={() => reason.trim() && void confirm()}
      actions={
        <Button
          type="submit"
          variant="contained"
          color="error"
          disabled={isBusy || reason.trim() === ''}
          sx={{ minHeight: 44 }}
        >
          {t('odometer:void.confirm')}
        </Button>
      }
    >
      {/* What is typed after the save has begun would be lost when the dialog closes. */}
      <Stack inert={isBusy}>
        <TextInput
          label={t('odometer:void.reason')}
          name="reason"
          required
          autoFocus
          maxLength={VOID_REASON_MAX}
          value={reason}
          onChange={setReason}
          help={t('odometer:void.help')}
        />
      </Stack>
    </ResponsiveDialog>
  )
}
