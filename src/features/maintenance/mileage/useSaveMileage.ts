import { useQueryClient } from '@tanstack/react-query'
import type { MileageInput } from '#contract/maintenance/schedules.ts'
import { api } from '#src/api/client.ts'
import { oemQuery } from '#src/features/maintenance/schedules/schedules.queries.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

/** Saves the mileage form. The fleet's usage values are not queued offline, so a missing connection is an error. */
export function useSaveMileage(vehicleId: number, hasClassIntervals: boolean) {
  const t = useTexts('schedules')
  const toast = useToast()
  const textOf = useFailureText()
  const client = useQueryClient()
  const { cache } = useOffline()
  return useWrite({
    call: (input: MileageInput) =>
      hasClassIntervals ? api.schedules.intervalBased(input) : api.schedules.serviceBased(input),
    async refresh() {
      await cache.refresh()
      await client.invalidateQueries({ queryKey: oemQuery(vehicleId).queryKey })
    },
    onSaved: () => toast('success', t('schedules:mileage.saved')),
    onFailed: (failure) => toast('danger', textOf(failure)),
  })
}
