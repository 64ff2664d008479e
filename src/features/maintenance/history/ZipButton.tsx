import Archive from '@mui/icons-material/FolderZipOutlined'
import LinearProgress from '@mui/material/LinearProgress'
import { useSyncExternalStore } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import type { HistoryRow } from './history-rows.ts'
import { invoiceMeta } from './invoices/invoice-meta.ts'
import { zipInvoices, zipJobs } from './invoices/invoice-zip.ts'

/** Downloads all invoices of the rows as one file (MHX-050). The progress survives leaving the screen. */
export function ZipButton({ vehicleId, rows }: { vehicleId: number; rows: readonly HistoryRow[] }) {
  const t = useTexts('history')
  const { cache } = useOffline()
  const toast = useToast()
  const job = useSyncExternalStore(zipJobs.subscribe, () => zipJobs.of(vehicleId))
  const documents = rows.flatMap((row) => row.documents.map((document) => ({ day: row.day, document })))

  async function download() {
    try {
      const missing = await zipInvoices(vehicleId, documents, (document) =>
        cache.documentBlob(document.id, invoiceMeta(document)),
      )
      if (missing > 0) toast('warning', t('history:zip.missing', { count: missing }))
    } catch {
      toast('danger', t('history:zip.failed'))
    }
  }
  return (
    <Stack sx={{ minWidth: 160 }}>
      <ActionButton
        size="small"
        startIcon={<Archive />}
        disabledReason={documents.length === 0 && t('history:zip.none')}
        loading={job !== undefined}
        loadingPosition="start"
        onClick={download}
      >
        {t('history:zip.download')}
      </ActionButton>
      {job && (
        <>
          <LinearProgress
            variant="determinate"
            value={(100 * job.done) / Math.max(1, job.total)}
            aria-label={t('history:zip.progress', { done: job.done, total: job.total })}
          />
          <Typography variant="caption" role="status" sx={{ color: 'text.secondary' }}>
            {t('history:zip.progress', { done: job.done, total: job.total })}
          </Typography>
        </>
      )}
    </Stack>
  )
}
