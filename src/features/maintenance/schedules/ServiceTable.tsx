import Check from '@mui/icons-material/CheckCircleOutlined'
import Button from '@mui/material/Button'
import type { GridColDef } from '@mui/x-data-grid'
import { useMemo, useState } from 'react'
import { GRID_PAGE } from '#domain/core/limits.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { DataTable } from '#src/ui/grid/DataTable.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { IntervalTag } from '../intervals/IntervalTag.tsx'
import { RemoveServiceDialog } from './added/RemoveServiceDialog.tsx'
import { useDoneTexts } from './completion/useDoneTexts.ts'
import type { ServiceRow } from './service-rows.ts'
import { useIntervalText } from './useIntervalText.ts'

const PAGES = [GRID_PAGE]

interface ServiceTableProps {
  vehicleId: number
  rows: readonly ServiceRow[]
  /** Marks a service as done or not done; undefined without permission. */
  onMark: ((row: ServiceRow) => void) | undefined
  /** Whether services that were added to the vehicle can be removed (SCH-054). */
  canRemove: boolean
}

/** Actions on a row; undefined without permission. */
interface RowActions {
  onMark: ((row: ServiceRow) => void) | undefined
  onRemove: ((row: ServiceRow) => void) | undefined
}

/** Services of a vehicle's schedule: a grid of ten rows on desktops, cards on phones (SCH-041 to SCH-043). */
export function ServiceTable({ vehicleId, rows, onMark, canRemove }: ServiceTableProps) {
  const [removing, setRemoving] = useState<ServiceRow | null>(null)
  const onRemove = canRemove && rows.some(({ isOwn }) => isOwn) ? setRemoving : undefined
  return (
    <>
      <ServiceRows rows={rows} onMark={onMark} onRemove={onRemove} />
      {removing && (
        <RemoveServiceDialog vehicleId={vehicleId} row={removing} onClose={() => setRemoving(null)} />
      )}
    </>
  )
}

function ServiceRows({ rows, ...actions }: RowActions & { rows: readonly ServiceRow[] }) {
  const t = useTexts('schedules')
  const texts = useDoneTexts()
  const textOf = useIntervalText()
  const columns = useColumns(actions)
  if (useIsDesktop())
    return <DataTable label={t('schedules:grid.label')} rows={rows} columns={columns} pageSizes={PAGES} />
  return (
    <ul aria-label={t('schedules:grid.label')}>
      {rows.map((row) => (
        <Box
          component="li"
          key={row.id}
          sx={{
            p: 2,
            mb: 1,
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'background.paper',
          }}
        >
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, flexWrap: 'wrap' }}>
            <Typography sx={{ fontWeight: 600 }}>{row.name}</Typography>
            <Status row={row} />
          </Stack>
          <Typography variant="body2">{textOf(row)}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {[texts.dueAt(row), texts.lastDone(row.lastDone, row.unit)].filter(Boolean).join(' · ')}
          </Typography>
          {row.isOwn && <Typography variant="body2">{t('schedules:grid.own')}</Typography>}
          <RowButtons row={row} {...actions} />
        </Box>
      ))}
    </ul>
  )
}

function Status({ row }: { row: ServiceRow }) {
  const t = useTexts('schedules')
  if (!row.isCompleted) return <IntervalTag tag={row.tag} />
  // Done in this cycle, while other services of its interval are still open.
  return <StatusChip tone="success" icon={<Check />} label={t('schedules:completed')} />
}

function RowButtons({ row, onMark, onRemove }: RowActions & { row: ServiceRow }) {
  const t = useTexts('schedules')
  return (
    <>
      {onMark && <MarkButton row={row} onMark={onMark} />}
      {onRemove && row.isOwn && (
        <Button
          size="small"
          aria-label={t('schedules:remove.of', { service: row.name })}
          sx={{ minHeight: { xs: 44, md: 32 } }}
          onClick={() => onRemove(row)}
        >
          {t('schedules:remove.open')}
        </Button>
      )}
    </>
  )
}

function MarkButton({ row, onMark }: { row: ServiceRow; onMark: (row: ServiceRow) => void }) {
  const t = useTexts('schedules')
  // Work from an order or a history entry is corrected there.
  if (row.isCompleted && !row.isMarked) return null
  return (
    <Button
      size="small"
      aria-label={t(row.isCompleted ? 'schedules:grid.undoneOf' : 'schedules:grid.doneOf', {
        service: row.name,
      })}
      sx={{ minHeight: { xs: 44, md: 32 }, ml: -1 }}
      onClick={() => onMark(row)}
    >
      {t(row.isCompleted ? 'schedules:grid.undone' : 'schedules:grid.done')}
    </Button>
  )
}

function useColumns({ onMark, onRemove }: RowActions): GridColDef<ServiceRow>[] {
  const t = useTexts('schedules')
  const format = useFormat()
  const textOf = useIntervalText()
  const texts = useDoneTexts()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of t and format
  return useMemo(
    () => [
      {
        field: 'name',
        headerName: t('schedules:grid.service'),
        flex: 2,
        minWidth: 180,
        renderCell: ({ row }) => (row.isOwn ? `${row.name} (${t('schedules:grid.own')})` : row.name),
      },
      {
        field: 'interval',
        headerName: t('schedules:grid.interval'),
        flex: 1,
        minWidth: 180,
        valueGetter: (_, row) => row.every ?? (row.months ?? 0) / 1000,
        renderCell: ({ row }) => textOf(row),
      },
      {
        field: 'lastDone',
        headerName: t('schedules:grid.lastDone'),
        width: 200,
        valueGetter: (_, row) => row.lastDone?.day ?? null,
        renderCell: ({ row }) => texts.doneAt(row.lastDone, row.unit),
      },
      {
        field: 'date',
        headerName: t('schedules:grid.dueAt'),
        width: 210,
        valueFormatter: (_, row) => texts.dueAt(row),
      },
      {
        field: 'tag',
        display: 'flex',
        headerName: t('schedules:grid.state'),
        width: 180,
        renderCell: ({ row }) => <Status row={row} />,
      },
      ...(onMark || onRemove ? [actColumn({ onMark, onRemove }, t)] : []),
    ],
    [t, format, onMark, onRemove],
  )
}

function actColumn(actions: RowActions, t: ReturnType<typeof useTexts<'schedules'>>): GridColDef<ServiceRow> {
  return {
    field: 'act',
    display: 'flex',
    headerName: t('schedules:grid.act'),
    width: actions.onRemove ? 260 : 160,
    sortable: false,
    filterable: false,
    disableColumnMenu: true,
    renderCell: ({ row }) => <RowButtons row={row} {...actions} />,
  }
}
