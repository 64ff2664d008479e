import { useQueryClient } from '@tanstack/react-query'
import { api, queries } from '#src/api/client.ts'
import { useWrite } from '#src/forms/useWrite.ts'

/** Charges a subscription month again. Online only (ruling 24). */
export function useRetryMonth(month: string, onRequested: () => void) {
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: queries.payments.manualReview.key() })
  return useWrite({
    call: (_, { key }) => api.payments.retrySubscription({ subscription_month: month }, { context: { key } }),
    onSaved() {
      refresh()
      onRequested()
    },
    onFailed: refresh,
  })
}
