import Business from '@mui/icons-material/BusinessOutlined'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { RenderWhenVisible } from '#src/ui/layout/RenderWhenVisible.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { FleetCards } from './FleetCards.tsx'
import { FleetGrid, type FleetGridProps } from './FleetGrid.tsx'
import { FleetsFilters } from './FleetsFilters.tsx'
import { fleetPagesQuery } from './fleets.queries.ts'
import { type FleetsView, isNarrowed, readFleetsView } from './fleets-view.ts'
import { NextPage } from './parts/NextPage.tsx'

interface FleetsPanelProps {
  view: FleetsView
  onChange: (part: Partial<FleetsView>) => void
  /** The menu of saved views. */
  views: ReactNode
  /** Columns and density of a saved view. */
  look: FleetGridProps['look']
}

/** Fleets of the management company: search, filter, sort, 50 more with each scroll (FMC-010 to FMC-022). */
export function FleetsPanel({ view, onChange, views, look }: FleetsPanelProps) {
  const t = useTexts('fleet')
  const isDesktop = useIsDesktop()
  const { can } = useSession()
  const { number } = useFormat()
  const pages = useInfiniteQuery(fleetPagesQuery(view))
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const list = useListFailure(pages)
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
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary', flexGrow: 1 }}>
          {total !== undefined && !error && t('fleet:list.count', { count: total, number: number(total) })}
        </Typography>
        {views}
      </Stack>
      <ListStates
        {...list}
        total={fleets && total}
        onClear={isNarrowed(view) ? reset : undefined}
        offline={{ title: t('fleet:list.offlineTitle'), message: t('fleet:list.offline') }}
        rows={8}
        rowHeight={44}
        empty={
          <EmptyState
            icon={<Business />}
            title={t('fleet:list.none')}
            message={t('fleet:list.noneMessage')}
          />
        }
      >
        {fleets && isDesktop && (
          <FleetGrid
            fleets={fleets}
            mayEdit={mayEdit}
            sort={view.sort}
            onSort={(sort) => onChange({ sort })}
            isLoading={isPlaceholderData}
            onNearEnd={more}
            look={look}
          />
        )}
        {fleets && !isDesktop && (
          <>
            <FleetCards fleets={fleets} mayEdit={mayEdit} />
            {hasNextPage && (
              <RenderWhenVisible key={fleets.length} sx={{ minHeight: 44 }}>
                <NextPage onShow={more} />
              </RenderWhenVisible>
            )}
          </>
        )}
      </ListStates>
    </Stack>
  )
}
