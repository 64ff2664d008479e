import Build from '@mui/icons-material/BuildOutlined'
import SearchOff from '@mui/icons-material/SearchOff'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { isUnreachable, toFailure } from '#src/api/failure.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { SearchInput } from '#src/ui/form/SearchInput.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { FleetPicker } from '../fleets/FleetPicker.tsx'
import { OrderCards } from './OrderCards.tsx'
import { OrderGrid } from './OrderGrid.tsx'
import { activeOrdersQuery } from './orders.queries.ts'
import { DUE_FILTERS, isNarrowed, isQueryTooShort, type OrdersView, resetOrdersView } from './orders-view.ts'

interface OrdersPanelProps {
  view: OrdersView
  onChange: (part: Partial<OrdersView>) => void
}

/** Active orders of all fleets of the management company (FMC-037 to FMC-046). */
export function OrdersPanel({ view, onChange }: OrdersPanelProps) {
  const t = useTexts('fmc-orders')
  const { number } = useFormat()
  const isDesktop = useIsDesktop()
  const { data, error, isPlaceholderData, refetch } = useQuery(activeOrdersQuery(view))
  const reset = () => onChange(resetOrdersView())
  const rows = data && {
    ...{ orders: data.orders, total: data.total_count, page: view.page },
    onPage: (page: number) => onChange({ page }),
  }
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Filters view={view} onChange={(part) => onChange({ ...part, page: 1 })} onReset={reset} />
      {isQueryTooShort(view) && <AlertBox type="error" message={t('fmc-orders:tooShort')} />}
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary', minHeight: 20 }}>
        {data &&
          !error &&
          t('fmc-orders:count', { count: data.total_count, number: number(data.total_count) })}
      </Typography>
      {error && !data && <NotLoaded error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonList rows={10} rowHeight={44} />}
      {data?.total_count === 0 && <NoOrders isNarrowed={isNarrowed(view)} onReset={reset} />}
      {rows && rows.total > 0 && isDesktop && (
        <Box sx={cells}>
          <OrderGrid
            {...rows}
            sort={view.sort}
            onSort={(sort) => onChange({ sort, page: 1 })}
            isLoading={isPlaceholderData}
          />
        </Box>
      )}
      {rows && rows.total > 0 && !isDesktop && <OrderCards {...rows} />}
    </Stack>
  )
}

interface FiltersProps extends OrdersPanelProps {
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
        gridTemplateColumns: { xs: '1fr', md: 'minmax(220px, 360px) minmax(200px, 300px) auto auto 1fr' },
      }}
    >
      <SearchInput
        label={t('fmc-orders:search')}
        value={view.q}
        onSearch={(q) => onChange({ q: q.trim() })}
      />
      <FleetPicker value={view.fleetId} onChange={(fleetId) => onChange({ fleetId })} />
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

function NoOrders({ isNarrowed, onReset }: { isNarrowed: boolean; onReset: () => void }) {
  const t = useTexts('fmc-orders')
  if (!isNarrowed)
    return <EmptyState icon={<Build />} title={t('fmc-orders:none')} message={t('fmc-orders:noneMessage')} />
  return (
    <EmptyState
      icon={<SearchOff />}
      title={t('fmc-orders:noMatch')}
      message={t('fmc-orders:noMatchMessage')}
      action={<Button onClick={onReset}>{t('fmc-orders:reset')}</Button>}
    />
  )
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts('fmc-orders', 'errors')
  const failureText = useFailureText()
  const failure = toFailure(error)
  if (isUnreachable(failure))
    return <EmptyState title={t('fmc-orders:offline')} message={t('fmc-orders:offlineMessage')} />
  return <ErrorPanel message={failureText(failure)} onRetry={onRetry} />
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
