import { useNavigate } from '@tanstack/react-router'
import { VehiclePolicies } from '#src/features/maintenance/policies/VehiclePolicies.tsx'
import { useIdParam } from '#src/lib/hooks/useIdParam.ts'
import { VehicleFrame } from './VehicleFrame.tsx'

/** /vehicles/:id/policies: the policies that apply to a vehicle (VEH-091). */
export function VehiclePoliciesScreen() {
  const vehicleId = useIdParam('vehicleId')
  const navigate = useNavigate()
  return (
    <VehicleFrame vehicleId={vehicleId} tab="policies">
      {() => (
        <VehiclePolicies
          vehicleId={vehicleId}
          // SET-012, SET-024: state 1 opens Policies.
          onEdit={() => void navigate({ to: '/settings', state: { state: 1 } })}
        />
      )}
    </VehicleFrame>
  )
}
