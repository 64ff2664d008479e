import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { useRestore } from './useRestore.ts'

/** Offers to undo a deletion. Stays until closed, because a toast disappears after three seconds. */
export function UndoDeletion({ vehicleId }: { vehicleId: number }) {
  const t = useTexts('deleted-vehicles')
  const navigate = useNavigate()
  const isOnline = useOnline()
  const { restore, isBusy, errorMessage } = useRestore(vehicleId, (alertMessage) => {
    const state = { alertMessage, alertType: 'success' as const }
    void navigate({ to: '.', search: (before) => before, state, replace: true, resetScroll: false })
  })
  return (
    <>
      {errorMessage && (
        <Box role="alert" sx={{ mt: 1, fontWeight: 600 }}>
          {errorMessage}
        </Box>
      )}
      <Box sx={{ mt: 1 }}>
        <ActionButton
          variant="outlined"
          color="inherit"
          loading={isBusy}
          disabledReason={!isOnline && t('deleted-vehicles:restore.offline')}
          onClick={restore}
        >
          {t('deleted-vehicles:undo')}
        </ActionButton>
      </Box>
    </>
  )
}
