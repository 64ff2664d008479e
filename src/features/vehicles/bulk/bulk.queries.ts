import { queryOptions } from '@tanstack/react-query'
import type { BulkUpsertion } from '#contract/vehicles/bulk.ts'
import { api } from '#src/api/client.ts'

/** Polling interval of a running upload: sockets fail on some networks. */
const POLL_MS = 2000
const EARLIER_SHOWN = 5

export const isUploadFinished = ({ status }: Pick<BulkUpsertion, 'status'>) =>
  status !== 'waiting' && status !== 'running'

/** The user's newest upload, or null. */
export const newestUploadQuery = () =>
  queryOptions({
    queryKey: ['bulk-uploads', 'newest'],
    queryFn: async () => {
      const { bulk_upsertions } = await api.bulkUpsertions.list({ page: 1, per_page: 1 })
      return bulk_upsertions[0] ?? null
    },
    refetchInterval: ({ state: { data } }) => (data && !isUploadFinished(data) ? POLL_MS : false),
  })

/** The user's last uploads, newest first. */
export const earlierUploadsQuery = () =>
  queryOptions({
    queryKey: ['bulk-uploads', 'earlier'],
    queryFn: async () =>
      (await api.bulkUpsertions.list({ page: 1, per_page: EARLIER_SHOWN })).bulk_upsertions,
    staleTime: 0,
  })

/** One upload with its progress. */
export const uploadQuery = (id: string) =>
  queryOptions({
    queryKey: ['bulk-uploads', id],
    queryFn: () => api.bulkUpsertions.show({ id }),
    refetchInterval: ({ state: { data } }) => (data && isUploadFinished(data) ? false : POLL_MS),
  })

/** One page of the rows with remarks or errors. */
export const uploadRowsQuery = (id: string, page: number, per_page: number) =>
  queryOptions({
    queryKey: ['bulk-uploads', id, 'rows', page],
    queryFn: () => api.bulkUpsertions.rows({ id, page, per_page }),
  })
