import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { api } from '#src/api/client.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { ActionDialog } from '#src/ui/dialog/ActionDialog.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { useLeaveConfirmation } from '#src/ui/dialog/useLeaveConfirmation.tsx'
import { ErrorAlert } from '#src/ui/feedback/ErrorAlert.tsx'
import { useErrorFocus } from '#src/ui/focus/useErrorFocus.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
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
  const { attempt, isBusy, refusal } = useReviewAction(orderId, onClose)
  const input = { id: orderId }
  return (
    <ActionDialog
      title={t('order-payments:retry.title')}
      message={t('order-payments:retry.message', { amount })}
      confirmLabel={t('order-payments:review.retry')}
      isBusy={isBusy}
      obstacle={isOnline ? undefined : t('order-payments:offline')}
      refusal={refusal}
      onConfirm={() =>
        void attempt(
          input,
          (context) => api.payments.retry(input, { context }),
          t('order-payments:done.charged', { amount }),
        )
      }
      onClose={onClose}
    />
  )
}

/** Marks an order as settled outside the platform, with a reason. `isHeld`: an amount is still authorized. */
export function SettleDialog({ orderId, amount, isHeld, onClose }: ReviewDialogProps & { isHeld: boolean }) {
  const t = useTexts('order-payments')
  const isOnline = useOnline()
  const textOf = useFieldTexts()
  const [reason, setReason] = useState('')
  const [codes, setCodes] = useState<FieldCodes>({})
  const { attempt, isBusy, failure, refusal, clearRefusal } = useReviewAction(orderId, onClose)
  const { frame, focusError } = useErrorFocus()
  useUnsavedTyping(reason !== '')
  const leave = useLeaveConfirmation(reason !== '')
  const cancel = () => leave.leaveBy(onClose)

  async function submit() {
    const faults = reasonErrors(reason)
    setCodes(faults)
    if (Object.keys(faults).length > 0) return focusError()
    const input = { id: orderId, reason: reason.trim() }
    const isDone = await attempt(
      input,
      (context) => api.payments.settleOutside(input, { context }),
      t('order-payments:done.settled'),
    )
    if (!isDone) focusError()
  }
  return (
    <ResponsiveDialog
      open
      width="xs"
      title={t('order-payments:settle.title')}
      onClose={cancel}
      onSubmit={() => void submit()}
      actions={
        <>
          <Button onClick={cancel} sx={{ minHeight: 44 }}>
            {t('common:action.cancel')}
          </Button>
          <ActionButton
            type="submit"
            variant="contained"
            loading={isBusy}
            disabledReason={!isOnline && t('order-payments:offline')}
            sx={{ minHeight: 44 }}
          >
            {t('order-payments:settle.confirm')}
          </ActionButton>
        </>
      }
    >
      <Stack ref={frame} sx={{ gap: 2 }}>
        {refusal && !isBusy && <ErrorAlert message={refusal} />}
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
            clearRefusal()
          }}
          error={textOf({ ...failure?.fields, ...codes }, 'reason')}
        />
      </Stack>
      {leave.dialog}
    </ResponsiveDialog>
  )
}
