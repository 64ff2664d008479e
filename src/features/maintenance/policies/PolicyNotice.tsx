import { useQuery } from '@tanstack/react-query'
import { isOnVehicle } from '#domain/maintenance/policy-rules.ts'
import { queries } from '#src/api/client.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { policiesQuery } from './policies.queries.ts'

/** Policies change rarely, and this is only a fallback for the server's data. */
const HOUR_MS = 3_600_000

/** Warns if the vehicle has no policy, also offline (VEH-093, VEH-094); renders nothing while unknown. */
export function PolicyNotice({ vehicleId }: { vehicleId: number }) {
  const t = useTexts('vehicles')
  const { data } = useQuery(
    // Separate from the form's query, which has its own freshness requirements.
    queries.vehicles.show.queryOptions({ input: { id: vehicleId }, retry: false }),
  )
  const query = useQuery({ ...policiesQuery(), staleTime: HOUR_MS, enabled: useSessionCan('policies.read') })
  const hasPolicy = data
    ? data.has_policy
    : query.data?.policies.some((policy) => isOnVehicle(policy, vehicleId))
  return hasPolicy === false ? <AlertBox type="notice" message={t('vehicles:detail.noPolicy')} /> : null
}
