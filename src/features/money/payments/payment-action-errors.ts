import type { FieldCodes } from '#domain/core/file-rules.ts'
import { PAYMENT_REASON_MAX } from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { cents } from '#domain/orders/prices.ts'

/**
 * Returns a refund's validation codes by field, matching the server's: at least one cent, at most the remaining amount.
 */
export function refundErrors(amount: string, reason: string, refundable: string): FieldCodes {
  const isMoney = amount.length <= 11 && PATTERNS.money.test(amount)
  const isPossible = isMoney && cents(amount) > 0 && cents(amount) <= cents(refundable)
  return {
    ...(!amount.trim() && { amount: ['required'] }),
    ...(amount.trim() !== '' && !isPossible && { amount: ['refund_amount'] }),
    ...reasonErrors(reason),
  }
}

/** Returns the validation codes of the reason for refunds and outside settlements. */
export function reasonErrors(reason: string): FieldCodes {
  const text = reason.trim()
  if (!text) return { reason: ['required'] }
  return text.length > PAYMENT_REASON_MAX ? { reason: ['too_long'] } : {}
}
