import { cents } from '#domain/orders/prices.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { CardGateway, GatewayTransaction } from '#server/integrations/card-gateway/port.ts'
import { Problem } from '#server/problem.ts'
import type { ApprovalTransitions } from '../../orders/orders/approval-types.ts'
import type { OrderLifecycleService } from '../../orders/orders/order-lifecycle.service.ts'
import type { PaymentRow } from './payment-types.ts'
import type { PaymentsRepository } from './payments.repository.ts'

export interface PaymentTimings {
  /** A server that takes longer than this for one step counts as killed. Must be longer than the gateway's timeout. */
  claimSeconds: number
  /**
   * After this time, an attempt that the gateway cannot find counts as never received. Must be longer than
   * `claimSeconds`.
   */
  searchSeconds: number
  /** Interval between two searches. */
  searchEverySeconds: number
  /** How long to keep searching for an attempt that never arrived. */
  lateSearchSeconds: number
  /** Delays between the first capture attempts. After the last one, the order goes to manual review. */
  captureWaits: readonly number[]
  /** Interval between later capture attempts. */
  captureEverySeconds: number
}

export const PAYMENT_TIMINGS: PaymentTimings = {
  claimSeconds: 60,
  searchSeconds: 120,
  searchEverySeconds: 10,
  lateSearchSeconds: 86_400,
  captureWaits: [2, 10, 60, 300],
  captureEverySeconds: 3600,
}

export interface PaymentRunnerDeps {
  db: Database
  cards: CardGateway
  payments: PaymentsRepository
  transitions: ApprovalTransitions
  lifecycle: OrderLifecycleService
  announce: (fleetId: number) => void
  log: { warn(about: object, message: string): void }
  timings: PaymentTimings
}

/** The gateway's response: the state of the transaction, `not_found`, or no response. */
type GatewayResult = { transaction: GatewayTransaction } | 'not_found' | 'no_response'

/**
 * Runs the due steps of `payments` rows. Each step claims the row in one transaction, calls the gateway outside, and
 * records the result in another. A kill at any point leaves a row that any server can continue (decision 45).
 */
