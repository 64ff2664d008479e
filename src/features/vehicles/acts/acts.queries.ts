import { queryOptions, skipToken } from '@tanstack/react-query'
import type { BulkActInput } from '#contract/vehicles/bulk-acts.ts'
import { api } from '#src/api/client.ts'

/** Polling interval for the progress of a running act. */
const POLL_MS = 700

/** What an act would do now; null: the input is not complete yet. */
export const previewQuery = (input: BulkActInput | null) =>
  queryOptions({
    queryKey: ['bulk-acts', 'check', input],
    retry: false,
    staleTime: 0,
    gcTime: 0,
    queryFn: input === null ? skipToken : () => api.bulkActs.check(input),
  })

/** An act, polled until it is finished. */
export const actQuery = (id: string) =>
  queryOptions({
    queryKey: ['bulk-acts', id],
    queryFn: () => api.bulkActs.show({ id }),
    refetchInterval: ({ state: { data } }) => (data?.finished_at ? false : POLL_MS),
  })
