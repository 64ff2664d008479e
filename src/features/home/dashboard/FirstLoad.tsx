import Alert from '@mui/material/Alert'
import LinearProgress from '@mui/material/LinearProgress'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useFirstLoad } from '#src/local-data/useFirstLoad.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { useOnline } from '#src/local-data/useOnline.ts'

/**
 * Overlays the screen, so that nothing moves when it disappears after some seconds. Centered in the window,
 * because the pager of a list is at the right.
 */
const aside = {
  position: 'fixed',
  zIndex: 'snackbar',
  bottom: { xs: 80, md: 24 },
  left: { xs: 16, md: '50%' },
  right: { xs: 16, md: 'auto' },
  transform: { md: 'translateX(-50%)' },
  width: { md: 400 },
  pointerEvents: 'none',
  '& .MuiAlert-message': { flexGrow: 1 },
} as const

/** Progress of the first load of the fleet's data, or a note that it needs a connection once (interface rule 13). */
export function FirstLoad() {
  const t = useTexts('dashboard')
  const { number } = useFormat()
  const isOnline = useOnline()
  const { failure } = useFirstLoad()
  const vehicles = useVehicles()
  // Each list shows this error itself.
  if (isOnline && failure) return null
  if (!isOnline) return <Alert severity="warning">{t('dashboard:neverLoaded')}</Alert>
  return (
    <Alert severity="info" role="status" elevation={6} sx={aside}>
      {t('dashboard:loading', { number: number(vehicles?.length ?? 0) })}
      <LinearProgress aria-hidden sx={{ mt: 1, borderRadius: 1 }} />
    </Alert>
  )
}
