import TaskAlt from '@mui/icons-material/TaskAlt'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FirstLoadNote } from '#src/features/home/dashboard/FirstLoadNote.tsx'
import { DueFilters } from '#src/features/home/due/DueFilters.tsx'
import { DueGrid } from '#src/features/home/due/DueGrid.tsx'
import { DueItem } from '#src/features/home/due/DueItem.tsx'
import {
  DEFAULT_DUE_VIEW,
  type DueRow,
  type DueView,
  dueRows,
  readDueView,
  writeDueView,
} from '#src/features/home/due/due-view.ts'
import { type Due, useDue } from '#src/features/home/due/useDue.ts'
import { AsOf } from '#src/features/vehicles/vehicles/AsOf.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useComplete } from '#src/local-data/useComplete.ts'
import { useFirstLoad } from '#src/local-data/useFirstLoad.ts'
import { useLoaded } from '#src/local-data/useLoaded.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { BackLink } from '#src/ui/link/BackLink.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { VirtualList } from '#src/ui/list/VirtualList.tsx'

/** /upcoming_maintenances: the due-maintenance grid as a full page (DSH-029, DSH-030). The address selects the rows. */
export function UpcomingMaintenancesScreen() {
  const t = useTexts('maintenances', 'dashboard')
  const view = readDueView(useSearch({ strict: false }))
  const navigate = useNavigate()
  const due = useDue()
  const isAnythingDue = useLoaded(due?.rows)
  const firstLoad = useFirstLoad()
  const rowsOf = (part: Partial<DueView>) =>
    due ? dueRows(due.rows, (id) => due.orderOf.has(id), { ...view, ...part }) : []
  const all = rowsOf({ due: 'all' })
  const countOf = (state: DueRow['due']) => all.filter((row) => row.due === state).length
  const counts = due?.counts && {
    all: all.length,
    due_soon: countOf('due_soon'),
    past_due: countOf('past_due'),
  }
  const rows = view.due === 'all' ? all : all.filter((row) => row.due === view.due)
  const change = (part: Partial<DueView>) =>
    void navigate({
      to: '/upcoming_maintenances',
      search: writeDueView({ ...view, ...part }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Page
      title={t('maintenances:upcoming.title')}
      subtitle={<Subtitle rows={due && rows} />}
      back={<BackLink to="/dashboard">{t('maintenances:back')}</BackLink>}
    >
      <Stack sx={{ gap: 1.5 }}>
        <FirstLoadNote />
        <DueFilters view={view} counts={counts} onChange={change} />
        <ListStates
          {...firstLoad}
          total={isAnythingDue && rows.length}
          onClear={isAnythingDue?.length ? () => change(DEFAULT_DUE_VIEW) : undefined}
          rows={8}
          rowHeight={82}
          empty={
            <EmptyState
              icon={<TaskAlt />}
              title={t('dashboard:due.empty')}
              message={t('dashboard:due.emptyMessage')}
            />
          }
        >
          {due && <Rows due={due} rows={rows} showsOrders={view.order !== 'without'} />}
        </ListStates>
      </Stack>
    </Page>
  )
}

/** Number of rows, in intervals and vehicles. */
function Subtitle({ rows }: { rows: readonly DueRow[] | undefined }) {
  const t = useTexts('dashboard')
  const { number } = useFormat()
  const complete = useComplete(rows)
  if (!complete) return <AsOf />
  const intervals = complete.reduce((sum, row) => sum + row.intervals.length, 0)
  const vehicles = new Set(complete.map((row) => row.vehicleId)).size
  return (
    <Box component="span" role="status">
      {t('dashboard:due.onVehicles', {
        count: vehicles,
        number: number(vehicles),
        intervals: t('dashboard:due.intervals', { count: intervals, number: number(intervals) }),
      })}
      <AsOf before=" · " />
    </Box>
  )
}

interface RowsProps {
  due: Due
  rows: readonly DueRow[]
  showsOrders: boolean
}

function Rows({ due, rows, showsOrders }: RowsProps) {
  const t = useTexts('dashboard')
  if (useIsDesktop()) return <DueGrid rows={rows} orderOf={due.orderOf} showsOrders={showsOrders} />
  return (
    <VirtualList
      label={t('dashboard:due.title')}
      items={rows}
      getKey={(row) => row.id}
      estimateHeight={84}
      renderItem={(row) => (
        <Paper variant="outlined">
          <DueItem row={row} order={due.orderOf.get(row.vehicleId)} />
        </Paper>
      )}
    />
  )
}
