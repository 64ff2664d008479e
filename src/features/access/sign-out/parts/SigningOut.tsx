import CircularProgress from '@mui/material/CircularProgress'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

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
