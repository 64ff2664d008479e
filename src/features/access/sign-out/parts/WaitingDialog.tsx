import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import type { ReactNode } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useWaitingText } from '#src/i18n/useWaitingText.ts'
import { totalUnsent, type UnsentCount } from '#src/offline/model/unsent-count.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'

interface WaitingDialogProps {
  held: UnsentCount
  isOnline: boolean
  isSending: boolean
  hasSendFailed: boolean
  onSend: () => void
  onKeepEntries: () => void
  onDiscard: () => void
  onStay: () => void
}

/** Asks what to do with the waiting entries, and explains each choice. */
export function WaitingDialog(props: WaitingDialogProps) {
  const { held, isOnline, isSending, hasSendFailed, onSend, onKeepEntries, onDiscard, onStay } = props
  const t = useTexts('sign-out')
  const textOf = useWaitingText()
  const count = totalUnsent(held)
  return (
    <ResponsiveDialog open title={t('sign-out:title')} onClose={onStay} width="xs">
      <Stack sx={{ gap: 2.5 }}>
        <div>
          <Typography sx={{ fontWeight: 650 }}>
            {t('sign-out:waiting', { count, held: textOf(held) })}
          </Typography>
          <Typography sx={{ color: 'text.secondary' }}>{t('sign-out:question', { count })}</Typography>
        </div>
        {hasSendFailed && !isSending && <AlertBox type="notice" message={t('sign-out:sendFailed')} />}
        <Choice help={isOnline ? t('sign-out:sendNowHelp') : t('sign-out:sendOffline')}>
          <ActionButton
            variant="contained"
            fullWidth
            loading={isSending}
            disabledReason={!isOnline && t('sign-out:sendOffline')}
            onClick={onSend}
          >
            {t('sign-out:sendNow')}
          </ActionButton>
        </Choice>
        <Choice help={t('sign-out:keepHelp', { count })}>
          <Button variant="outlined" fullWidth onClick={onKeepEntries}>
            {t('sign-out:keep', { count })}
          </Button>
        </Choice>
        <Button variant="outlined" fullWidth onClick={onStay}>
          {t('sign-out:stay')}
        </Button>
        <Divider />
        <Button color="error" onClick={onDiscard}>
          {t('sign-out:discard', { count })}
        </Button>
      </Stack>
    </ResponsiveDialog>
  )
}

function Choice({ help, children }: { help: string; children: ReactNode }) {
  return (
    <div>
      {children}
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {help}
      </Typography>
    </div>
  )
}
