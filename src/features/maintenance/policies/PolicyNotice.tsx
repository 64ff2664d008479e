import { useQuery } from '@tanstack/react-query'
import { isOnVehicle } from '#domain/maintenance/policy-rules.ts'
import { queries } from '#src/api/client.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { policiesQuery } from './policies.queries.ts'

/** The policies change seldom, and here they only stand in for the server. */
const HOUR_MS = 3_600_000

/** Warns where no policy is on the vehicle, also without signal (VEH-093, VEH-094); says nothing while that is not known. */
export function PolicyNotice({ vehicleId }: { vehicleId: number }) {
  const t = useTexts('vehicles')
  const { data } = useQuery(
    // Not the form's own query: what it opens with must be as fresh as it asks for.
    queries.vehicles.show.queryOptions({ input: { id: vehicleId }, retry: false }),
  )
  const kept = useQuery({ ...policiesQuery(), staleTime: HOUR_MS, enabled: useSessionCan('policies.read') })
  const hasPolicy = data
    ? data.has_policy
    : kept.data?.policies.some((policy) => isOnVehicle(policy, vehicleId))
  return hasPolicy === false ? <AlertBox type="notice" message={t('vehicles:detail.noPolicy')} /> : null
}
