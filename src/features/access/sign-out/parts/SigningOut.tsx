import CircularProgress from '@mui/material/CircularProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTexts } from '#src/i18n/useTexts.ts'

/** While the session ends: it takes a moment with poor signal. */
export function SigningOut() {
  const t = useTexts('sign-out')
  return (
    <Stack role="status" sx={{ alignItems: 'center', justifyContent: 'center', gap: 2, minHeight: '60dvh' }}>
      <CircularProgress aria-hidden />
      <Typography>{t('sign-out:working')}</Typography>
    </Stack>
  )
}
