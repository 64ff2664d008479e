import type { Payment, PaymentActivity } from '#contract/money/payment.ts'
import type { ReviewReason } from '#contract/money/payment-review.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Labels of payments. */
export function usePaymentText() {
  const t = useTexts('order-payments')
  /** Translates a code of the gateway, the bank or the system. Unknown codes return no text. */
  const reasonOf = (code: string | null) =>
    code && t(`order-payments:decline.${code}` as 'order-payments:decline.other', { defaultValue: '' })
  return {
    reasonOf,
    /** Notes typed by users are shown unchanged. */
    noteOf: ({ note, note_code }: Pick<PaymentActivity, 'note' | 'note_code'>) => note ?? reasonOf(note_code),
    activityOf: ({ kind }: PaymentActivity) => t(`order-payments:activity.${kind}`),
    statusOf: ({ status }: Payment) => t(`order-payments:status.${status}`),
    reviewOf: (reason: ReviewReason) => t(`order-payments:review.reason.${reason}`),
  }
}
