import type { GridColDef } from '@mui/x-data-grid'
import { useMemo } from 'react'
import { serviceName } from '#src/features/catalog/services/service-options.ts'
import type { UpcomingRow } from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { DataTable } from '#src/ui/grid/DataTable.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { DueStatus } from './DueLine.tsx'
import { ScheduleDue } from './ScheduleDue.tsx'

interface DueGridProps {
  rows: readonly UpcomingRow[]
  /** The open order of a vehicle. */
  orderOf: ReadonlyMap<number, number> | undefined
  /** The first of more: the rest is a link away, so no pages. */
  isExcerpt?: boolean
}

/** Due maintenance as a grid: vehicle, due at, status, services (DSH-018), and SCHEDULE (DSH-024). */
export function DueGrid({ rows, orderOf, isExcerpt = false }: DueGridProps) {
  const t = useTexts('dashboard')
  const columns = useColumns(orderOf)
  return <DataTable label={t('dashboard:due.title')} rows={rows} columns={columns} hidesFooter={isExcerpt} />
}

function useColumns(orderOf: ReadonlyMap<number, number> | undefined): GridColDef<UpcomingRow>[] {
  const t = useTexts('dashboard')
  const format = useFormat()
  // The grid keeps its own state by the identity of its columns.
  return useMemo(
    () => [
      {
        field: 'vehicleName',
        headerName: t('dashboard:due.column.vehicle'),
        flex: 1,
        minWidth: 140,
        renderCell: ({ row }) => (
          <TextLink to="/vehicles/$vehicleId" params={{ vehicleId: String(row.vehicleId) }}>
            {row.vehicleName}
          </TextLink>
        ),
      },
      {
        field: 'services',
        headerName: t('dashboard:due.column.services'),
        flex: 1.5,
        minWidth: 140,
        valueGetter: (_, { interval }) =>
          interval.services.map((service) => serviceName(service, format.language)).join(', ') ||
          interval.name,
      },
      {
        field: 'due_at',
        headerName: t('dashboard:due.column.dueAt'),
        type: 'number',
        width: 110,
        valueGetter: (_, { interval }) => interval.due_at,
        renderCell: ({ row: { interval } }) => format.distance(interval.due_at, interval.unit),
      },
      {
        field: 'due_date',
        headerName: t('dashboard:due.column.dueDate'),
        width: 110,
        valueGetter: (_, { interval }) => interval.due_date,
        valueFormatter: (day: string | null) => format.date(day),
      },
      {
        field: 'due',
        display: 'flex',
        headerName: t('dashboard:due.column.status'),
        width: 150,
        renderCell: ({ row }) => <DueStatus due={row.due} />,
      },
      {
        field: 'schedule',
        display: 'flex',
        headerName: t('dashboard:due.column.act'),
        width: 110,
        sortable: false,
        filterable: false,
        renderCell: ({ row }) => (
          <ScheduleDue
            interval={row.interval}
            vehicle={row.vehicleName}
            orderId={orderOf?.get(row.vehicleId)}
          />
        ),
      },
    ],
    [t, format, orderOf],
  )
}
