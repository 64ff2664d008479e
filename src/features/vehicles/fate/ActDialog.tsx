import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import type { ApiFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/session/useOnline.ts'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

interface ActDialogProps {
  title: string
  message: ReactNode
  confirmLabel: string
  isDestructive?: boolean
  isBusy: boolean
  failure: ApiFailure | undefined
  /** What stands in its way. */
  disabledReason?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Asks before an act on a vehicle, says what stands in its way, and why it failed. */
export function ActDialog({ message, failure, disabledReason, onConfirm, onClose, ...rest }: ActDialogProps) {
  const t = useTexts('vehicle-form', 'errors')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const obstacle = disabledReason ?? (isOnline ? undefined : t('vehicle-form:offline.message'))
  return (
    <ConfirmDialog
      {...rest}
      open
      message={
        <Stack sx={{ gap: 1.5 }}>
          <span>{message}</span>
          {obstacle && <AlertBox type="notice" message={obstacle} />}
          {failure && !obstacle && <AlertBox type="error" message={textOf(failure)} />}
        </Stack>
      }
      isBlocked={obstacle !== undefined}
      onConfirm={onConfirm}
      onCancel={onClose}
    />
  )
}
