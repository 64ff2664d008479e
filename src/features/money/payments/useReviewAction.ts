import { useState } from 'react'
import type { OrderPayments } from '#contract/money/payments.ts'
import type { WriteContext } from '#src/forms/write-mutation.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { usePaymentAction } from './usePaymentAction.ts'
import { usePaymentText } from './usePaymentText.ts'

interface ReviewActionOptions<Input> {
  orderId: number
  call: (input: Input, context: WriteContext) => Promise<OrderPayments>
  /** Success message. */
  done: string
  onClose: () => void
  onRefused?: () => void
}

/** Runs a manual review action from a dialog. Closes the dialog once the order is settled, else shows why it is not. */
export function useReviewAction<Input = void>(options: ReviewActionOptions<Input>) {
  const { orderId, call, done, onClose, onRefused } = options
  const t = useTexts('order-payments', 'errors')
  const toast = useToast()
  const textOf = useFailureText()
  const text = usePaymentText()
  // A decline is a response of the gateway, not a failed call.
  const [declined, setDeclined] = useState<string>()
  const action = usePaymentAction({
    orderId,
    call,
    onDone: finish,
    ...(onRefused && { onFailed: onRefused }),
  })

  function finish(after: OrderPayments): void {
    if (after.review && after.review.reason !== 'running') {
      const [latest] = after.payments
      setDeclined(text.reasonOf(latest?.reason ?? null) || text.reviewOf(after.review.reason))
      onRefused?.()
      return
    }
    toast(after.review ? 'info' : 'success', after.review ? t('order-payments:review.reason.running') : done)
    onClose()
  }
  return {
    run(input: Input) {
      setDeclined(undefined)
      void action.run(input)
    },
    isBusy: action.isBusy,
    failure: action.failure,
    errorMessage: declined ?? (action.failure && textOf(action.failure)),
    /** Clears the rejection after the input changed. */
    clearError() {
      setDeclined(undefined)
      action.reset()
    },
  }
}
