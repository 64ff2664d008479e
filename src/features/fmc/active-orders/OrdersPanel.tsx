import Build from '@mui/icons-material/BuildOutlined'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { GRID_PAGE } from '#domain/core/limits.ts'
import { OPEN_STATUSES } from '#domain/orders/order-rules.ts'
import { StatusFilter } from '#src/features/orders/filters/StatusFilter.tsx'
import { LateRule, StayChips } from '#src/features/orders/filters/StayChips.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SearchInput } from '#src/ui/form/SearchInput.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { FleetPicker } from '../fleets/FleetPicker.tsx'
import { OrderCards } from './OrderCards.tsx'
import { OrderGrid, type OrderGridProps } from './OrderGrid.tsx'
import { activeOrdersQuery } from './orders.queries.ts'
import { DUE_FILTERS, isNarrowed, isQueryTooShort, type OrdersView, resetOrdersView } from './orders-view.ts'

interface FilterProps {
  view: OrdersView
  onChange: (part: Partial<OrdersView>) => void
}

interface OrdersPanelProps extends FilterProps {
  /** The menu of saved views. */
  views: ReactNode
  /** Columns and density of a saved view. */
  look: OrderGridProps['look']
}

/** Active orders of all fleets of the management company (FMC-037 to FMC-046). */
export function OrdersPanel({ view, onChange, views, look }: OrdersPanelProps) {
  const t = useTexts('fmc-orders')
  const { number } = useFormat()
  const isDesktop = useIsDesktop()
  // Cards are long, so a phone shows fewer of them.
  const size = isDesktop ? view.size : GRID_PAGE
  const query = useQuery(activeOrdersQuery({ ...view, size }))
  const { data, error, isPlaceholderData } = query
  const list = useListFailure(query)
  const reset = () => onChange(resetOrdersView())
  const rows = data && {
    orders: data.orders,
    total: data.total_count,
    page: view.page,
    size,
    onPage: (page: number, size: number) => onChange(isDesktop ? { page, size } : { page }),
  }
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Filters view={view} onChange={(part) => onChange({ ...part, page: 1 })} onReset={reset} />
      {isQueryTooShort(view) && <AlertBox type="error" message={t('fmc-orders:tooShort')} />}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <StayChips stay={view.stay} onChange={(stay) => onChange({ stay: stay || undefined, page: 1 })} />
        <Typography role="status" variant="body2" sx={{ color: 'text.secondary', flexGrow: 1 }}>
          {data &&
            !error &&
            t('fmc-orders:count', { count: data.total_count, number: number(data.total_count) })}
        </Typography>
        {views}
      </Stack>
      <LateRule stay={view.stay} />
      <ListStates
        {...list}
        total={data?.total_count}
        onClear={isNarrowed(view) ? reset : undefined}
        offline={{ title: t('fmc-orders:offline'), message: t('fmc-orders:offlineMessage') }}
        rows={10}
        rowHeight={44}
        empty={
          <EmptyState icon={<Build />} title={t('fmc-orders:none')} message={t('fmc-orders:noneMessage')} />
        }
      >
        {rows && isDesktop && (
          <Box sx={cells}>
            <OrderGrid
              {...rows}
              sort={view.sort}
              onSort={(sort) => onChange({ sort, page: 1 })}
              isLoading={isPlaceholderData}
              look={look}
            />
          </Box>
        )}
        {rows && !isDesktop && <OrderCards {...rows} />}
      </ListStates>
    </Stack>
  )
}

interface FiltersProps extends FilterProps {
  onReset: () => void
}

function Filters({ view, onChange, onReset }: FiltersProps) {
  const t = useTexts('fmc-orders')
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        alignItems: 'end',
        gridTemplateColumns: {
          xs: '1fr',
          md: 'minmax(220px, 360px) minmax(200px, 300px) minmax(140px, 200px) auto auto 1fr',
        },
      }}
    >
      <SearchInput label={t('fmc-orders:search')} value={view.q} onSearch={(q) => onChange({ q })} />
      <FleetPicker value={view.fleetId} onChange={(fleetId) => onChange({ fleetId })} />
      <StatusFilter
        statuses={OPEN_STATUSES}
        status={view.status}
        onChange={(status) => onChange({ status })}
      />
      <ToggleButtonGroup
        exclusive
        aria-label={t('fmc-orders:due.label')}
        value={view.due}
        onChange={(_, due: OrdersView['due'] | null) => due && onChange({ due })}
      >
        {DUE_FILTERS.map((due) => (
          <ToggleButton key={due} value={due} sx={{ minHeight: 44, px: 2, whiteSpace: 'nowrap' }}>
            {t(`fmc-orders:due.${due}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {isNarrowed(view) && (
        <Button onClick={onReset} sx={{ minHeight: 44, justifySelf: 'start' }}>
          {t('fmc-orders:reset')}
        </Button>
      )}
    </Box>
  )
}

const cells = {
  '& .cell-button': {
    p: 0,
    border: 0,
    bgcolor: 'transparent',
    font: 'inherit',
    cursor: 'pointer',
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
} as const
