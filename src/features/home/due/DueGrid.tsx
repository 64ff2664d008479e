import type { GridColDef } from '@mui/x-data-grid'
import { useMemo } from 'react'
import type { OrderHistory } from '#contract/maintenance/history-record.ts'
import { nameWithId } from '#src/features/maintenance/intervals/upcoming-rows.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { DataTable } from '#src/ui/grid/DataTable.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { PAGE_SIZES } from '#src/ui/list/paging.ts'
import type { TableLook } from '../saved-views/useTableLook.ts'
import { DueStatus } from './DueItem.tsx'
import { coverageOf, type DueRow, dueNames } from './due-view.ts'
import { ScheduleDue } from './ScheduleDue.tsx'

interface DueGridProps {
  rows: readonly DueRow[]
  /** Open order by vehicle. */
  orderOf: ReadonlyMap<number, OrderHistory>
  /** Shows a column with the active order and whether it includes the due services. */
  showsOrders?: boolean
  /** Shows only the first rows without pages; a link leads to the rest. */
  isExcerpt?: boolean
  /** The column of checkboxes, while vehicles are selected. */
  selectColumn?: GridColDef<DueRow> | undefined
  /** Columns and density of a saved view. */
  look?: TableLook | undefined
}

const HIDE_ORDER = ['snoozed', 'order', 'due_date']

/** Due maintenance as a grid: vehicle, due at, status, services (DSH-018), and SCHEDULE (DSH-024). */
export function DueGrid({
  rows,
  orderOf,
  showsOrders = false,
  isExcerpt = false,
  selectColumn,
  look,
}: DueGridProps) {
  const t = useTexts('dashboard')
  // An excerpt has no room for a column that is empty.
  const showsSnoozes = !isExcerpt || rows.some((row) => row.snoozedUntil !== null)
  // An excerpt shows name, plate and the first service rather than the day.
  const widths = isExcerpt ? { nameWidth: 240, servicesWidth: 200 } : { nameWidth: 200, servicesWidth: 220 }
  const own = useColumns(orderOf, { showsOrders, showsSnoozes, ...widths })
  const columns = useMemo(() => (selectColumn ? [selectColumn, ...own] : own), [selectColumn, own])
  return (
    <DataTable
      {...look}
      pageSizes={PAGE_SIZES}
      label={t('dashboard:due.title')}
      rows={rows}
      columns={columns}
      hidesFooter={isExcerpt}
      hideOrder={HIDE_ORDER}
      // Counts, selections and files would not follow it.
      disableColumnFilter
    />
  )
}

/** The cell shows nothing but its value, so the column need not be wider. */
const asItIs = (value: string) => value

interface Shown {
  showsOrders: boolean
  showsSnoozes: boolean
  /** Smallest width of the vehicle's name, px. */
  nameWidth: number
  /** Smallest width of the names of the services, px. */
  servicesWidth: number
}

function useColumns(
  orderOf: ReadonlyMap<number, OrderHistory>,
  { showsOrders, showsSnoozes, nameWidth, servicesWidth }: Shown,
): GridColDef<DueRow>[] {
  const t = useTexts('dashboard')
  const format = useFormat()
  // The grid loses its state when the columns change identity.
  return useMemo(
    () => [
      {
        field: 'vehicleName',
        headerName: t('dashboard:due.column.vehicle'),
        flex: 4,
        minWidth: nameWidth,
        valueGetter: (_, row) => nameWithId(row),
        renderCell: ({ row }) => (
          <TextLink to="/vehicles/$vehicleId" params={{ vehicleId: String(row.vehicleId) }}>
            {nameWithId(row)}
          </TextLink>
        ),
      },
      {
        field: 'services',
        headerName: t('dashboard:due.column.services'),
        flex: 1,
        minWidth: servicesWidth,
        valueGetter: (_, row) => dueNames(row, format.language),
      },
      {
        field: 'due_at',
        headerName: t('dashboard:due.column.dueAt'),
        type: 'number',
        width: 110,
        valueGetter: (_, { interval }) => interval.due_at,
        valueFormatter: (_, { interval }) => format.distance(interval.due_at, interval.unit),
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
        // The text of the cell, for filters and for the width.
        valueGetter: (_, { due }) => t(`dashboard:due.${due === 'past_due' ? 'past_due' : 'due_soon'}`),
        valueFormatter: asItIs,
        renderCell: ({ row }) => <DueStatus due={row.due} />,
      },
      ...(showsSnoozes ? [snoozeColumn(t, format)] : []),
      ...(showsOrders ? [orderColumn(t, orderOf)] : []),
      {
        field: 'schedule',
        display: 'flex',
        headerName: t('dashboard:due.column.act'),
        width: 110,
        sortable: false,
        filterable: false,
        renderCell: ({ row }) => <ScheduleDue row={row} orderId={orderOf.get(row.vehicleId)?.id} />,
      },
    ],
    [t, format, orderOf, showsOrders, showsSnoozes, nameWidth, servicesWidth],
  )
}

/** Until when the reminders of the vehicle are snoozed (SVC-109). */
const snoozeColumn = (
  t: ReturnType<typeof useTexts<'dashboard'>>,
  format: ReturnType<typeof useFormat>,
): GridColDef<DueRow> => ({
  field: 'snoozed',
  headerName: t('dashboard:due.column.snoozed'),
  width: 125,
  valueGetter: (_, row) => row.snoozedUntil,
  valueFormatter: (day: string | null) => format.date(day),
})

/** Link to the active order, and whether it includes the due services. */
const orderColumn = (
  t: ReturnType<typeof useTexts<'dashboard'>>,
  orderOf: ReadonlyMap<number, OrderHistory>,
): GridColDef<DueRow> => {
  const wordOf = (row: DueRow) => {
    const order = orderOf.get(row.vehicleId)
    return order ? t(`dashboard:due.onOrder.${coverageOf(row, order)}`) : ''
  }
  return {
    field: 'order',
    headerName: t('dashboard:due.column.order'),
    valueGetter: (_, row) => wordOf(row),
    valueFormatter: asItIs,
    renderCell: ({ row }) => {
      const order = orderOf.get(row.vehicleId)
      return (
        order && (
          <TextLink to="/orders/$orderId/approvals" params={{ orderId: String(order.id) }}>
            {wordOf(row)}
          </TextLink>
        )
      )
    },
  }
}
