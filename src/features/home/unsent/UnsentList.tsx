import CloudDone from '@mui/icons-material/CloudDoneOutlined'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/session/useOnline.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Pages } from '#src/ui/list/Pages.tsx'
import { UnsentDevices } from './UnsentDevices.tsx'
import { unsentQuery } from './unsent.queries.ts'

const perPage = 50

/** All devices with unsent work, page by page. Only the server knows of other people's devices, so it needs signal. */
export function UnsentList() {
  const t = useTexts('unsent')
  const isOnline = useOnline()
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery({
    ...unsentQuery(page, perPage),
    placeholderData: keepPreviousData,
  })
  if (!data && (isError || !isOnline)) {
    return <ErrorPanel message={isOnline ? undefined : t('unsent:offline')} onRetry={() => void refetch()} />
  }
  if (!data) return <SkeletonList />
  if (data.total_count === 0) {
    return <EmptyState icon={<CloudDone />} title={t('unsent:empty')} message={t('unsent:emptyMessage')} />
  }
  return (
    <Stack sx={{ gap: 2 }}>
      <Paper variant="outlined" sx={{ '& li:first-of-type': { borderTop: 0 } }}>
        <UnsentDevices devices={data.devices} isFull />
      </Paper>
      <Pages page={page} count={data.total_pages} onChange={setPage} />
    </Stack>
  )
}
