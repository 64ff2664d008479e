import Stack from '@mui/material/Stack'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

interface DiscardDialogProps {
  count: number
  /** Something was entered or sent since the person was asked: nothing was discarded. */
  hasChanged: boolean
  isBusy: boolean
  onDiscard: () => void
  onCancel: () => void
}

/** The separate, confirmed act of ruling 25: says how many entries will be gone for good. */
export function DiscardDialog({ count, hasChanged, isBusy, onDiscard, onCancel }: DiscardDialogProps) {
  const t = useTexts('sign-out')
  return (
    <ConfirmDialog
      open
      isDestructive
      isBusy={isBusy}
      title={t('sign-out:discardTitle')}
      message={
        <Stack sx={{ gap: 2 }}>
          {hasChanged && <AlertBox type="notice" message={t('sign-out:changed')} />}
          {t('sign-out:discardMessage', { count })}
        </Stack>
      }
      confirmLabel={t('sign-out:discardConfirm', { count })}
      onConfirm={onDiscard}
      onCancel={onCancel}
    />
  )
}
