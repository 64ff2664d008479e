import { createHmac, timingSafeEqual } from 'node:crypto'
import { EMAIL_NOTIFICATIONS, type EmailNotification } from '#domain/access/preferences-rules.ts'
import type { NewReminder } from './reminder-plan.repository.ts'

/** Notifications that an unsubscribe link ends: reminders of maintenance and documents share one switch. */
export type Subscription = 'maintenance' | Exclude<EmailNotification, 'payment_received'>
/** What a link ends: notifications of a user, or one subscription to a report. */
export type LinkKind = Subscription | 'report'
const isLinkKind = (name: string): name is LinkKind =>
  name === 'maintenance' || name === 'report' || (name in EMAIL_NOTIFICATIONS && name !== 'payment_received')

export const subscriptionOf = (kind: NewReminder['kind']): Subscription =>
  kind === 'document' ? 'maintenance' : kind

/**
 * Token of a link that works without sign-in, until its secret is replaced.
 * @param id the user, or the subscription to a report
 */
export function unsubscribeToken(secret: string, id: number, kind: LinkKind): string {
  return `${id}.${kind}.${signature(secret, id, kind)}`
}

/** Null: an invalid token. */
export function readUnsubscribeToken(secret: string, token: string) {
  const [idText = '', kind = '', given = ''] = token.split('.')
  if (!/^\d{1,15}$/.test(idText) || !isLinkKind(kind)) return null
  const id = Number(idText)
  const [right, claimed] = [Buffer.from(signature(secret, id, kind)), Buffer.from(given)]
  return right.length === claimed.length && timingSafeEqual(right, claimed) ? { id, kind } : null
}

const signature = (secret: string, id: number, kind: LinkKind) =>
  createHmac('sha256', secret).update(`${id}.${kind}`).digest('base64url').slice(0, 32)
