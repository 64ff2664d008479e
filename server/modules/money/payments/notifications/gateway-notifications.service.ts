import { createHash } from 'node:crypto'
import {
  NOTIFICATION_AGE_DAYS,
  NOTIFICATION_REFUSALS,
  NOTIFICATION_WINDOW_MINUTES,
} from '#domain/core/limits.ts'
import { cents, difference } from '#domain/orders/prices.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import {
  type GatewayNotification,
  type GatewayNotifications,
  NotificationRejected,
} from '#server/integrations/card-gateway/notifications.ts'
import { limitFailures } from '#server/modules/access/session/attempts.ts'
import { networkOf } from '#server/modules/access/session/limits.ts'
import type { PaymentRow } from '#server/modules/money/payments/payment-types.ts'
import type { PaymentsRepository } from '#server/modules/money/payments/payments.repository.ts'
import type { RefundsRepository } from '#server/modules/money/payments/refunds.repository.ts'
import type { SubscriptionsService } from '#server/modules/money/subscriptions/subscriptions.service.ts'
import type { OrderLifecycleService } from '#server/modules/orders/orders/order-lifecycle.service.ts'
import { Problem } from '#server/problem.ts'
import type { GatewayNotificationsRepository, SavedDispute } from './gateway-notifications.repository.ts'

interface Deps {
  db: Database
  source: GatewayNotifications
  notifications: GatewayNotificationsRepository
  payments: PaymentsRepository
  refunds: RefundsRepository
  subscriptions: Pick<SubscriptionsService, 'reopen' | 'isOwed'>
  lifecycle: OrderLifecycleService
  announce: (fleetId: number) => void
  log: { info(about: object, message: string): void; warn(about: object, message: string): void }
  now: () => Date
}

const AGE_MAX_MS = NOTIFICATION_AGE_DAYS * 86_400_000
/** Allowed difference between the gateway's clock and ours. */
const CLOCK_ERROR_MS = 3_600_000

/**
 * Handles notifications of the card gateway (decision 46). A declined settlement or a lost dispute reverses the capture
 * and moves the order to manual review; an open dispute is only marked. Each notification takes effect once, in any
 * order.
 */
