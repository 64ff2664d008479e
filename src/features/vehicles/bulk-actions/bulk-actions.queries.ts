import { queryOptions, skipToken } from '@tanstack/react-query'
import type { BulkActionInput } from '#contract/vehicles/bulk-actions.ts'
import { api } from '#src/api/client.ts'

/** Polling interval for the progress of a running action. */
const POLL_MS = 700

/** What an action would do now; null: the input is not complete yet. */
export const previewQuery = (input: BulkActionInput | null) =>
  queryOptions({
    queryKey: ['bulk-actions', 'check', input],
    retry: false,
    staleTime: 0,
    gcTime: 0,
    queryFn: input === null ? skipToken : () => api.bulkActions.check(input),
  })

/** An action, polled until it is finished. */
export const actionQuery = (id: string) =>
  queryOptions({
    queryKey: ['bulk-actions', id],
    queryFn: () => api.bulkActions.show({ id }),
    refetchInterval: ({ state: { data } }) => (data?.finished_at ? false : POLL_MS),
  })
