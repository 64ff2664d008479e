import { useState } from 'react'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { api } from '#src/api/client.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ActionDialog } from '#src/ui/dialog/ActionDialog.tsx'
import { useLeaveConfirmation } from '#src/ui/dialog/useLeaveConfirmation.tsx'
import { useErrorFocus } from '#src/ui/focus/useErrorFocus.ts'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { PaymentDialog } from './parts/PaymentDialog.tsx'
import { reasonErrors } from './payment-action-errors.ts'
import { useReviewAction } from './useReviewAction.ts'

interface ReviewDialogProps {
  orderId: number
  /** Formatted, with its currency. */
  amount: string
  onClose: () => void
}

/** Confirms a retry of the last payment. */
export function RetryDialog({ orderId, amount, onClose }: ReviewDialogProps) {
  const t = useTexts('order-payments')
  const isOnline = useOnline()
  const { run, isBusy, errorMessage } = useReviewAction({
    orderId,
    call: (_, { key }) => api.payments.retry({ id: orderId }, { context: { key } }),
    done: t('order-payments:done.charged', { amount }),
    onClose,
  })
  return (
    <ActionDialog
      title={t('order-payments:retry.title')}
      message={t('order-payments:retry.message', { amount })}
      confirmLabel={t('order-payments:review.retry')}
      isBusy={isBusy}
      obstacle={isOnline ? undefined : t('order-payments:offline')}
      errorMessage={errorMessage}
      onConfirm={() => run()}
      onClose={onClose}
    />
  )
}

/** Marks an order as settled outside the platform, with a reason. `isHeld`: an amount is still authorized. */
export function SettleDialog({ orderId, amount, isHeld, onClose }: ReviewDialogProps & { isHeld: boolean }) {
  const t = useTexts('order-payments')
  const textOf = useFieldTexts()
  const [reason, setReason] = useState('')
  const [codes, setCodes] = useState<FieldCodes>({})
  const { frame, focusError } = useErrorFocus()
  const { run, isBusy, failure, errorMessage, clearError } = useReviewAction({
    orderId,
    call: (input: { id: number; reason: string }, { key }) =>
      api.payments.settleOutside(input, { context: { key } }),
    done: t('order-payments:done.settled'),
    onClose,
    onRefused: focusError,
  })
  useUnsavedTyping(reason !== '')
  const leave = useLeaveConfirmation(reason !== '')
  const cancel = () => leave.leaveBy(onClose)

  function submit() {
    const errors = reasonErrors(reason)
    setCodes(errors)
    if (Object.keys(errors).length > 0) return focusError()
    run({ id: orderId, reason: reason.trim() })
  }
  return (
    <PaymentDialog
      title={t('order-payments:settle.title')}
      submitLabel={t('order-payments:settle.confirm')}
      isBusy={isBusy}
      errorMessage={errorMessage}
      frame={frame}
      onSubmit={submit}
      onCancel={cancel}
    >
      <Typography variant="body2">
        {isHeld
          ? t('order-payments:settle.messageHeld', { amount })
          : t('order-payments:settle.message', { amount })}
      </Typography>
      <TextInput
        label={t('order-payments:reason')}
        help={t('order-payments:settle.reasonHelp')}
        name="reason"
        required
        autoFocus
        rows={3}
        value={reason}
        onChange={(text) => {
          setReason(text)
          setCodes({})
          clearError()
        }}
        error={textOf({ ...failure?.fields, ...codes }, 'reason')}
      />
      {leave.dialog}
    </PaymentDialog>
  )
}
