import Business from '@mui/icons-material/BusinessOutlined'
import SearchOff from '@mui/icons-material/SearchOff'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { isUnreachable, toFailure } from '#src/api/failure.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { WhenNear } from '#src/ui/layout/WhenNear.tsx'
import { FleetCards } from './FleetCards.tsx'
import { FleetGrid } from './FleetGrid.tsx'
import { FleetsFilters } from './FleetsFilters.tsx'
import { fleetPagesQuery } from './fleets.queries.ts'
import { type FleetsView, isNarrowed, readFleetsView } from './fleets-view.ts'
import { NextPage } from './parts/NextPage.tsx'

interface FleetsPanelProps {
  view: FleetsView
  onChange: (part: Partial<FleetsView>) => void
}

/** The fleets of the management company: searched, filtered, sorted, 50 more with each scroll (FMC-010 to FMC-022). */
export function FleetsPanel({ view, onChange }: FleetsPanelProps) {
  const t = useTexts('fleet')
  const isDesktop = useIsDesktop()
  const { can } = useSession()
  const { number } = useFormat()
  const pages = useInfiniteQuery(fleetPagesQuery(view))
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages
  const fleets = useMemo(() => data?.pages.flatMap((page) => page.fleets), [data])
  const total = data?.pages[0]?.total_count
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const reset = () => onChange(readFleetsView({}))
  const mayEdit = can('fleets.edit')
  return (
    <Stack sx={{ gap: 1.5 }}>
      <FleetsFilters view={view} onChange={onChange} onReset={reset} />
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary', minHeight: 20 }}>
        {total !== undefined && !error && t('fleet:list.count', { count: total, number: number(total) })}
      </Typography>
      {error && !fleets && <NotLoaded error={error} onRetry={() => void refetch()} />}
      {!error && !fleets && <SkeletonList rows={8} rowHeight={44} />}
      {fleets && total === 0 && <NoFleets isNarrowed={isNarrowed(view)} onReset={reset} />}
      {fleets && total !== 0 && isDesktop && (
        <FleetGrid
          fleets={fleets}
          mayEdit={mayEdit}
          sort={view.sort}
          onSort={(sort) => onChange({ sort })}
          isLoading={isPlaceholderData}
          onNearEnd={more}
        />
      )}
      {fleets && total !== 0 && !isDesktop && (
        <>
          <FleetCards fleets={fleets} mayEdit={mayEdit} />
          {hasNextPage && (
            <WhenNear key={fleets.length} sx={{ minHeight: 44 }}>
              <NextPage onShow={more} />
            </WhenNear>
          )}
        </>
      )}
    </Stack>
  )
}

function NoFleets({ isNarrowed, onReset }: { isNarrowed: boolean; onReset: () => void }) {
  const t = useTexts('fleet')
  if (!isNarrowed)
    return (
      <EmptyState icon={<Business />} title={t('fleet:list.none')} message={t('fleet:list.noneMessage')} />
    )
  return (
    <EmptyState
      icon={<SearchOff />}
      title={t('fleet:list.empty')}
      message={t('fleet:list.emptyMessage')}
      action={<Button onClick={onReset}>{t('fleet:list.reset')}</Button>}
    />
  )
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts('fleet', 'errors')
  const failureText = useFailureText()
  const failure = toFailure(error)
  if (isUnreachable(failure))
    return (
      <EmptyState
        icon={<Business />}
        title={t('fleet:list.offlineTitle')}
        message={t('fleet:list.offline')}
      />
    )
  return <ErrorPanel message={failureText(failure)} onRetry={onRetry} />
}
