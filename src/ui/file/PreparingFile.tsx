import CircularProgress from '@mui/material/CircularProgress'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

interface PreparingFileProps {
  fileName: string
  /** Of the row that the file gets when it is ready, px. */
  height?: number
}

/** Shows which chosen file is being checked and resized. */
export function PreparingFile({ fileName, height = 0 }: PreparingFileProps) {
  const t = useTexts()
  return (
    <Stack
      direction="row"
      role="status"
      sx={{ gap: 1, alignItems: 'center', minWidth: 0, minHeight: height }}
    >
      <CircularProgress size={20} aria-hidden />
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {t('common:saving.preparing', { fileName })}
      </Typography>
    </Stack>
  )
}
