import { queryOptions } from '@tanstack/react-query'
import type { BulkUpsertion } from '#contract/vehicles/bulk.ts'
import { api } from '#src/api/client.ts'

/** While it works, it is asked for this often: sockets fail on some networks. */
const POLL_MS = 2000
const EARLIER_SHOWN = 5

export const isOver = ({ status }: Pick<BulkUpsertion, 'status'>) =>
  status !== 'waiting' && status !== 'running'

/** The user's newest upload; null: there is none. */
export const newestUploadQuery = () =>
  queryOptions({
    queryKey: ['bulk-uploads', 'newest'],
    queryFn: async () => {
      const { bulk_upsertions } = await api.bulkUpsertions.list({ page: 1, per_page: 1 })
      return bulk_upsertions[0] ?? null
    },
    refetchInterval: ({ state: { data } }) => (data && !isOver(data) ? POLL_MS : false),
  })

/** The user's last uploads, newest first. */
export const earlierUploadsQuery = () =>
  queryOptions({
    queryKey: ['bulk-uploads', 'earlier'],
    queryFn: async () =>
      (await api.bulkUpsertions.list({ page: 1, per_page: EARLIER_SHOWN })).bulk_upsertions,
    staleTime: 0,
  })

/** One upload, how far it is. */
export const uploadQuery = (id: string) =>
  queryOptions({
    queryKey: ['bulk-uploads', id],
    queryFn: () => api.bulkUpsertions.show({ id }),
    refetchInterval: ({ state: { data } }) => (data && isOver(data) ? false : POLL_MS),
  })

/** One page of the rows that something is to be said of. */
export const uploadRowsQuery = (id: string, page: number, per_page: number) =>
  queryOptions({
    queryKey: ['bulk-uploads', id, 'rows', page],
    queryFn: () => api.bulkUpsertions.rows({ id, page, per_page }),
  })
