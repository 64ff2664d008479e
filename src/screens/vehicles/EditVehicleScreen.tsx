import CloudOff from '@mui/icons-material/CloudOffOutlined'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { VEHICLE_EDIT_DELAY_MS } from '#domain/core/limits.ts'
import { toFailure } from '#src/api/failure.ts'
import { DriversForm } from '#src/features/vehicles/entry/DriversForm.tsx'
import { VehicleForm } from '#src/features/vehicles/entry/VehicleForm.tsx'
import { vehicleQuery } from '#src/features/vehicles/entry/vehicle-entry.queries.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIdParam } from '#src/lib/hooks/useIdParam.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { useLeaveVehicleForm } from './useLeaveVehicleForm.ts'
import { VehicleScreen } from './vehicle/VehicleScreen.tsx'

/**
 * /vehicles/:id/edit: the form over the vehicle (VEH-024), or only its drivers for users who may assign them (USR-030).
 */
export function EditVehicleScreen() {
  const mayAssign = useSessionCan('drivers.assign')
  return (
    <>
      <VehicleScreen />
      {mayAssign && <Form />}
    </>
  )
}

function Form() {
  const t = useTexts('vehicle-form', 'errors')
  const vehicleId = useIdParam('vehicleId')
  const navigate = useNavigate()
  const leave = useLeaveVehicleForm()
  const mayEdit = useSessionCan('vehicles.edit')
  const textOf = useFailureText()
  const isDue = useIsDue()
  const isOnline = useOnline()
  // Never refetched: later data must not change the form's values.
  const query = useQuery({
    ...vehicleQuery(vehicleId),
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state }) => state.data === undefined,
  })
  const close = () => void navigate({ to: '/vehicles/$vehicleId', params: { vehicleId: String(vehicleId) } })
  const onSaved = () => void leave(vehicleId, t('vehicle-form:done.updated'))
  if (query.data && isDue && mayEdit)
    return <VehicleForm key={vehicleId} vehicle={query.data} onSaved={onSaved} onClose={close} />
  if (query.data && isDue) return <DriversForm vehicle={query.data} onSaved={onSaved} onClose={close} />
  return (
    <ResponsiveDialog open width="md" title={t('vehicle-form:title.edit')} onClose={close}>
      {query.isError && !isOnline ? (
        <EmptyState
          icon={<CloudOff />}
          title={t('vehicle-form:offline.title')}
          message={t('vehicle-form:offline.noForm')}
        />
      ) : query.isError ? (
        <ErrorPanel message={textOf(toFailure(query.error))} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonList rows={5} />
      )}
    </ResponsiveDialog>
  )
}

/** The form shows its values one second after it opened (VEH-030). */
function useIsDue(): boolean {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), VEHICLE_EDIT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return isDue
}
