import LinearProgress from '@mui/material/LinearProgress'
import { useSyncExternalStore } from 'react'
import type { BulkUpsertion } from '#contract/vehicles/bulk.ts'
import { pushConnection } from '#src/api/push-messages.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { percentDone } from './upload-progress.ts'

/** The server's progress, by push, or by polling where sockets fail (VEH-068, VEH-073). */
export function BulkUploadWriting({ upload }: { upload: BulkUpsertion }) {
  const t = useTexts('bulk-upload')
  const format = useFormat()
  const isOpen = useSyncExternalStore(pushConnection.subscribe, pushConnection.isOpen)
  const { rows_done, rows_total } = upload
  const status =
    rows_total === null
      ? t('bulk-upload:writing.queued')
      : t('bulk-upload:writing.rows', { done: format.number(rows_done), total: format.number(rows_total) })
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Typography role="status" sx={{ fontWeight: 600 }}>
        {status}
      </Typography>
      <LinearProgress
        variant={rows_total === null ? 'indeterminate' : 'determinate'}
        value={percentDone(upload)}
        aria-label={t('bulk-upload:step.writing')}
      />
      {isOpen ? (
        <Typography variant="body2">{t('bulk-upload:writing.lead')}</Typography>
      ) : (
        <AlertBox type="notice" message={t('bulk-upload:writing.silent')} />
      )}
    </Stack>
  )
}
