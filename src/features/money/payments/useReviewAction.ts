import { useState } from 'react'
import type { OrderPayments } from '#contract/money/payments.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { usePaymentAction } from './usePaymentAction.ts'
import { usePaymentText } from './usePaymentText.ts'

/** An act of manual review from a dialog: closes it once the order is settled, and says why it is not. */
export function useReviewAction(orderId: number, onClose: () => void) {
  const t = useTexts('order-payments', 'errors')
  const toast = useToast()
  const textOf = useFailureText()
  const words = usePaymentText()
  const { act, isBusy, failure, clearFailure } = usePaymentAction(orderId)
  // A decline is an answer of the gateway, not a refused call.
  const [declined, setDeclined] = useState<string>()

  /** @returns whether the payment went through or is under way; otherwise `refusal` says why not. */
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
      setDeclined(words.reasonOf(latest?.reason ?? null) || words.reviewOf(after.review.reason))
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
    /** The input has changed: what was refused before says nothing about it. */
    clearRefusal() {
      setDeclined(undefined)
      clearFailure()
    },
  }
}
