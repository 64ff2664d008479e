import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { earlierUploadsQuery, isUploadFinished } from './bulk.queries.ts'
import { useUploadSummary } from './useUploadSummary.ts'

/** The user's last uploads, so that a result can be opened again after its dialog was closed. */
export function EarlierUploads({ onShow }: { onShow: (uploadId: string) => void }) {
  const t = useTexts('bulk-upload')
  const format = useFormat()
  const summaryOf = useUploadSummary()
  const { data: uploads } = useQuery(earlierUploadsQuery())
  if (!uploads?.length) return null
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography variant="h3">{t('bulk-upload:earlier.title')}</Typography>
      <ul>
        {uploads.map((upload) => (
          <Stack
            component="li"
            key={upload.id}
            direction="row"
            sx={{ gap: 1, py: 0.5, alignItems: 'center', flexWrap: 'wrap', overflowWrap: 'anywhere' }}
          >
            <Box sx={{ flex: 1, minWidth: 200 }}>
              <Typography variant="body2" sx={{ fontWeight: 600 }}>
                {upload.file_name ?? t('bulk-upload:earlier.noName')}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {format.dateTime(upload.created_at)} ·{' '}
                {isUploadFinished(upload) ? summaryOf(upload) : t('bulk-upload:earlier.running')}
              </Typography>
            </Box>
            <Button
              onClick={() => onShow(upload.id)}
              aria-label={t('bulk-upload:earlier.show', {
                file: upload.file_name ?? t('bulk-upload:earlier.noName'),
              })}
            >
              {t('bulk-upload:panel.show')}
            </Button>
          </Stack>
        ))}
      </ul>
    </Stack>
  )
}
