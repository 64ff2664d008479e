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

/** Takes a vehicle out of use, or back into it, once it is confirmed (VEH-057); says what stays and what ends. */
export function ToggleVehicle({ vehicle, onDone, onClose }: ToggleVehicleProps) {
  const t = useTexts('vehicle-form', 'errors')
  const { act, ...state } = useVehicleAction(vehicle.rev)
  const name = { vehicle: vehicleName(vehicle) }
  const { id } = vehicle
  // As it was when it was asked about: what was done although its answer was lost must not turn the question round.
  const [isActive] = useState(vehicle.is_active)
  const words = isActive
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
  async function confirm() {
    const refused = await act((context) => api.vehicles.deactivate({ id, is_active: !isActive }, { context }))
    if (refused) return
    onClose()
    onDone('changed', words.done)
  }
  return <VehicleActionDialog {...words} {...state} onConfirm={() => void confirm()} onClose={onClose} />
}
