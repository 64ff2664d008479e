import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import type { GridColDef } from '@mui/x-data-grid'
import { createLink } from '@tanstack/react-router'
import { useMemo } from 'react'
import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { SnoozeButton } from '#src/features/maintenance/snooze/SnoozeButton.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { DataTable } from '#src/ui/grid/DataTable.tsx'
import type { DataTableProps } from '#src/ui/grid/table-props.ts'
import { useGridPage } from '#src/ui/grid/useServerPage.ts'
import { InlineFacts } from '#src/ui/layout/InlineFacts.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import type { ListPaging } from '#src/ui/list/paging.ts'
import { VirtualList } from '#src/ui/list/VirtualList.tsx'
import { IntervalTag, useTagText } from './IntervalTag.tsx'
import { nameWithId, type UpcomingRow } from './upcoming-rows.ts'
import { useDueFacts } from './useDueFacts.ts'
import { useIntervalName } from './useIntervalName.ts'

const COLUMNS = [
  'vehicle',
  'interval',
  'services',
  'due_at',
  'odometer',
  'due_date',
  'tag',
  'snoozed',
] as const
/** Sort columns of the grid; 'urgency' keeps the order of the rows. */
export const UPCOMING_SORTS = [
  'urgency' as const,
  ...COLUMNS.flatMap((column) => [column, `-${column}`] as const),
]
export type UpcomingSort = (typeof UPCOMING_SORTS)[number]

interface UpcomingListProps {
  /** All rows: cards show them most urgent first. */
  rows: readonly UpcomingRow[]
  paging: ListPaging<UpcomingSort>
  /** Columns and density of a saved view. */
  look: Pick<DataTableProps<UpcomingRow>, 'storedColumns' | 'density'>
  /** The column of checkboxes, while vehicles are selected. */
  selectColumn?: GridColDef<UpcomingRow> | undefined
}

const HIDE_ORDER = ['interval', 'odometer']

/** Due maintenance of the fleet: a grid on desktops, cards on phones. */
export function UpcomingList({ rows, paging, look, selectColumn }: UpcomingListProps) {
  const t = useTexts('services')
  const own = useUpcomingColumns()
  const columns = useMemo(() => (selectColumn ? [selectColumn, ...own] : own), [selectColumn, own])
  const page = useGridPage<UpcomingRow, UpcomingSort>(paging, 'urgency')
  if (useIsDesktop())
    return (
      <DataTable
        label={t('services:upcoming.label')}
        rows={rows}
        columns={columns}
        hideOrder={HIDE_ORDER}
        {...page}
        {...look}
        // Selections and files would not follow it.
        disableColumnFilter
      />
    )
  return (
    <VirtualList
      label={t('services:upcoming.label')}
      items={rows}
      getKey={(row) => row.id}
      estimateHeight={160}
      renderItem={(row) => (
        <Paper variant="outlined">
          <UpcomingCard row={row} />
          <Box sx={{ px: 1, pb: 0.5 }}>
            <SnoozeButton vehicleId={row.vehicleId} vehicle={nameWithId(row)} until={row.snoozedUntil} />
          </Box>
        </Paper>
      )}
    />
  )
}

/** SVC-044 */
const colorOf = ({ due }: UpcomingRow) => (due === 'past_due' ? 'error.main' : 'text.primary')

const Card = createLink(
  styled('a')(({ theme }) => ({
    display: 'block',
    padding: theme.spacing(1.5, 2, 0.5),
    color: theme.vars.palette.text.primary,
    borderRadius: theme.shape.borderRadius,
    textDecoration: 'none',
  })),
)

