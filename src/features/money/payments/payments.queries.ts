import type { OrderPayments } from '#contract/money/payments.ts'
import { queries } from '#src/api/client.ts'

/** Polling interval while a payment or refund is in progress. */
const RUNNING_MS = 3_000
const USUAL_MS = 15_000

/** The current payments of one order. */
export const orderPaymentsQuery = (orderId: number) =>
  queries.payments.ofOrder.queryOptions({
    input: { id: orderId },
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? RUNNING_MS : USUAL_MS),
  })

/** One page of the manual review list; `allFleets`: of the whole management company. */
export const manualReviewQuery = (allFleets: boolean) =>
  queries.payments.manualReview.queryOptions({
    input: { all_fleets: allFleets, per_page: 200 },
    retry: false,
  })

function isRunning({ payments, review }: OrderPayments): boolean {
  return (
    review?.reason === 'running' ||
    payments.some(
      ({ status, refunds }) =>
        status === 'requested' ||
        status === 'unknown' ||
        refunds.some((refund) => refund.status === 'requested'),
    )
  )
}
