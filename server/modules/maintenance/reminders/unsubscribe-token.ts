import { createHmac, timingSafeEqual } from 'node:crypto'
import type { NewReminder } from './reminder-plan.repository.ts'

/** What an unsubscribe link ends: reminders of maintenance and documents have one switch. */
export const SUBSCRIPTIONS = ['maintenance', 'twenty_four_hour_reminder', 'one_hour_reminder'] as const
export type Subscription = (typeof SUBSCRIPTIONS)[number]

export const subscriptionOf = (kind: NewReminder['kind']): Subscription =>
  kind === 'document' ? 'maintenance' : kind

/** Token of a link that works signed out, for as long as somebody keeps the mail: who, and from what. */
export function unsubscribeToken(secret: string, userId: number, subscription: Subscription): string {
  return `${userId}.${subscription}.${signature(secret, userId, subscription)}`
}

/** Null: not made by us. */
export function readUnsubscribeToken(secret: string, token: string) {
  const [id = '', name = '', given = ''] = token.split('.')
  const subscription = SUBSCRIPTIONS.find((one) => one === name)
  if (!/^\d{1,15}$/.test(id) || !subscription) return null
  const userId = Number(id)
  const [right, claimed] = [Buffer.from(signature(secret, userId, subscription)), Buffer.from(given)]
  return right.length === claimed.length && timingSafeEqual(right, claimed) ? { userId, subscription } : null
}

const signature = (secret: string, userId: number, subscription: Subscription) =>
  createHmac('sha256', secret).update(`${userId}.${subscription}`).digest('base64url').slice(0, 32)
