import Button from '@mui/material/Button'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

interface UncountedDialogProps {
  onSignOut: () => void
  onStay: () => void
}

/** Shown if the storage of this device cannot be read, so that waiting entries cannot be counted. */
export function UncountedDialog({ onSignOut, onStay }: UncountedDialogProps) {
  const t = useTexts('sign-out')
  return (
    <ResponsiveDialog open title={t('sign-out:title')} onClose={onStay} width="xs">
      <Stack sx={{ gap: 2.5 }}>
        <AlertBox type="error" title={t('sign-out:uncounted')} message={t('sign-out:uncountedHelp')} />
        <Button variant="contained" fullWidth onClick={onSignOut}>
          {t('sign-out:signOut')}
        </Button>
        <Button variant="outlined" fullWidth onClick={onStay}>
          {t('sign-out:stay')}
        </Button>
      </Stack>
    </ResponsiveDialog>
  )
}
