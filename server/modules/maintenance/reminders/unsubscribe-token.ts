import { createHmac, timingSafeEqual } from 'node:crypto'
import { EMAIL_NOTIFICATIONS, type EmailNotification } from '#domain/access/preferences-rules.ts'
import type { NewReminder } from './reminder-plan.repository.ts'

/** Notifications that an unsubscribe link ends: reminders of maintenance and documents share one switch. */
export type Subscription = 'maintenance' | Exclude<EmailNotification, 'payment_received'>
const isSubscription = (name: string): name is Subscription =>
  name === 'maintenance' || (name in EMAIL_NOTIFICATIONS && name !== 'payment_received')

export const subscriptionOf = (kind: NewReminder['kind']): Subscription =>
  kind === 'document' ? 'maintenance' : kind

/** Token of a link that works without sign-in and never expires: the user and the notification. */
export function unsubscribeToken(secret: string, userId: number, subscription: Subscription): string {
  return `${userId}.${subscription}.${signature(secret, userId, subscription)}`
}

/** Null: an invalid token. */
export function readUnsubscribeToken(secret: string, token: string) {
  const [id = '', name = '', given = ''] = token.split('.')
  if (!/^\d{1,15}$/.test(id) || !isSubscription(name)) return null
  const userId = Number(id)
  const [right, claimed] = [Buffer.from(signature(secret, userId, name)), Buffer.from(given)]
  return right.length === claimed.length && timingSafeEqual(right, claimed)
    ? { userId, subscription: name }
    : null
}

const signature = (secret: string, userId: number, subscription: Subscription) =>
  createHmac('sha256', secret).update(`${userId}.${subscription}`).digest('base64url').slice(0, 32)
