import { isOnVehicle } from '#domain/maintenance/policy-rules.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { NoAccess } from '#src/ui/feedback/NoAccess.tsx'
import { PolicyList } from './list/PolicyList.tsx'
import { PoliciesAge, PolicyStates } from './list/PolicyStates.tsx'
import { PolicyNotice } from './PolicyNotice.tsx'

interface VehiclePoliciesProps {
  vehicleId: number
  /** Opens the policies for editing (SET-024). */
  onEdit: () => void
}

/** Policies of a vehicle, read-only; they are edited in the settings. */
export function VehiclePolicies({ vehicleId, onEdit }: VehiclePoliciesProps) {
  const t = useTexts('policies')
  const canRead = useSessionCan('policies.read')
  const canEdit = useSessionCan('policies.edit')
  const actions = { onEdit, onDelete: undefined, blocked: undefined }
  if (!canRead) return <NoAccess />
  return (
    <Stack sx={{ gap: 2 }}>
      <PolicyNotice vehicleId={vehicleId} />
      <PoliciesAge />
      <PolicyStates>
        {(policies) => {
          const own = policies.filter((policy) => isOnVehicle(policy, vehicleId))
          return own.length === 0 ? (
            <EmptyState title={t('policies:noneHere')} />
          ) : (
            <PolicyList policies={own} actions={canEdit ? actions : undefined} />
          )
        }}
      </PolicyStates>
    </Stack>
  )
}
