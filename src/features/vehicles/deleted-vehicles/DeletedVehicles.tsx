import Delete from '@mui/icons-material/DeleteOutlined'
import Paper from '@mui/material/Paper'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { Pages } from '#src/ui/list/Pages.tsx'
import { DeletedVehicleItem } from './DeletedVehicleItem.tsx'
import { DELETED_PER_PAGE, deletedVehiclesQuery } from './deleted-vehicles.queries.ts'

/** Vehicles that were deleted in the last 30 days, with a restore button each. Online only. */
export function DeletedVehicles() {
  const t = useTexts('deleted-vehicles')
  const [page, setPage] = useState(1)
  const [message, setMessage] = useState<string>()
  const query = useQuery({ ...deletedVehiclesQuery(page), placeholderData: keepPreviousData })
  const list = useListFailure(query)
  const { data } = query
  const last = Math.max(1, Math.ceil((data?.total_count ?? 0) / DELETED_PER_PAGE))
  // The last vehicle of the last page was restored.
  if (data && page > last) setPage(last)
  return (
    <Stack sx={{ gap: 2 }}>
      {message && <AlertBox type="success" message={message} onClose={() => setMessage(undefined)} />}
      <Paper variant="outlined">
        <ListStates
          {...list}
          total={data?.total_count}
          offline={{ message: t('deleted-vehicles:list.offline') }}
          rows={3}
          rowHeight={96}
          empty={
            <EmptyState
              icon={<Delete />}
              title={t('deleted-vehicles:empty.title')}
              message={t('deleted-vehicles:empty.message')}
            />
          }
        >
          <Box
            component="ul"
            aria-label={t('deleted-vehicles:list.label')}
            sx={{
              '& > li': { px: 2, py: 1.5 },
              '& > li + li': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            {data?.deleted_vehicles.map((vehicle) => (
              <li key={vehicle.id}>
                <DeletedVehicleItem vehicle={vehicle} onRestored={setMessage} />
              </li>
            ))}
          </Box>
        </ListStates>
      </Paper>
      <Pages page={page} count={last} onChange={setPage} />
    </Stack>
  )
}
