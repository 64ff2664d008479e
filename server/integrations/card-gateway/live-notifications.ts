import braintree from 'braintree'
import type { BraintreeConfig } from '#server/config/config.ts'
import {
  type GatewayNotifications,
  type NotificationKind,
  NotificationRejected,
  signatureOf,
} from './notifications.ts'

/** From Braintree's reference, 'Webhooks: kinds'. An accepted or expired dispute counts as lost. */
const KINDS: Record<string, NotificationKind> = {
  transaction_settlement_declined: 'settlement_declined',
  dispute_opened: 'dispute_opened',
  dispute_won: 'dispute_won',
  dispute_lost: 'dispute_lost',
  dispute_accepted: 'dispute_lost',
  dispute_auto_accepted: 'dispute_lost',
  dispute_expired: 'dispute_lost',
}
const CHALLENGE = /^[a-f0-9]{20,32}$/

/** The SDK's types lack fields that Braintree sends. */
interface Subject {
  kind: string
  timestamp: Date | string
  transaction?: { id?: string }
  dispute?: {
    id: string
    amountDisputed?: string
    amount?: string
    reason?: string
    transaction?: { id?: string }
  }
}

/** Verifies and parses Braintree's notifications with its SDK. No network access. */
export function braintreeNotifications(config: BraintreeConfig): GatewayNotifications {
  const { webhookNotification } = new braintree.BraintreeGateway({
    environment: braintree.Environment.Sandbox,
    merchantId: config.merchantId,
    publicKey: config.publicKey,
    privateKey: config.privateKey,
  })
  return {
    async read(signature, payload) {
      const found = (await webhookNotification.parse(signature, payload).catch((error: Error) => {
        throw new NotificationRejected(error.message)
      })) as unknown as Subject
      const { dispute } = found
      return {
        kind: KINDS[found.kind] ?? 'other',
        type: found.kind,
        sentAt: new Date(found.timestamp),
        transactionId: dispute?.transaction?.id ?? found.transaction?.id ?? null,
        dispute: dispute
          ? {
              id: dispute.id,
              amount: Number(dispute.amountDisputed ?? dispute.amount ?? 0).toFixed(2),
              reason: dispute.reason ?? null,
            }
          : null,
      }
    },
    answerChallenge: async (challenge) =>
      CHALLENGE.test(challenge) ? `${config.publicKey}|${signatureOf(config.privateKey, challenge)}` : null,
  }
}