export function paymentRunner(deps: PaymentRunnerDeps) {
  const { db, cards, payments, transitions, lifecycle, announce, log, timings } = deps

  async function callGateway(row: PaymentRow): Promise<GatewayResult> {
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
        return { transaction: await cards.authorize({ key, token, amount, currency }) }
      }
      const found = await cards.find(row.key)
      const live = found.find(({ status }) => status === 'authorized') ?? found[0]
      if (!live) return 'not_found'
      // The attempt has failed on our side, so release the late authorization.
      if (row.status === 'failed' && live.status === 'authorized')
        return { transaction: await cards.void(live.id) }
      return { transaction: live }
    } catch (error) {
      log.warn({ err: error, payment: row.key }, 'The card gateway did not respond')
      return 'no_response'
    }
  }

  /** Runs one step of one payment. Returns the reason if an authorized order could not be approved. */
  async function advance({
    id,
    fleet_id: fleetId,
  }: {
    id: number
    fleet_id: number
  }): Promise<Problem | null> {
    const claimed = await db.tenant(fleetId, (tx) => payments.claim(tx, id, timings.claimSeconds))
    if (!claimed) return null
    const result = await callGateway(claimed)
    const refused = await db.tenant(fleetId, async (tx) => {
      const row = await payments.lock(tx, id)
      if (!row) return null
      if (row.status === 'authorized') return applyAuthorizedResult(tx, row, result)
      if (row.status === 'requested' || row.status === 'unknown') return applyChargeResult(tx, row, result)
      return applyLateResult(tx, row, result)
    })
    announce(fleetId)
    return refused
  }

  async function applyChargeResult(
    tx: Transaction,
    row: PaymentRow,
    result: GatewayResult,
  ): Promise<Problem | null> {
    const wait = timings.searchEverySeconds
    if (result === 'no_response') {
      await payments.saveState(tx, row.id, { status: 'unknown', waitSeconds: wait })
      return null
    }
    if (result === 'not_found') {
      const sentMs = Date.parse(row.sent_at ?? row.created_at)
      if (Date.now() - sentMs < timings.searchSeconds * 1000)
        await payments.saveState(tx, row.id, { status: 'unknown', waitSeconds: wait })
      else await fail(tx, row, 'not_found', wait)
      return null
    }
    const { transaction } = result
    if (transaction.status === 'authorized' || transaction.status === 'captured')
      return authorize(tx, row, transaction.id)
    const reason = transaction.reason ?? transaction.status
    await payments.saveState(tx, row.id, {
      status: 'declined',
      // A request that the gateway rejected has no transaction.
      ...(transaction.id !== '' && { gatewayId: transaction.id }),
      reason,
      waitSeconds: null,
    })
    await payments.logActivity(tx, row, 'declined', { userId: row.requested_by, note: reason })
    if (row.order_id !== null) await logOrderActivity(tx, row, 'payment_declined', reason)
    await requestManualApproval(tx, row)
    return null
  }

  /**
   * Records the authorization and approves the order in the same transaction. Releases the amount if the approval
   * fails.
   */
  async function authorize(tx: Transaction, row: PaymentRow, gatewayId: string): Promise<Problem | null> {
    await payments.saveState(tx, row.id, { status: 'authorized', gatewayId, waitSeconds: null })
    await payments.logActivity(tx, row, 'authorized', { userId: row.requested_by })
    const { order_id: orderId, decision } = row
    if (orderId === null || decision === null) {
      const captureAmount = row.amount
      await payments.saveState(tx, row.id, { nextAction: 'capture', captureAmount, waitSeconds: 0 })
      return null
    }
    const of = { fleetId: row.fleet_id, orderId, userId: row.requested_by, decision }
    try {
      await tx.attempt(async () => {
        const { total } = await transitions.quote(tx, of)
        if (cents(total) > cents(row.amount)) throw new Problem('stale')
        await logOrderActivity(tx, row, 'payment_authorized')
        await transitions.approve(tx, of)
      })
      return null
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      await payments.saveState(tx, row.id, { nextAction: 'void', waitSeconds: 0 })
      await requestManualApproval(tx, row)
      return error
    }
  }

  async function applyAuthorizedResult(
    tx: Transaction,
    row: PaymentRow,
    result: GatewayResult,
  ): Promise<null> {
    if (result === 'no_response' || result === 'not_found') {
      await scheduleRetry(tx, row)
      return null
    }
    const { status, reason } = result.transaction
    if (status === 'captured') await capture(tx, row)
    else if (status === 'voided' && row.next_action === 'void') {
      await payments.saveState(tx, row.id, { status: 'voided', nextAction: null, waitSeconds: null })
      await payments.logActivity(tx, row, 'voided')
      if (row.order_id !== null) await logOrderActivity(tx, row, 'payment_voided')
    } else if (status === 'authorized') await scheduleRetry(tx, row)
    else {
      // It expired, or it was voided at the gateway.
      await payments.saveState(tx, row.id, { nextAction: null, waitSeconds: null })
      await fail(tx, row, reason ?? status, null)
      if (row.next_action === 'capture') await moveToReview(tx, row)
    }
    return null
  }

  async function capture(tx: Transaction, row: PaymentRow): Promise<void> {
    const captureAmount = row.capture_amount ?? row.amount
    await payments.saveState(tx, row.id, {
      status: 'captured',
      nextAction: null,
      captureAmount,
      waitSeconds: null,
    })
    await payments.logActivity(tx, row, 'captured', { amount: captureAmount })
    if (row.order_id !== null)
      await lifecycle.transition(tx, { fleetId: row.fleet_id, id: row.order_id }, 'pay', { system: true })
  }

  /** Handles a result for a failed attempt. A late authorization is voided, and the search continues for a day. */
  async function applyLateResult(tx: Transaction, row: PaymentRow, result: GatewayResult): Promise<null> {
    const ageSeconds = (Date.now() - Date.parse(row.created_at)) / 1000
    // An authorization from a server that was paused has just arrived. The next search voids it.
    const isLateHold = typeof result === 'object' && result.transaction.status === 'authorized'
    const isOver = (typeof result === 'object' && !isLateHold) || ageSeconds > timings.lateSearchSeconds
    const everySeconds = Math.min(timings.searchEverySeconds * 2 ** row.tries, 14_400)
    const waitSeconds = row.status !== 'failed' || isOver ? null : isLateHold ? 0 : everySeconds
    await payments.saveState(tx, row.id, { waitSeconds })
    return null
  }

  async function fail(tx: Transaction, row: PaymentRow, reason: string, waitSeconds: number | null) {
    await payments.saveState(tx, row.id, { status: 'failed', reason, waitSeconds })
    await payments.logActivity(tx, row, 'failed', { note: reason })
    if (row.order_id !== null) await logOrderActivity(tx, row, 'payment_failed', reason)
    await requestManualApproval(tx, row)
  }

  async function scheduleRetry(tx: Transaction, row: PaymentRow): Promise<void> {
    if (row.next_action === 'void') {
      await payments.saveState(tx, row.id, { waitSeconds: Math.min(2 ** row.tries, 300) })
      return
    }
    const wait = timings.captureWaits[row.tries - 1]
    await payments.saveState(tx, row.id, { waitSeconds: wait ?? timings.captureEverySeconds })
    if (wait === undefined) await moveToReview(tx, row)
  }

  /** Moves the order to manual review (ruling 28), unless it is there already. */
  async function moveToReview(tx: Transaction, row: PaymentRow): Promise<void> {
    if (row.order_id === null) return
    const of = { fleetId: row.fleet_id, id: row.order_id }
    if ((await lifecycle.statusOf(tx, of)) === 'complete')
      await lifecycle.transition(tx, of, 'defer_payment', { system: true })
  }

  /** Requests approval by a user, because the approval by policy could not be paid. */
  async function requestManualApproval(tx: Transaction, row: PaymentRow): Promise<void> {
    if (row.order_id === null || row.decision === null || row.requested_by !== null) return
    const of = { fleetId: row.fleet_id, id: row.order_id }
    if ((await lifecycle.statusOf(tx, of)) === 'awaiting_approval')
      await logOrderActivity(tx, row, 'approval_required')
  }

  const logOrderActivity = (tx: Transaction, row: PaymentRow, type: string, note?: string) =>
    lifecycle.logActivity(
      tx,
      { fleetId: row.fleet_id, id: row.order_id ?? 0 },
      { type, userId: row.requested_by, note, ...(type !== 'approval_required' && { amount: row.amount }) },
    )

  return {
    advance,

    /** Runs the next step of every due payment. Returns the number of due payments. */
    async runDue(limit = 100): Promise<number> {
      const due = await payments.due(db, limit)
      for (let n = 0; n < due.length; n += CONCURRENCY) {
        const results = await Promise.allSettled(due.slice(n, n + CONCURRENCY).map(advance))
        for (const result of results)
          if (result.status === 'rejected')
            log.warn({ err: result.reason }, 'A payment could not be continued')
      }
      return due.length
    },
  }
}
export type PaymentRunner = ReturnType<typeof paymentRunner>

/** Payments that one server handles in parallel. */
const CONCURRENCY = 5

/** Returns the result for WEX and Fleetcor, which have no gateway (ruling 29): the recorded step counts as done. */
function accountTransaction(row: PaymentRow): GatewayTransaction {
  const isHeld = row.status === 'authorized'
  const status = isHeld ? (row.next_action === 'void' ? 'voided' : 'captured') : 'authorized'
  return { id: row.key, kind: 'sale', status, amount: row.capture_amount ?? row.amount, reason: null }
}