/** Opens the vehicle (SVC-014). */
function UpcomingCard({ row }: { row: UpcomingRow }) {
  const dueFacts = useDueFacts()
  const nameOf = useIntervalName()
  const { language } = useFormat()
  return (
    <Card to="/vehicles/$vehicleId" params={{ vehicleId: String(row.vehicleId) }}>
      <Stack direction="row" sx={{ gap: 1, justifyContent: 'space-between', alignItems: 'start' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{nameWithId(row)}</Typography>
        <IntervalTag tag={row.interval.tag} />
      </Stack>
      <Typography variant="body2" sx={{ color: colorOf(row) }}>
        {nameOf(row.interval)}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        <InlineFacts facts={dueFacts(row.interval, row.odometer)} />
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {row.interval.services.map((service) => serviceName(service, language)).join(', ')}
      </Typography>
    </Card>
  )
}

function useUpcomingColumns(): GridColDef<UpcomingRow>[] {
  const names = useNameColumns()
  const limits = useLimitColumns()
  // The grid loses its state when the columns change identity.
  return useMemo(() => [...names, ...limits], [names, limits])
}

/** Columns for vehicle, interval and services. */
function useNameColumns(): GridColDef<UpcomingRow>[] {
  const t = useTexts('services')
  const { language } = useFormat()
  const nameOf = useIntervalName()
  return useMemo(
    () => [
      {
        field: 'vehicle',
        headerName: t('services:column.vehicle'),
        flex: 4,
        minWidth: 220,
        valueGetter: (_, row) => nameWithId(row),
        renderCell: ({ row }) => (
          <TextLink to="/vehicles/$vehicleId" params={{ vehicleId: String(row.vehicleId) }}>
            {nameWithId(row)}
          </TextLink>
        ),
      },
      {
        field: 'interval',
        headerName: t('services:column.interval'),
        flex: 2,
        minWidth: 130,
        valueGetter: (_, row) => nameOf(row.interval),
        renderCell: ({ row }) => (
          <Box component="span" sx={{ color: colorOf(row) }}>
            {nameOf(row.interval)}
          </Box>
        ),
      },
      {
        field: 'services',
        headerName: t('services:column.services'),
        flex: 1,
        minWidth: 130,
        valueGetter: (_, row) =>
          row.interval.services.map((service) => serviceName(service, language)).join(', '),
      },
    ],
    [t, language, nameOf],
  )
}

/** Columns for when an interval is due, and until when it is snoozed. */
function useLimitColumns(): GridColDef<UpcomingRow>[] {
  const t = useTexts('services')
  const format = useFormat()
  const tagText = useTagText()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tagText` depends on texts only
  return useMemo(
    () => [
      {
        field: 'due_at',
        headerName: t('services:column.dueAt'),
        type: 'number',
        width: 130,
        valueGetter: (_, row) => row.interval.due_at,
        valueFormatter: (_, row) => format.distance(row.interval.due_at, row.interval.unit),
      },
      {
        field: 'odometer',
        headerName: t('services:column.odometer'),
        type: 'number',
        width: 130,
        valueGetter: (_, row) => row.odometer,
        valueFormatter: (_, row) => format.distance(row.odometer, row.interval.unit),
      },
      {
        field: 'due_date',
        headerName: t('services:column.dueDate'),
        width: 120,
        valueGetter: (_, row) => row.interval.due_date,
        valueFormatter: (day: string | null) => format.date(day),
      },
      {
        field: 'tag',
        display: 'flex',
        headerName: t('services:column.status'),
        width: 160,
        valueGetter: (_, row) => row.interval.tag,
        // The text of the cell, from which the grid computes the width.
        valueFormatter: tagText,
        renderCell: ({ row }) => <IntervalTag tag={row.interval.tag} />,
      },
      {
        field: 'snoozed',
        display: 'flex',
        headerName: t('services:column.snoozed'),
        width: 150,
        valueGetter: (_, row) => row.snoozedUntil,
        renderCell: ({ row }) => (
          <SnoozeButton isCell vehicleId={row.vehicleId} vehicle={nameWithId(row)} until={row.snoozedUntil} />
        ),
      },
    ],
    [t, format],
  )
}
