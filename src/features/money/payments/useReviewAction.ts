import { useState } from 'react'
import type { OrderPayments } from '#contract/money/payments.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { usePaymentAction } from './usePaymentAction.ts'
import { usePaymentText } from './usePaymentText.ts'

/** Runs a manual review action from a dialog. Closes the dialog once the order is settled, else shows why it is not. */
export function useReviewAction(orderId: number, onClose: () => void) {
  const t = useTexts('order-payments', 'errors')
  const toast = useToast()
  const textOf = useFailureText()
  const text = usePaymentText()
  const { act, isBusy, failure, clearFailure } = usePaymentAction(orderId)
  // A decline is a response of the gateway, not a failed call.
  const [declined, setDeclined] = useState<string>()

  /** @returns whether the payment succeeded or is in progress; otherwise `refusal` has the reason */
  async function attempt(
    input: object,
    call: (context: { key: string }) => Promise<OrderPayments>,
    done: string,
  ): Promise<boolean> {
    setDeclined(undefined)
    const after = await act(input, call)
    if (!after) return false
    if (after.review && after.review.reason !== 'running') {
      const [latest] = after.payments
      setDeclined(text.reasonOf(latest?.reason ?? null) || text.reviewOf(after.review.reason))
      return false
    }
    toast(after.review ? 'info' : 'success', after.review ? t('order-payments:review.reason.running') : done)
    onClose()
    return true
  }
  return {
    attempt,
    isBusy,
    failure,
    refusal: declined ?? (failure && textOf(failure)),
    /** Clears the refusal after the input changed. */
    clearRefusal() {
      setDeclined(undefined)
      clearFailure()
    },
  }
}
