import { useNavigate } from '@tanstack/react-router'
import { VEHICLE_EDIT_DELAY_MS } from '#domain/core/limits.ts'
import { useLinkedFleetId } from '#src/features/fmc/fleets/useLinkedFleet.ts'
import { PartDialog } from '#src/features/vehicles/entry/PartDialog.tsx'
import { VehicleForm } from '#src/features/vehicles/entry/VehicleForm.tsx'
import { VehicleLoader } from '#src/features/vehicles/entry/VehicleLoader.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useHasElapsed } from '#src/lib/hooks/useHasElapsed.ts'
import { useIdParam } from '#src/lib/hooks/useIdParam.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { useLeaveVehicleForm } from './useLeaveVehicleForm.ts'
import { VehicleScreen } from './vehicle/VehicleScreen.tsx'

/**
 * /vehicles/:id/edit: the form over the vehicle (VEH-024), or only its drivers for users who may assign them (USR-030).
 */
export function EditVehicleScreen() {
  const mayAssign = useSessionCan('drivers.assign')
  // The form would cover the banner that offers to switch to the vehicle's fleet.
  const isOfOtherFleet = useLinkedFleetId() !== null
  return (
    <>
      <VehicleScreen />
      {mayAssign && !isOfOtherFleet && <Form />}
    </>
  )
}

function Form() {
  const t = useTexts('vehicle-form')
  const vehicleId = useIdParam('vehicleId')
  const navigate = useNavigate()
  const leave = useLeaveVehicleForm()
  const mayEdit = useSessionCan('vehicles.edit')
  // The form shows its values one second after it opened (VEH-030).
  const isReady = useHasElapsed(VEHICLE_EDIT_DELAY_MS)
  const onClose = () =>
    void navigate({
      to: '/vehicles/$vehicleId',
      params: { vehicleId: String(vehicleId) },
      search: (before) => before,
    })
  const onSaved = () => void leave(vehicleId, t('vehicle-form:done.updated'))
  return (
    <VehicleLoader
      title={t('vehicle-form:title.edit')}
      width="md"
      vehicleId={vehicleId}
      isReady={isReady}
      onClose={onClose}
    >
      {(vehicle) =>
        mayEdit ? (
          <VehicleForm key={vehicleId} vehicle={vehicle} onSaved={onSaved} onClose={onClose} />
        ) : (
          <PartDialog
            part="drivers"
            title={t('vehicle-form:title.drivers')}
            vehicle={vehicle}
            onSaved={onSaved}
            onClose={onClose}
          />
        )
      }
    </VehicleLoader>
  )
}
