import Download from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkReportRow, BulkUpsertion } from '#contract/vehicles/bulk.ts'
import { downloadByTicket } from '#src/api/download-by-ticket.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { uploadRowsQuery } from './bulk.queries.ts'
import { type ListedRow, RowList } from './parts/RowList.tsx'
import { useUploadSummary } from './useUploadSummary.ts'

const ROWS_PER_PAGE = 25
const COUNTS = ['created', 'updated', 'unchanged', 'warned', 'refused'] as const

/** The result of an upload (VEH-069..072), with the rejected rows as a file to correct. */
export function BulkUploadResult({ upload, onAgain }: { upload: BulkUpsertion; onAgain: () => void }) {
  const t = useTexts('bulk-upload')
  const format = useFormat()
  const summaryOf = useUploadSummary()
  const { status, problem, refused, warned } = upload
  const isGood = status === 'completed'
  const ended = status === 'waiting' || status === 'running' ? 'completed' : status
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography variant="h3">{summaryOf(upload)}</Typography>
      <AlertBox type={isGood ? 'success' : 'error'} message={t(`bulk-upload:result.${ended}`)} />
      {problem && <Typography>{t(`bulk-upload:problem.${problem}`)}</Typography>}
      <Facts
        facts={COUNTS.map((count) => ({
          label: t(`bulk-upload:count.${count}`),
          value: format.number(upload[count]),
        }))}
      />
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {refused > 0 && (
          <Button
            variant="contained"
            startIcon={<Download />}
            onClick={() => void downloadRefused(upload.id, format.language)}
          >
            {t('bulk-upload:result.download')}
          </Button>
        )}
        <Button onClick={onAgain}>{t('bulk-upload:result.again')}</Button>
      </Stack>
      {refused + warned > 0 && <ReportRows id={upload.id} />}
    </Stack>
  )
}

function ReportRows({ id }: { id: string }) {
  const t = useTexts('bulk-upload')
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    ...uploadRowsQuery(id, page, ROWS_PER_PAGE),
    placeholderData: keepPreviousData,
  })
  if (!data && error)
    return <ErrorPanel message={t('bulk-upload:result.failed')} onRetry={() => void refetch()} />
  if (!data) return <SkeletonList rows={4} />
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography variant="h3">{t('bulk-upload:result.rows')}</Typography>
      <RowList
        label={t('bulk-upload:result.rows')}
        rows={data.rows.map(listed)}
        page={page}
        pages={data.total_pages}
        onPage={setPage}
      />
    </Stack>
  )
}

const listed = ({ row, cells, is_refused, notes }: BulkReportRow): ListedRow => ({
  row,
  vin: cells[0] ?? '',
  name: cells[3] ?? '',
  verdict: is_refused ? 'refused' : 'taken',
  notes,
})

function downloadRefused(id: string, language: string): Promise<void> {
  return downloadByTicket(`/vehicles/bulk_upsertions/${id}/refused.csv`, {
    language: language === 'fr' ? 'fr' : 'en',
  })
}
