import CircularProgress from '@mui/material/CircularProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Shows which chosen file is being checked and resized. */
export function PreparingFile({ fileName }: { fileName: string }) {
  const t = useTexts()
  return (
    <Stack direction="row" role="status" sx={{ gap: 1, alignItems: 'center', minWidth: 0 }}>
      <CircularProgress size={20} aria-hidden />
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {t('common:saving.preparing', { fileName })}
      </Typography>
    </Stack>
  )
}
