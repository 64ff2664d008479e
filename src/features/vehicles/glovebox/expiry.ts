import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import type { DocumentType } from '#domain/access/permissions.ts'
import { daysBetween } from '#domain/core/days.ts'
import { EXPIRY_WARNING_DAYS } from '#domain/core/limits.ts'

export type ExpiryState = 'none' | 'valid' | 'expiring' | 'expired'

/** Days until a document expires, counted from the device's today: a snapshot's own count ages with it. */
export function daysLeft(item: Pick<GloveboxItem, 'expiration_date'>, today: string): number | null {
  return item.expiration_date === null ? null : daysBetween(today, item.expiration_date)
}

/** 'none' has no expiry; fewer than 60 days left is expiring (GLV-018); the last day itself is not expired (GLV-012). */
export function expiryState(days: number | null): ExpiryState {
  if (days === null) return 'none'
  if (days < 0) return 'expired'
  return days < EXPIRY_WARNING_DAYS ? 'expiring' : 'valid'
}

/** How the icon of a document type looks in a list: faded without a document (GLV-017..019). */
export type IconState = 'active' | 'expiring' | 'missing'

export function iconState(items: readonly GloveboxItem[], type: DocumentType, today: string): IconState {
  const ofType = items.filter((item) => item.document_type === type)
  if (ofType.length === 0) return 'missing'
  const isExpiring = ofType.some((item) => {
    const days = daysLeft(item, today)
    return days !== null && days < EXPIRY_WARNING_DAYS
  })
  return isExpiring ? 'expiring' : 'active'
}
