import { useQuery } from '@tanstack/react-query'
import { queries } from '#src/api/client.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

/** Warns where no policy is on the vehicle (VEH-093, VEH-094); says nothing while that is not known. */
export function PolicyNotice({ vehicleId }: { vehicleId: number }) {
  const t = useTexts('vehicles')
  const { data } = useQuery(
    // Not the form's own query: what it opens with must be as fresh as it asks for.
    queries.vehicles.show.queryOptions({ input: { id: vehicleId }, retry: false }),
  )
  return data?.has_policy === false ? (
    <AlertBox type="notice" message={t('vehicles:detail.noPolicy')} />
  ) : null
}
