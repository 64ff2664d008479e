import { useNavigate } from '@tanstack/react-router'
import { VehicleForm } from '#src/features/vehicles/entry/VehicleForm.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { VehiclesScreen } from './list/VehiclesScreen.tsx'
import { useLeaveVehicleForm } from './useLeaveVehicleForm.ts'

/** /vehicles/new: the form over the list (VEH-023). */
export function NewVehicleScreen() {
  const t = useTexts('vehicle-form')
  const navigate = useNavigate()
  const leave = useLeaveVehicleForm()
  const mayEdit = useSessionCan('vehicles.edit')
  return (
    <>
      <VehiclesScreen />
      {mayEdit && (
        <VehicleForm
          vehicle={null}
          onSaved={(vehicle) => void leave(vehicle.id, t('vehicle-form:done.created'))}
          // The list behind it keeps its search, filters and sort order.
          onClose={() => void navigate({ to: '/vehicles', search: (list) => list })}
        />
      )}
    </>
  )
}
