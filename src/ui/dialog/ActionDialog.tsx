import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

interface ActionDialogProps {
  title: string
  message: ReactNode
  confirmLabel: string
  isDestructive?: boolean
  isBusy: boolean
  /** What stands in its way. */
  obstacle: string | undefined
  /** Waits for what the message asks to type. */
  isUnconfirmed?: boolean
  /** Why it was refused. */
  refusal: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an act, says what stands in its way, and why it failed. */
export function ActionDialog({
  message,
  obstacle,
  isUnconfirmed = false,
  refusal,
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
          {refusal && !obstacle && <AlertBox type="error" message={refusal} />}
        </Stack>
      }
      isBlocked={obstacle !== undefined || isUnconfirmed}
      onCancel={onClose}
    />
  )
}
