import { useState } from 'react'
import type { OrderPayments } from '#contract/money/payments.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { api } from '#src/api/client.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { withoutFields } from '#src/lib/field-codes.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { useLeaveConfirmation } from '#src/ui/dialog/useLeaveConfirmation.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { useErrorFocus } from '#src/ui/focus/useErrorFocus.ts'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { PaymentDialog } from './parts/PaymentDialog.tsx'
import { refundErrors } from './payment-action-errors.ts'
import { usePaymentAction } from './usePaymentAction.ts'

/** Refunds all or part of a captured payment, with a reason. */
export function RefundDialog({ money, onClose }: { money: OrderPayments; onClose: () => void }) {
  const t = useTexts('order-payments', 'errors')
  const format = useFormat()
  const textOf = useFieldTexts()
  const failureText = useFailureText()
  const { draft, change, codes, submit, isBusy, failure, isRejected, frame } = useRefund(money, onClose)
  useUnsavedTyping(draft.reason !== '')
  const leave = useLeaveConfirmation(draft.reason !== '')
  const cancel = () => leave.leaveBy(onClose)
  const paid = money.payments.find(({ status }) => status === 'captured')
  return (
    <PaymentDialog
      title={t('order-payments:refund.title')}
      submitLabel={t('order-payments:refund.action')}
      color="error"
      isBusy={isBusy}
      errorMessage={isRejected ? t('order-payments:refund.rejected') : failure && failureText(failure)}
      frame={frame}
      onSubmit={submit}
      onCancel={cancel}
    >
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {t('order-payments:refund.lead', {
          amount: format.money(money.refundable),
          method: paid?.method_of_payment ?? '',
        })}
      </Typography>
      <NumberInput
        label={t('order-payments:refund.amount')}
        name="amount"
        required
        autoFocus
        decimals={2}
        unit={money.currency}
        value={draft.amount}
        onChange={(amount) => change({ amount })}
        error={textOf(codes, 'amount')}
      />
      <TextInput
        label={t('order-payments:reason')}
        name="reason"
        required
        rows={3}
        value={draft.reason}
        onChange={(reason) => change({ reason })}
        error={textOf(codes, 'reason')}
      />
      {leave.dialog}
    </PaymentDialog>
  )
}

/** State of the refund form. Calls `onDone` after the refund. */
function useRefund(money: OrderPayments, onDone: () => void) {
  const t = useTexts('order-payments')
  const format = useFormat()
  const toast = useToast()
  const [draft, setDraft] = useState({ amount: money.refundable, reason: '' })
  const [codes, setCodes] = useState<FieldCodes>({})
  const [paidId] = useState(() => money.payments.find(({ status }) => status === 'captured')?.id)
  /** The card gateway rejected the refund. */
  const [isRejected, setRejected] = useState(false)
  const { frame, focusError } = useErrorFocus()
  const { run, isBusy, failure, reset } = usePaymentAction({
    orderId: money.order_id,
    call: (input: { id: number; amount: string; reason: string }, { key }) =>
      api.payments.refund(input, { context: { key } }),
    onDone: finish,
    onFailed: focusError,
  })

  function finish(after: OrderPayments) {
    const status = after.payments.find(({ id }) => id === paidId)?.refunds[0]?.status
    if (status === 'failed') {
      setRejected(true)
      return focusError()
    }
    const isPending = status === 'requested'
    toast(
      isPending ? 'info' : 'success',
      t(isPending ? 'order-payments:refund.pending' : 'order-payments:refund.done', {
        amount: format.money(draft.amount),
      }),
    )
    onDone()
  }
  function submit() {
    const errors = refundErrors(draft.amount, draft.reason, money.refundable)
    setCodes(errors)
    setRejected(false)
    if (Object.keys(errors).length > 0) return focusError()
    void run({ id: money.order_id, amount: draft.amount, reason: draft.reason.trim() })
  }
  function change(part: Partial<typeof draft>) {
    setDraft({ ...draft, ...part })
    setCodes((before) => withoutFields(before, Object.keys(part)))
    setRejected(false)
    reset()
  }
  return {
    draft,
    change,
    codes: { ...failure?.fields, ...codes },
    submit,
    isBusy,
    failure,
    isRejected,
    frame,
  }
}
