import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useEffect } from 'react'
import type { BulkUpsertion } from '#contract/vehicles/bulk.ts'
import { onPushNotice } from '#src/api/push-messages.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { isUploadFinished, newestUploadQuery, uploadQuery } from './bulk.queries.ts'
import { percentDone } from './upload-progress.ts'

/** Shows a running upload after its dialog was closed or the page was reloaded (interface rule 13). */
export const BulkUploadPanel = memo(function BulkUploadPanel({
  onShow,
}: {
  onShow: (uploadId: string) => void
}) {
  const t = useTexts('bulk-upload')
  const format = useFormat()
  const client = useQueryClient()
  const { data: upload } = useQuery(newestUploadQuery())
  useEffect(
    () =>
      onPushNotice(({ bulk_upsertion }) => {
        // Messages may arrive out of order: a finished upload stays finished.
        const newer = (known: BulkUpsertion | null | undefined) =>
          known?.id === bulk_upsertion.id && isUploadFinished(known) ? known : bulk_upsertion
        client.setQueryData<BulkUpsertion>(uploadQuery(bulk_upsertion.id).queryKey, newer)
        client.setQueryData<BulkUpsertion | null>(newestUploadQuery().queryKey, newer)
      }),
    [client],
  )
  if (!upload || isUploadFinished(upload)) return null
  const { rows_done, rows_total } = upload
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography role="status" sx={{ flex: 1, minWidth: 200 }}>
          {rows_total === null
            ? t('bulk-upload:panel.queued')
            : t('bulk-upload:panel.running', {
                done: format.number(rows_done),
                total: format.number(rows_total),
              })}
        </Typography>
        <Button onClick={() => onShow(upload.id)}>{t('bulk-upload:panel.show')}</Button>
      </Stack>
      <LinearProgress
        variant={rows_total === null ? 'indeterminate' : 'determinate'}
        value={percentDone(upload)}
        aria-label={t('bulk-upload:open')}
      />
    </Paper>
  )
})
