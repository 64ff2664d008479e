import CircularProgress from '@mui/material/CircularProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Shown while the session ends, which takes a moment on a poor connection. */
export function SigningOut() {
  const t = useTexts('sign-out')
  return (
    <Stack role="status" sx={{ alignItems: 'center', justifyContent: 'center', gap: 2, minHeight: '60dvh' }}>
      <CircularProgress aria-hidden />
      <Typography>{t('sign-out:working')}</Typography>
    </Stack>
  )
}
