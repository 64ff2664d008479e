import { useState } from 'react'
import { DUTY_CLASSES, type VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { api } from '#src/api/client.ts'
import { useRefreshSchedule } from '#src/features/maintenance/schedules/useRefreshSchedule.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'

/** Lets a vehicle follow a class. Its own schedule is discarded, but never one that the user has not seen. */
export function LinkDialog({ schedule, onClose }: { schedule: VehicleSchedule; onClose: () => void }) {
  const t = useTexts('templates')
  const toast = useToast()
  const failureText = useFailureText()
  // The schedule that the user sees, because the local copy may change while the dialog is open.
  const [seen] = useState(schedule)
  const [dutyClass, setDutyClass] = useState(seen.duty_class)
  const { vehicle_id, revision } = seen
  const { run, isBusy, failure } = useWrite({
    call: () =>
      api.templates.ofVehicle({
        vehicle_id,
        duty_class: dutyClass,
        ...(revision !== undefined && { revision }),
      }),
    refresh: useRefreshSchedule(vehicle_id),
    onSaved() {
      toast('success', t('templates:linked'))
      onClose()
    },
    onFailed(rejected) {
      if (rejected.code !== 'stale') toast('danger', failureText(rejected))
    },
  })
  const follows = seen.follows_class !== false
  const isConflict = failure?.code === 'stale'
  return (
    <ConfirmDialog
      open
      title={t(follows ? 'templates:otherClass' : 'templates:link')}
      message={
        <Stack sx={{ gap: 1.5 }}>
          <div>{t(follows ? 'templates:class.help' : 'templates:linkHelp')}</div>
          {isConflict && <AlertBox type="notice" message={t('templates:linkConflict')} />}
        </Stack>
      }
      confirmLabel={t('templates:linkConfirm')}
      isBusy={isBusy}
      isBlocked={isConflict}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      <SelectInput
        label={t('templates:class.label')}
        empty={null}
        value={dutyClass}
        options={DUTY_CLASSES.map((value) => ({ value, label: t(`templates:class.${value}`) }))}
        onChange={(next) => setDutyClass(DUTY_CLASSES.find((known) => known === next) ?? dutyClass)}
      />
    </ConfirmDialog>
  )
}
