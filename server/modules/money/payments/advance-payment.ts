import { cents } from '#domain/orders/prices.ts'
import type { Transaction } from '#server/db/database.ts'
import type { GatewayTransaction } from '#server/integrations/card-gateway/port.ts'
import type { Problem } from '#server/problem.ts'
import type { DatabaseUseCase, Ports } from '#server/use-case.ts'
import type { PaymentTimings } from './payment-timings.ts'
import type { GatewayResult, PaymentKey, PaymentPort, PaymentRow } from './payment-types.ts'
import { paymentsRepository as payments } from './payments.repository.ts'
import { settleCharge } from './settle-charge.ts'
import { settleHold } from './settle-hold.ts'

/** Payments that one server handles in parallel. */
const CONCURRENCY = 5

/** Runs the next step of every due payment. Returns the number of due payments. */
export async function advanceDuePayments(useCase: DatabaseUseCase<PaymentPort>): Promise<number> {
  const due = await payments.due(useCase.db, 100)
  for (let n = 0; n < due.length; n += CONCURRENCY) {
    const steps = due.slice(n, n + CONCURRENCY).map((payment) => advancePayment(useCase, payment))
    for (const result of await Promise.allSettled(steps))
      if (result.status === 'rejected')
        useCase.ports.log.warn({ err: result.reason }, 'A payment could not be continued')
  }
  return due.length
}

/**
 * Runs the due step of one payment: claims the row in one transaction, calls the gateway outside, and records the result
 * in another. A kill at any point leaves a row that any server can continue (decision 45). Does nothing if no step is due
 * or another server runs it. Returns the reason if an authorized order could not be approved.
 */
export async function advancePayment(
  useCase: DatabaseUseCase<PaymentPort>,
  { id, fleet_id: fleetId }: PaymentKey,
): Promise<Problem | null> {
  const { db, clock, ports } = useCase
  const timings = ports.paymentTimings
  const claimed = await db.tenant(fleetId, (tx) => payments.claim(tx, id, timings.claimSeconds))
  if (!claimed) return null
  const result = await callGateway(useCase, claimed)
  const refused = await db.tenant(fleetId, async (tx) => {
    const row = await payments.lock(tx, id)
    if (row?.status === 'requested' || row?.status === 'unknown')
      return settleCharge({ tx, clock }, timings, row, result)
    if (row?.status === 'authorized') {
      // The result of a search that another server overtook says nothing about the capture.
      if (claimed.status === 'authorized') await settleHold(tx, timings, row, result)
    } else if (row) await settleLate(tx, timings, row, result)
    return null
  })
  ports.announce(fleetId)
  return refused
}

/** Handles a result for a failed attempt. A late authorization is voided, and the search continues for a day. */
async function settleLate(
  tx: Transaction,
  timings: PaymentTimings,
  row: PaymentRow,
  result: GatewayResult,
): Promise<void> {
  // An authorization from a server that was paused has just arrived. The next search voids it.
  const isLateHold = typeof result === 'object' && result.transaction.status === 'authorized'
  const isOver =
    (typeof result === 'object' && !isLateHold) || row.created_seconds_ago > timings.lateSearchSeconds
  const everySeconds = Math.min(timings.searchEverySeconds * 2 ** row.tries, 14_400)
  const waitSeconds = row.status !== 'failed' || isOver ? null : isLateHold ? 0 : everySeconds
  await payments.saveState(tx, row.id, { waitSeconds })
}

/** Calls the gateway for the due step of a payment. Failures of the call are logged and returned as no response. */
async function callGateway(
  { db, ports: { cards, log } }: DatabaseUseCase<PaymentPort>,
  row: PaymentRow,
): Promise<GatewayResult> {
  try {
    if (row.provider !== 'Braintree') return { transaction: accountTransaction(row) }
    if (row.status === 'authorized') {
      const id = row.gateway_id ?? ''
      if (row.next_action === null) return 'no_response'
      const isVoid = row.next_action === 'void'
      return {
        transaction: isVoid
          ? await cards.void(id)
          : await cards.capture(id, row.capture_amount ?? row.amount),
      }
    }
    if (row.status === 'requested' && row.sent_at === null) {
      const token = await payments.tokenOf(db, row.method_id ?? 0)
      const { key, amount, currency } = row
      return ownTransaction(row, await cards.authorize({ key, token, amount, currency }), log)
    }
    const found = await cards.find(row.key)
    const live = found.find(({ status }) => status === 'authorized') ?? found[0]
    if (!live) return 'not_found'
    // The attempt has failed on our side, so release the late authorization.
    if (row.status === 'failed' && live.status === 'authorized')
      return { transaction: await cards.void(live.id) }
    return ownTransaction(row, live, log)
  } catch (error) {
    log.warn({ err: error, payment: row.key }, 'The card gateway did not respond')
    return 'no_response'
  }
}

/**
 * Returns the transaction of an attempt. One of another amount has its key, but belongs to an attempt that a restored
 * database lacks: this attempt did not reach the gateway (decision 122).
 */
function ownTransaction(row: PaymentRow, transaction: GatewayTransaction, log: Ports['log']): GatewayResult {
  const { id, amount } = transaction
  // A request that the gateway rejected has no transaction.
  if (id === '' || cents(amount) === cents(row.amount)) return { transaction }
  log.error({ payment: row.key, transaction: id }, 'The card gateway has another amount for this payment')
  return 'not_found'
}

/** Returns the result for WEX and Fleetcor, which have no gateway (ruling 29): the recorded step counts as done. */
function accountTransaction(row: PaymentRow): GatewayTransaction {
  const isHeld = row.status === 'authorized'
  const status = isHeld ? (row.next_action === 'void' ? 'voided' : 'captured') : 'authorized'
  return { id: row.key, kind: 'sale', status, amount: row.capture_amount ?? row.amount, reason: null }
}
