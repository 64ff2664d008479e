import Button from '@mui/material/Button'
import { useState } from 'react'
import { VOID_REASON_MAX } from '#contract/core/limits.ts'
import type { OdometerReading } from '#contract/vehicles/odometer.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { newId } from '#src/offline/ids.ts'
import { useOffline } from '#src/session/useOffline.ts'
import { whenSettled } from '#src/session/when-settled.ts'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'

/** Takes a reading out of use, with the reason why; it stays in the log. */
export function VoidDialog({ reading, onClose }: { reading: OdometerReading; onClose: () => void }) {
  const t = useTexts('odometer')
  const toast = useToast()
  const { outbox } = useOffline()
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    try {
      const payload = { vehicle_id: reading.vehicle_id, reading_id: reading.id, reason: reason.trim() }
      const { opId } = await outbox.enqueue({ kind: 'void.create', id: newId(), payload })
      const { end } = await whenSettled(outbox, opId)
      if (end === 'refused') toast('danger', t('odometer:saved.refused'))
      else toast('success', t(end === 'sent' ? 'odometer:void.done' : 'odometer:void.here'))
      onClose()
    } catch (error) {
      console.error('A void could not be kept', error)
      toast('danger', t('odometer:saved.failed'))
    } finally {
      setBusy(false)
    }
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
    </ResponsiveDialog>
  )
}
