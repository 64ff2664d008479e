import { queryOptions, skipToken } from '@tanstack/react-query'
import type { Order } from '#contract/orders/order.ts'
import { APPROVALS_PER_PAGE } from '#domain/core/limits.ts'
import { queries } from '#src/api/client.ts'

/** Rows of the queue that the dashboard shows. The navigation takes its count from the same query. */
const QUEUE_EXCERPT = 3

/** The first orders that wait for this user, and the total number. */
export const queueExcerptQuery = () =>
  queries.approvals.queue.queryOptions({ input: { page: 1, per_page: QUEUE_EXCERPT }, retry: false })

/** The number that the navigation showed last, of this user in this fleet. It is only written, never fetched. */
export const lastCountQuery = () =>
  queryOptions<number>({
    queryKey: ['last-approvals-count'],
    queryFn: skipToken,
    meta: { persist: true },
    gcTime: Number.POSITIVE_INFINITY,
  })

/** The whole queue, paginated. */
export const queueQuery = () =>
  queries.approvals.queue.infiniteOptions({
    input: (page: number) => ({ page, per_page: APPROVALS_PER_PAGE }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total_pages }) => (page < total_pages ? page + 1 : undefined),
    staleTime: 0,
    retry: false,
  })

/** Price comparisons of the order's services. Keyed by revision, because they depend on the services. */
export const previewQuery = ({ id, rev }: Pick<Order, 'id' | 'rev'>) => {
  const input = { id, priceAsApprovalsLogic: true }
  return queries.approvals.preview.queryOptions({
    input,
    queryKey: [...queries.approvals.preview.queryKey({ input }), rev],
    retry: false,
  })
}

export const notesQuery = (orderId: number) =>
  queries.approvals.notes.queryOptions({ input: { shop_order_id: orderId }, retry: false })
