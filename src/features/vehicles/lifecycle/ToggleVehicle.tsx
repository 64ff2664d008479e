import { useState } from 'react'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { api } from '#src/api/client.ts'
import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useVehicleAction } from './useVehicleAction.ts'
import { VehicleActionDialog } from './VehicleActionDialog.tsx'

interface ToggleVehicleProps {
  vehicle: Vehicle
  onDone: (done: 'changed', message: string) => void
  onClose: () => void
}

/** Deactivates or reactivates a vehicle after confirmation (VEH-057). Explains what stays and what ends. */
export function ToggleVehicle({ vehicle, onDone, onClose }: ToggleVehicleProps) {
  const t = useTexts('vehicle-form', 'errors')
  const name = { vehicle: vehicleName(vehicle) }
  const { id } = vehicle
  // The state when the dialog opened: a success whose response was lost must not reverse the question.
  const [isActive] = useState(vehicle.is_active)
  const text = isActive
    ? {
        title: t('vehicle-form:deactivate.title', name),
        message: t('vehicle-form:deactivate.message'),
        confirmLabel: t('vehicle-form:menu.deactivate'),
        done: t('vehicle-form:deactivate.done'),
      }
    : {
        title: t('vehicle-form:activate.title', name),
        message: t('vehicle-form:activate.message'),
        confirmLabel: t('vehicle-form:menu.activate'),
        done: t('vehicle-form:activate.done'),
      }
  const { run, isBusy, failure } = useVehicleAction({
    rev: vehicle.rev,
    call: (context) => api.vehicles.deactivate({ id, is_active: !isActive }, { context }),
    onDone() {
      onClose()
      onDone('changed', text.done)
    },
  })
  return (
    <VehicleActionDialog
      {...text}
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      onConfirm={() => void run()}
    />
  )
}
