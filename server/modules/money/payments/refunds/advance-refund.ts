import { cents } from '#domain/orders/prices.ts'
import type { Transaction } from '#server/db/database.ts'
import type { GatewayTransaction } from '#server/integrations/card-gateway/port.ts'
import type { PaymentPort, PaymentRow } from '#server/modules/money/payments/payment-types.ts'
import { paymentsRepository as payments } from '#server/modules/money/payments/payments.repository.ts'
import type { DatabaseUseCase, Ports } from '#server/use-case.ts'
import { endRefund } from './end-refund.ts'
import { prepareRefund } from './prepare-refund.ts'
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
  await db.tenant(fleetId, (tx) => applyResult(tx, ports, claimed, result))
  ports.announce(fleetId)
}

/** Calls the gateway for the due step of a refund. Null: the outcome is not known yet, or `prepareRefund` ended it. */
async function callGateway(
  { db, ports: { cards, paymentTimings: timings, log } }: DatabaseUseCase<PaymentPort>,
  row: RefundRow,
): Promise<GatewayTransaction | null> {
  const payment = await payments.find(db, row.payment_id)
  if (!payment) throw new Error('The payment of a refund is gone.')
  if (payment.provider !== 'Braintree')
    return { id: row.key, kind: 'refund', status: 'captured', amount: row.amount, reason: null }
  if (row.sent_at !== null) {
    const [found] = await cards.find(row.key)
    if (found) return ownRefund(row, payment, found, log)
    if ((row.sent_seconds_ago ?? 0) < timings.searchSeconds) return null
  }
  const isSent = await db.system((tx) => prepareRefund(tx, row))
  if (!isSent) return null
  const { key, amount } = row
  return ownRefund(row, payment, await cards.refund(payment.gateway_id ?? '', { key, amount }), log)
}

/**
 * Returns the result of a refund. One of another amount has its key, but belongs to a refund that a restored database lacks:
 * this refund has failed (decision 122). A voided sale is returned as it is, with its whole amount.
 */
function ownRefund(
  row: RefundRow,
  payment: PaymentRow,
  result: GatewayTransaction,
  log: Ports['log'],
): GatewayTransaction {
  if (result.id === payment.gateway_id || cents(result.amount) === cents(row.amount)) return result
  log.error(
    { refund: row.key, transaction: result.id },
    'The card gateway has another amount for this refund',
  )
  return { ...result, status: 'failed', reason: 'other' }
}

/** Records the gateway's result. */
async function applyResult(
  tx: Transaction,
  { paymentTimings: timings, log }: Pick<Ports, 'paymentTimings' | 'log'>,
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
  const isTooMuch = await endRefund(tx, payment, row, {
    status: result.status === 'captured' ? 'refunded' : 'failed',
    gatewayId: result.id,
    reason: result.reason,
  })
  if (isTooMuch)
    log.error({ refund: row.key }, 'The gateway refunded more than the bank had left of the payment')
}