export function gatewayNotificationsService(deps: Deps) {
  const { db, source, notifications, payments, refunds, subscriptions, lifecycle, announce, log, now } = deps

  /** Reverses a capture: the bank took back the whole remaining amount. */
  async function reverseCapture(
    tx: Transaction,
    row: PaymentRow,
    kind: 'settlement_declined' | 'dispute_lost',
  ) {
    await payments.saveState(tx, row.id, { status: 'failed', reason: kind, waitSeconds: null })
    if (row.subscription_month !== null)
      await subscriptions.reopen(tx, {
        ...{ fleetId: row.fleet_id, month: row.subscription_month, from: 'paid' },
      })
    if (row.order_id === null) return
    const of = { fleetId: row.fleet_id, id: row.order_id }
    if ((await lifecycle.statusOf(tx, of)) === 'paid')
      await lifecycle.transition(tx, of, 'payment_returned', { system: true }, {}, { note: kind })
  }

  /**
   * Handles the return of a lost dispute's amount. The payment counts again if nothing has replaced it. Otherwise the
   * amount is refunded, because the order or month has been paid in another way, or is being paid now.
   */
  async function returnAmount(tx: Transaction, row: PaymentRow, dispute: SavedDispute): Promise<void> {
    if (dispute.taken_back === 'part') await refunds.book(tx, row.id, `-${dispute.amount}`)
    if (dispute.taken_back !== 'whole' || row.status !== 'failed' || row.reason !== 'dispute_lost') return
    const { fleet_id: fleetId, order_id: orderId, subscription_month: month } = row
    const isOwed =
      !(await payments.isReplaced(tx, row)) &&
      (orderId === null
        ? month !== null && (await subscriptions.isOwed(tx, { fleetId, month }))
        : (await lifecycle.statusOf(tx, { fleetId, id: orderId })) === 'paid_deferred')
    if (!isOwed) {
      const amount = difference(row.capture_amount ?? row.amount, row.refunded_amount)
      if (cents(amount) > 0)
        await refunds.insert(tx, { fleetId, paymentId: row.id, amount, reason: 'paid_again', userId: null })
      return
    }
    await payments.saveState(tx, row.id, { status: 'captured', reason: null, waitSeconds: null })
    if (orderId !== null) await lifecycle.transition(tx, { fleetId, id: orderId }, 'pay', { system: true })
    else if (month !== null) await subscriptions.reopen(tx, { fleetId, month, from: 'failed' })
  }

  async function declineSettlement(tx: Transaction, row: PaymentRow): Promise<void> {
    // Our own call to the gateway is not recorded yet. Running it now leads to the same state.
    if (['requested', 'unknown', 'authorized'].includes(row.status)) {
      if (!row.is_claimed) await payments.saveState(tx, row.id, { waitSeconds: 0 })
      return
    }
    if (row.status !== 'captured') return
    await payments.logActivity(tx, row, 'settlement_declined', { amount: row.capture_amount ?? row.amount })
    await reverseCapture(tx, row, 'settlement_declined')
  }

  async function applyDispute(
    tx: Transaction,
    row: PaymentRow,
    { kind, dispute: notified, sentAt }: GatewayNotification,
  ): Promise<void> {
    if (!notified) return
    const status = kind === 'dispute_opened' ? 'open' : kind === 'dispute_won' ? 'won' : 'lost'
    const saved = await notifications.saveDispute(tx, row, { ...notified, status, toldAt: sentAt })
    if (!saved) return
    await payments.logActivity(tx, row, status === 'open' ? 'dispute_opened' : `dispute_${status}`, {
      amount: notified.amount,
      note: notified.reason,
    })
    if (row.order_id !== null)
      await lifecycle.logActivity(
        tx,
        { fleetId: row.fleet_id, id: row.order_id },
        { type: `payment_dispute_${status}`, userId: null, note: notified.reason ?? undefined },
      )
    if (status === 'won') {
      await returnAmount(tx, row, saved)
      await notifications.markTakenBack(tx, saved.id, null)
    }
    if (status !== 'lost' || row.status !== 'captured') return
    const left = difference(row.capture_amount ?? '0.00', row.refunded_amount)
    // If the bank took a part, it counts as refunded. If it took the whole amount, the order needs another payment.
    const isPart = cents(saved.amount) < cents(left)
    if (isPart) await refunds.book(tx, row.id, saved.amount)
    else await reverseCapture(tx, row, 'dispute_lost')
    await notifications.markTakenBack(tx, saved.id, isPart ? 'part' : 'whole')
  }

  async function apply(tx: Transaction, notification: GatewayNotification): Promise<number | null> {
    const id =
      notification.transactionId === null
        ? undefined
        : await notifications.paymentOf(tx, notification.transactionId)
    const row = id === undefined ? undefined : await payments.lock(tx, id)
    if (!row) {
      log.warn({ type: notification.type }, 'The card gateway reported an unknown transaction')
      return null
    }
    if (notification.kind === 'settlement_declined') await declineSettlement(tx, row)
    else await applyDispute(tx, row, notification)
    return row.fleet_id
  }

  return {
    answerChallenge: source.answerChallenge,

    /** Handles one notification. Errors: not_allowed (signature), malformed (too old), too_many. */
    async take(given: { signature: string; payload: string; ip: string }): Promise<void> {
      const bucket = `card-notification-net:${networkOf(given.ip)}`
      const fail = await limitFailures(db, bucket, NOTIFICATION_REFUSALS, NOTIFICATION_WINDOW_MINUTES * 60)
      const notification = await source.read(given.signature, given.payload).catch(async (error: unknown) => {
        if (!(error instanceof NotificationRejected)) throw error
        await fail()
        throw new Problem('not_allowed', { detail: 'The signature does not fit the payload.' })
      })
      const ageMs = now().getTime() - notification.sentAt.getTime()
      if (!(ageMs < AGE_MAX_MS && ageMs > -CLOCK_ERROR_MS))
        throw new Problem('malformed', { detail: 'The notification is too old, or from the future.' })
      if (notification.kind === 'other') {
        log.info({ type: notification.type }, 'Ignored a notification of the card gateway')
        return
      }
      const digest = createHash('sha256').update(given.payload.trim()).digest()
      const fleetId = await db.system(async (tx) =>
        (await notifications.insertOnce(tx, digest, notification)) ? apply(tx, notification) : null,
      )
      if (fleetId !== null) announce(fleetId)
    },
  }
}
export type GatewayNotificationsService = ReturnType<typeof gatewayNotificationsService>
