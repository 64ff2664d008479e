import CloudDone from '@mui/icons-material/CloudDoneOutlined'
import Paper from '@mui/material/Paper'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { Pages } from '#src/ui/list/Pages.tsx'
import { UnsentDevices } from './UnsentDevices.tsx'
import { unsentQuery } from './unsent.queries.ts'

const perPage = 50

/** All devices with unsent work, in pages. Needs a connection, because only the server knows other users' devices. */
export function UnsentList() {
  const t = useTexts('unsent')
  const [page, setPage] = useState(1)
  const query = useQuery({ ...unsentQuery(page, perPage), placeholderData: keepPreviousData })
  const { data } = query
  const list = useListFailure(query)
  return (
    <ListStates
      {...list}
      total={data?.total_count}
      offline={{ message: t('unsent:offline') }}
      rows={5}
      rowHeight={72}
      empty={<EmptyState icon={<CloudDone />} title={t('unsent:empty')} message={t('unsent:emptyMessage')} />}
    >
      {data && (
        <Stack sx={{ gap: 2 }}>
          <Paper variant="outlined" sx={{ '& li:first-of-type': { borderTop: 0 } }}>
            <UnsentDevices devices={data.devices} isFull />
          </Paper>
          <Pages page={page} count={data.total_pages} onChange={setPage} />
        </Stack>
      )}
    </ListStates>
  )
}
