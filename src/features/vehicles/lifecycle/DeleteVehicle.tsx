import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { VEHICLE_TEXT_MAX } from '#domain/core/limits.ts'
import { api } from '#src/api/client.ts'
import { vehicleQuery } from '#src/features/vehicles/entry/vehicle-entry.queries.ts'
import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { useVehicleAction } from './useVehicleAction.ts'
import { VehicleActionDialog } from './VehicleActionDialog.tsx'

/** Ignores case and spaces, because phone keyboards add their own. */
const plain = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()

interface DeleteVehicleProps {
  vehicle: Vehicle
  onDone: (done: 'deleted', message: string) => void
  onClose: () => void
}

/**
 * Deletes a vehicle after confirmation (VEH-055, VEH-056). Shows what is deleted with it, and what prevents it
 * (decision 21).
 */
export function DeleteVehicle({ vehicle, onDone, onClose }: DeleteVehicleProps) {
  const t = useTexts('vehicle-form', 'errors')
  const { data } = useQuery(vehicleQuery(vehicle.id))
  const { run, isBusy, failure } = useVehicleAction({
    // The newer revision: after a concurrent change, this device syncs before the next attempt.
    rev: Math.max(data?.rev ?? 0, vehicle.rev),
    call: (context) => api.vehicles.destroy({ id: vehicle.id }, { context }),
    onDone: () => onDone('deleted', t('vehicle-form:delete.done')),
  })
  const name = vehicleName(vehicle)
  const [typed, setTyped] = useState('')
  const count = data?.history_count ?? 0
  return (
    <VehicleActionDialog
      isBusy={isBusy}
      failure={failure}
      onClose={onClose}
      isDestructive
      isUnconfirmed={plain(typed) !== plain(name)}
      title={t('vehicle-form:delete.title', { vehicle: name })}
      message={
        <Stack sx={{ gap: 1.5 }}>
          <span>
            {t('vehicle-form:delete.message')} {count > 0 && t('vehicle-form:delete.entries', { count })}{' '}
            {vehicle.is_active && t('vehicle-form:delete.instead')}
          </span>
          <TextInput
            required
            label={t('vehicle-form:delete.typeName', { vehicle: name })}
            value={typed}
            onChange={setTyped}
            autoComplete="off"
            maxLength={VEHICLE_TEXT_MAX}
          />
        </Stack>
      }
      confirmLabel={t('vehicle-form:menu.delete')}
      disabledReason={data?.active_order ? t('errors:vehicle_in_order') : undefined}
      onConfirm={() => void run()}
    />
  )
}
