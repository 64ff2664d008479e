import type { ReactNode } from 'react'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface ActionDialogProps {
  title: string
  message: ReactNode
  confirmLabel: string
  isDestructive?: boolean
  isBusy: boolean
  /** What prevents the action. */
  obstacle: string | undefined
  /** The user has not typed yet what the message asks for. */
  isUnconfirmed?: boolean
  /** Why the action was rejected. */
  errorMessage: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Confirms an action, and shows what prevents it or why it failed. */
export function ActionDialog({
  message,
  obstacle,
  isUnconfirmed = false,
  errorMessage,
  onClose,
  ...rest
}: ActionDialogProps) {
  return (
    <ConfirmDialog
      {...rest}
      open
      message={
        <Stack sx={{ gap: 1.5 }}>
          <div>{message}</div>
          {obstacle && <AlertBox type="notice" message={obstacle} />}
          {errorMessage && !obstacle && <AlertBox type="error" message={errorMessage} />}
        </Stack>
      }
      isBlocked={obstacle !== undefined || isUnconfirmed}
      onCancel={onClose}
    />
  )
}
