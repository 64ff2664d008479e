import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import type { DocumentType } from '#domain/access/permissions.ts'
import { daysBetween } from '#domain/core/days.ts'
import { EXPIRY_WARNING_DAYS } from '#domain/core/limits.ts'

export type ExpiryState = 'none' | 'valid' | 'expiring' | 'expired'

/** Returns the days until a document expires, from the device's date: a count in a snapshot would become outdated. */
export function daysLeft(item: Pick<GloveboxItem, 'expiration_date'>, today: string): number | null {
  return item.expiration_date === null ? null : daysBetween(today, item.expiration_date)
}

/** 'none': no expiration date. Fewer than 60 days left is expiring (GLV-018). The last day is not expired (GLV-012). */
export function expiryState(days: number | null): ExpiryState {
  if (days === null) return 'none'
  if (days < 0) return 'expired'
  return days < EXPIRY_WARNING_DAYS ? 'expiring' : 'valid'
}

/** The look of a document type's icon in a list: faded if there is no document (GLV-017..019). */
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
