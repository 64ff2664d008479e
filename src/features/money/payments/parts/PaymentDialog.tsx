import type { ReactNode, RefObject } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { FormDialog } from '#src/ui/dialog/FormDialog.tsx'
import { ErrorAlert } from '#src/ui/feedback/ErrorAlert.tsx'

interface PaymentDialogProps {
  title: string
  submitLabel: string
  /** Color of the submit button. */
  color?: 'primary' | 'error'
  isBusy: boolean
  /** Why the last attempt was rejected. */
  errorMessage: string | undefined
  /** The frame of the form's errors, see `useErrorFocus`. */
  frame: RefObject<HTMLDivElement | null>
  onSubmit: () => void
  onCancel: () => void
  children: ReactNode
}

/** A dialog with the form of a payment action. Online only (ruling 24). */
export function PaymentDialog({
  title,
  submitLabel,
  color = 'primary',
  isBusy,
  ...props
}: PaymentDialogProps) {
  const { errorMessage, frame, onSubmit, onCancel, children } = props
  const t = useTexts('order-payments')
  const isOnline = useOnline()
  return (
    <FormDialog
      width="xs"
      title={title}
      submitLabel={submitLabel}
      color={color}
      isBusy={isBusy}
      onSubmit={onSubmit}
      disabledReason={!isOnline && t('order-payments:offline')}
      onClose={onCancel}
    >
      <Stack ref={frame} sx={{ gap: 2 }}>
        {errorMessage && !isBusy && <ErrorAlert message={errorMessage} />}
        {children}
      </Stack>
    </FormDialog>
  )
}
