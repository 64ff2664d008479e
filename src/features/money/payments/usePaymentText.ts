import type { Payment, PaymentActivity, ReviewReason } from '#contract/money/payments.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

/** What the money of an order is called. */
export function usePaymentText() {
  const t = useTexts('order-payments')
  /** A code of the gateway, the bank or the system in plain words; codes that this app does not know say nothing. */
  const reasonOf = (code: string | null) =>
    code && t(`order-payments:decline.${code}` as 'order-payments:decline.other', { defaultValue: '' })
  return {
    reasonOf,
    /** What a person wrote stays as it is. */
    noteOf: ({ note, note_code }: Pick<PaymentActivity, 'note' | 'note_code'>) => note ?? reasonOf(note_code),
    activityOf: ({ kind }: PaymentActivity) => t(`order-payments:activity.${kind}`),
    statusOf: ({ status }: Payment) => t(`order-payments:status.${status}`),
    reviewOf: (reason: ReviewReason) => t(`order-payments:review.reason.${reason}`),
  }
}
