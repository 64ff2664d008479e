import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Secret } from '../secrets.ts'

/** Kinds of gateway notifications. `other`: not handled. */
export type NotificationKind =
  | 'settlement_declined'
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost'
  | 'other'

export interface GatewayNotification {
  kind: NotificationKind
  /** The gateway's own name of the kind. */
  type: string
  sentAt: Date
  /** The gateway's id of the affected transaction. */
  transactionId: string | null
  /** Set for disputes. */
  dispute: { id: string; amount: string; reason: string | null } | null
}

/** Thrown when the signature does not match the payload, or the payload cannot be parsed. */
export class NotificationRejected extends Error {}

/**
 * Parses notifications of the card gateway (S-27). All implementations pass the same contract test:
 * tests/api/money/gateway-notifications.test.ts.
 */
export interface GatewayNotifications {
  /** Verifies and parses one notification. Throws NotificationRejected. */
  read(signature: string, payload: string): Promise<GatewayNotification>
  /** Answers the gateway's challenge that verifies a new destination URL. Null: not a challenge. */
  answerChallenge(challenge: string): Promise<string | null>
}

/** Returns Braintree's signature: HMAC-SHA1 of the payload, keyed with the SHA1 of the private key, in hex. */
export const signatureOf = (privateKey: string, payload: string): string =>
  createHmac('sha1', createHash('sha1').update(privateKey).digest()).update(payload).digest('hex')

const PUBLIC_KEY = 'sandbox'
const CHALLENGE = /^[a-f0-9]{20,32}$/

/** The sandbox signs like Braintree, with a secret of this installation. Its payload is JSON in base64. */
export function sandboxNotifications(secret: Secret): GatewayNotifications {
  return {
    async read(signature, payload) {
      const given = signature
        .split('&')
        .map((pair) => pair.split('|'))
        .find(([key]) => key === PUBLIC_KEY)?.[1]
      const actual = Buffer.from(given ?? '')
      const isValid = (await secret.accepted()).some((value) => {
        const expected = Buffer.from(signatureOf(value, payload))
        return actual.length === expected.length && timingSafeEqual(actual, expected)
      })
      if (!isValid) throw new NotificationRejected('The signature is invalid.')
      return JSON.parse(Buffer.from(payload, 'base64').toString('utf8'), (key, value) =>
        key === 'sentAt' ? new Date(value) : value,
      )
    },
    answerChallenge: async (challenge) =>
      CHALLENGE.test(challenge) ? `${PUBLIC_KEY}|${signatureOf(await secret.current(), challenge)}` : null,
  }
}

/** Signs a notification like the sandbox, for tests and demonstrations. */
export function signSandboxNotification(secret: string, notification: GatewayNotification) {
  const payload = Buffer.from(JSON.stringify(notification)).toString('base64')
  return { bt_signature: `${PUBLIC_KEY}|${signatureOf(secret, payload)}`, bt_payload: payload }
}
