import { useTexts } from '#src/i18n/useTexts.ts'
import { useWaitingText } from '#src/i18n/useWaitingText.ts'
import { totalUnsent, type UnsentCount } from '#src/offline/model/unsent-count.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

interface DiscardDialogProps {
  held: UnsentCount
  /** Something was entered or sent since the dialog opened, so nothing was discarded. */
  hasChanged: boolean
  isBusy: boolean
  onDiscard: () => void
  onCancel: () => void
}

/** Confirms the separate action of ruling 25 and shows how many entries it deletes permanently. */
export function DiscardDialog({ held, hasChanged, isBusy, onDiscard, onCancel }: DiscardDialogProps) {
  const t = useTexts('sign-out')
  const textOf = useWaitingText()
  const count = totalUnsent(held)
  return (
    <ConfirmDialog
      open
      isDestructive
      isBusy={isBusy}
      title={t('sign-out:discardTitle')}
      message={
        <Stack sx={{ gap: 2 }}>
          {hasChanged && <AlertBox type="notice" message={t('sign-out:changed')} />}
          {t('sign-out:discardMessage', { count, held: textOf(held) })}
        </Stack>
      }
      confirmLabel={t('sign-out:discardConfirm', { held: textOf(held) })}
      onConfirm={onDiscard}
      onCancel={onCancel}
    />
  )
}
