import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

interface ErrorPanelProps {
  /** Translated details; defaults to a generic sentence. */
  message?: ReactNode
  /** The request's id, for support. */
  reference?: string
  onRetry?: () => void
}

/** Replaces content that failed to load: 'Something went wrong' (ERR-005). */
export function ErrorPanel({ message, reference, onRetry }: ErrorPanelProps) {
  const t = useTexts()
  return (
    <Stack role="alert" sx={{ alignItems: 'center', textAlign: 'center', gap: 1, px: 2, py: 5 }}>
      <Box aria-hidden sx={{ color: 'error.main', '& svg': { fontSize: 40 } }}>
        <ErrorOutlined />
      </Box>
      <Typography sx={{ fontWeight: 650 }}>{t('common:errorPanel.title')}</Typography>
      <Typography variant="body2" component="div" sx={{ color: 'text.secondary', maxWidth: 420 }}>
        {message ?? t('common:errorPanel.message')}
      </Typography>
      {reference && (
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {t('common:errorPanel.reference', { reference })}
        </Typography>
      )}
      {onRetry && (
        <Button variant="outlined" onClick={onRetry} sx={{ mt: 1 }}>
          {t('common:action.retry')}
        </Button>
      )}
    </Stack>
  )
}
