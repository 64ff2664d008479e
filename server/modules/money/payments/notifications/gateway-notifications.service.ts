import { createHash } from 'node:crypto'
import type { Transaction } from '#server/db/database.ts'
import {
  type GatewayNotification,
  NotificationRejected,
} from '#server/integrations/card-gateway/notifications.ts'
import { INVALID_NOTIFICATIONS, NOTIFICATION_AGE_DAYS, NOTIFICATION_WINDOW_MINUTES } from '#server/limits.ts'
import { limitFailures } from '#server/modules/access/session/attempts.ts'
import { networkOf } from '#server/modules/access/session/limits.ts'
import { paymentsRepository as payments } from '#server/modules/money/payments/payments.repository.ts'
import { Problem } from '#server/problem.ts'
import type { DatabaseUseCase, Ports } from '#server/use-case.ts'
import { declineSettlement } from './capture-reversals.ts'
import { applyDispute } from './disputes.ts'
import { gatewayNotificationsRepository as notifications } from './gateway-notifications.repository.ts'

const AGE_MAX_MS = NOTIFICATION_AGE_DAYS * 86_400_000
/** Allowed difference between the gateway's clock and ours. */
const CLOCK_ERROR_MS = 3_600_000

/**
 * Handles one notification of the card gateway (decision 46). A declined settlement or a lost dispute reverses the capture
 * and moves the order to manual review; an open dispute is only marked. Each notification takes effect once, in any
 * order. Errors: not_allowed (signature), malformed (too old), too_many, and unavailable while the outcome of our own call
 * to the gateway is not recorded: nothing is stored, so that the gateway repeats the notification.
 */
export async function takeGatewayNotification(
  { db, clock, ports }: DatabaseUseCase<'gatewayNotifications' | 'announce' | 'log'>,
  given: { signature: string; payload: string; ip: string },
): Promise<void> {
  const { gatewayNotifications, announce, log } = ports
  const bucket = `card-notification-net:${networkOf(given.ip)}`
  const fail = await limitFailures(db, bucket, INVALID_NOTIFICATIONS, NOTIFICATION_WINDOW_MINUTES * 60)
  const notification = await gatewayNotifications
    .read(given.signature, given.payload)
    .catch(async (error: unknown) => {
      if (!(error instanceof NotificationRejected)) throw error
      await fail()
      throw new Problem('not_allowed', { detail: 'The signature is invalid.' })
    })
  const ageMs = clock().getTime() - notification.sentAt.getTime()
  if (!(ageMs < AGE_MAX_MS && ageMs > -CLOCK_ERROR_MS))
    throw new Problem('malformed', { detail: 'The notification is too old, or from the future.' })
  if (notification.kind === 'other') {
    log.info({ type: notification.type }, 'Ignored a notification of the card gateway')
    return
  }
  const digest = createHash('sha256').update(given.payload.trim()).digest()
  const fleetId = await db.system(async (tx) =>
    (await notifications.insertOnce(tx, digest, notification)) ? apply(tx, notification, log) : null,
  )
  if (fleetId !== null) announce(fleetId)
}

/** Applies a notification. @returns the fleet of the payment; null if there is no such payment */
async function apply(
  tx: Transaction,
  notification: Exclude<GatewayNotification, { kind: 'other' }>,
  log: Ports['log'],
): Promise<number | null> {
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
