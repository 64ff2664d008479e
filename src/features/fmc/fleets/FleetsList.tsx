import Business from '@mui/icons-material/BusinessOutlined'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FLEET_QUERY_MIN } from '#contract/core/limits.ts'
import type { ListedFleet } from '#contract/fmc/fleets.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { createFormatter, type Formatter } from '#src/lib/format.ts'
import { useOnline } from '#src/session/useOnline.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { SearchInput } from '#src/ui/form/SearchInput.tsx'
import type { Fact } from '#src/ui/layout/Facts.tsx'
import { Pages } from '#src/ui/list/Pages.tsx'
import { fleetsQuery } from './fleets.queries.ts'
import { FleetLine } from './parts/FleetLine.tsx'
import { useOpenFleet } from './useOpenFleet.ts'

interface FleetsListProps {
  /** What of each fleet is shown. */
  factsOf: (fleet: ListedFleet, format: Formatter) => Fact[]
}

/** The fleets of the management company with some of their figures, and the way into each. */
export function FleetsList({ factsOf }: FleetsListProps) {
  const t = useTexts('fleet')
  const isOnline = useOnline()
  const openFleet = useOpenFleet()
  const formats = useFormats()
  const [query, setQuery] = useState('')
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery(fleetsQuery(page, query))
  const search = (text: string) => {
    setQuery(text.trim())
    setPage(1)
  }
  const isTooShort = query !== '' && query.length < FLEET_QUERY_MIN
  if (!data && (isError || !isOnline)) {
    return (
      <ErrorPanel message={isOnline ? undefined : t('fleet:list.offline')} onRetry={() => void refetch()} />
    )
  }
  return (
    <Stack sx={{ gap: 1.5 }}>
      <SearchInput label={t('fleet:list.search')} value={query} onSearch={search} />
      {isTooShort && <AlertBox type="notice" message={t('fleet:list.tooShort')} />}
      {!data && <SkeletonList rows={6} rowHeight={72} />}
      {data?.total_count === 0 && (
        <EmptyState
          icon={<Business />}
          title={t('fleet:list.empty')}
          message={t('fleet:list.emptyMessage')}
        />
      )}
      {data && data.total_count > 0 && (
        <Paper component="section" variant="outlined" aria-label={t('fleet:list.label')}>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {data.fleets.map((fleet) => (
              <FleetLine
                key={fleet.id}
                fleet={fleet}
                facts={factsOf(fleet, formats[fleet.country])}
                onOpen={() => openFleet(fleet)}
              />
            ))}
          </Box>
        </Paper>
      )}
      {data && <Pages page={page} count={data.total_pages} onChange={setPage} />}
    </Stack>
  )
}

/** Each fleet's amounts are in its own country's money, whatever fleet the session stands in. */
function useFormats(): Record<ListedFleet['country'], Formatter> {
  const { language } = useFormat()
  return useMemo(
    () => ({
      US: createFormatter({ country: 'US', language }),
      CA: createFormatter({ country: 'CA', language }),
    }),
    [language],
  )
}
