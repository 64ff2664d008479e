import type { Transaction } from '#server/db/database.ts'
import type { GatewayTransaction } from '#server/integrations/card-gateway/port.ts'
import type { PaymentTimings } from '#server/modules/money/payments/payment-timings.ts'
import type { PaymentPort } from '#server/modules/money/payments/payment-types.ts'
import { paymentsRepository as payments } from '#server/modules/money/payments/payments.repository.ts'
import { addOrderActivity } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { type RefundRow, refundsRepository as refunds } from './refunds.repository.ts'

/** Refunds that one server handles in parallel. */
const CONCURRENCY = 5
/** An unsettled sale can only be refunded in full. A partial refund waits for the nightly settlement. */
const WAIT_MAX_SECONDS = 3600

/** Runs the next step of every due refund. Returns the number of due refunds. */
export async function advanceDueRefunds(useCase: DatabaseUseCase<PaymentPort>): Promise<number> {
  const due = await refunds.due(useCase.db, 100)
  for (let n = 0; n < due.length; n += CONCURRENCY) {
    const steps = due.slice(n, n + CONCURRENCY).map((refund) => advanceRefund(useCase, refund))
    for (const result of await Promise.allSettled(steps))
      if (result.status === 'rejected')
        useCase.ports.log.warn({ err: result.reason }, 'A refund could not be continued')
  }
  return due.length
}

/**
 * Runs the due step of one refund, in the same way as a payment's (decision 45): claim, call, record. The key makes the
 * call repeatable. It is repeated only if the gateway still cannot find it after a time longer than any call.
 */
export async function advanceRefund(
  useCase: DatabaseUseCase<PaymentPort>,
  { id, fleet_id: fleetId }: { id: number; fleet_id: number },
): Promise<void> {
  const { db, ports } = useCase
  const timings = ports.paymentTimings
  const claimed = await db.tenant(fleetId, (tx) => refunds.claim(tx, id, timings.claimSeconds))
  if (!claimed) return
  const result = await callGateway(useCase, claimed).catch((error: unknown) => {
    ports.log.warn({ err: error, refund: claimed.key }, 'The card gateway did not respond to a refund')
    return null
  })
  await db.tenant(fleetId, (tx) => applyResult(tx, timings, claimed, result))
  ports.announce(fleetId)
}

/** Calls the gateway for the due step of a refund. Null: the outcome is not known yet. */
async function callGateway(
  { db, ports: { cards, paymentTimings: timings } }: DatabaseUseCase<PaymentPort>,
  row: RefundRow,
): Promise<GatewayTransaction | null> {
  const payment = await payments.find(db, row.payment_id)
  if (!payment) throw new Error('The payment of a refund is gone.')
  // The bank may take the amount back, so the refund waits until the dispute is over.
  if (await refunds.isDisputed(db, row.payment_id)) return null
  if (payment.provider !== 'Braintree')
    return { id: row.key, kind: 'refund', status: 'captured', amount: row.amount, reason: null }
  if (row.sent_at !== null && Date.now() - Date.parse(row.sent_at) < timings.searchSeconds * 1000)
    return (await cards.find(row.key))[0] ?? null
  await db.tenant(row.fleet_id, (tx) => refunds.markSent(tx, row.id))
  return cards.refund(payment.gateway_id ?? '', { key: row.key, amount: row.amount })
}

/** Records the gateway's result. */
async function applyResult(
  tx: Transaction,
  timings: PaymentTimings,
  claimed: RefundRow,
  result: GatewayTransaction | null,
): Promise<void> {
  const { id } = claimed
  // Lock order everywhere: payment, then refund.
  const payment = await payments.lock(tx, claimed.payment_id)
  const row = await refunds.lock(tx, id)
  if (!payment || row?.status !== 'requested') return
  if (result === null) {
    const wait = Math.min(timings.searchEverySeconds * 2 ** Math.min(row.tries, 20), WAIT_MAX_SECONDS)
    await refunds.wait(tx, id, wait)
    return
  }
  const isDone = result.status === 'captured'
  await refunds.end(tx, id, isDone ? 'refunded' : 'failed', result.id)
  if (isDone) {
    await refunds.book(tx, row.payment_id, row.amount)
    await payments.logActivity(tx, payment, 'refunded', {
      amount: row.amount,
      userId: row.requested_by,
      note: row.reason,
    })
  }
  if (payment.order_id !== null)
    await addOrderActivity(
      tx,
      { fleetId: row.fleet_id, id: payment.order_id },
      {
        type: isDone ? 'payment_refunded' : 'payment_refund_failed',
        userId: row.requested_by,
        note: isDone ? row.reason : (result.reason ?? undefined),
        amount: row.amount,
      },
    )
}
