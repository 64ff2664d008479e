import { api } from '#src/api/client.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { ActionDialog } from '#src/ui/dialog/ActionDialog.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import type { ServiceRow } from '../service-rows.ts'
import { useIntervalText } from '../useIntervalText.ts'
import { useRefreshSchedule } from '../useRefreshSchedule.ts'

interface RemoveServiceDialogProps {
  vehicleId: number
  row: ServiceRow
  onClose: () => void
}

/** Removes a service that was added to one vehicle's schedule, with the other services of its interval (SCH-054). */
export function RemoveServiceDialog({ vehicleId, row, onClose }: RemoveServiceDialogProps) {
  const t = useTexts('schedules')
  const textOf = useIntervalText()
  const failureText = useFailureText()
  const toast = useToast()
  const isOnline = useOnline()
  const services = row.intervalServices.join(', ')
  const { run, isBusy, failure } = useWrite({
    call: (_, context) =>
      api.schedules.remove({ vehicle_id: vehicleId, interval_id: row.intervalId }, { context }),
    refresh: useRefreshSchedule(vehicleId),
    onSaved() {
      toast('success', t('schedules:remove.done', { services }))
      onClose()
    },
  })
  return (
    <ActionDialog
      title={t('schedules:remove.title')}
      message={t('schedules:remove.message', { services, interval: textOf(row) })}
      confirmLabel={t('schedules:remove.open')}
      isDestructive
      isBusy={isBusy}
      obstacle={isOnline ? undefined : t('schedules:add.offline')}
      errorMessage={failure && failureText(failure)}
      onConfirm={() => void run()}
      onClose={onClose}
    />
  )
}
