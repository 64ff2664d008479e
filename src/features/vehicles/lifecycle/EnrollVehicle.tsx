import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { api } from '#src/api/client.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'

interface EnrollVehicleProps {
  vehicle: Vehicle
  onDone: (done: 'changed', message: string) => void
}

/** For brands with enrollment: 'Enroll Now', or 'Enrolled' (VEH-060, VEH-061). */
export function EnrollVehicle({ vehicle, onDone }: EnrollVehicleProps) {
  const t = useTexts('vehicle-form', 'errors')
  const isOnline = useOnline()
  const { cache } = useOffline()
  const toast = useToast()
  const textOf = useFailureText()
  const { run, isBusy } = useWrite({
    call: (_, context) => api.vehicles.update({ id: vehicle.id, fleetcor_enrolled: true }, { context }),
    rev: vehicle.rev,
    refresh: () => cache.refresh(),
    onSaved: () => onDone('changed', t('vehicle-form:done.updated')),
    onFailed: (refused) => toast('danger', textOf(refused)),
  })
  if (vehicle.fleetcor_enrolled)
    return <StatusChip tone="success" icon={<CheckCircle />} label={t('vehicle-form:enroll.enrolled')} />
  return (
    <ActionButton
      variant="outlined"
      loading={isBusy}
      disabledReason={!isOnline && t('vehicle-form:offline.message')}
      onClick={() => void run()}
    >
      {t('vehicle-form:enroll.now')}
    </ActionButton>
  )
}
