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

/** Requests for an action whose response was lost, 5 s apart: the server may still be storing it. */
const UNCONFIRMED_TRIES = 6
const UNCONFIRMED_MS = 5000

/** An action whose response was lost. */
export const unconfirmedQuery = (id: string) =>
  queryOptions({
    queryKey: ['bulk-actions', id, 'unconfirmed'],
    queryFn: () => api.bulkActions.show({ id }),
    gcTime: 0,
    retry: UNCONFIRMED_TRIES,
    retryDelay: UNCONFIRMED_MS,
  })

/** An action, polled until it is finished. */
export const actionQuery = (id: string) =>
  queryOptions({
    queryKey: ['bulk-actions', id],
    queryFn: () => api.bulkActions.show({ id }),
    refetchInterval: ({ state: { data } }) => (data?.finished_at ? false : POLL_MS),
  })
