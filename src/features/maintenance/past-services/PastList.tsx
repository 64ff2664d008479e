import type { GridColDef } from '@mui/x-data-grid'
import { type ReactNode, useMemo, useState } from 'react'
import type { OrderSort } from '#contract/orders/orders.ts'
import { HistoryCard } from '#src/features/maintenance/history/HistoryCard.tsx'
import { WaitingChip } from '#src/features/vehicles/vehicles/WaitingChip.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useSortName } from '#src/i18n/useSortName.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { DataTable } from '#src/ui/grid/DataTable.tsx'
import type { DataTableProps } from '#src/ui/grid/table-props.ts'
import { useServerPage } from '#src/ui/grid/useServerPage.ts'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { PagedCards } from '#src/ui/list/PagedCards.tsx'
import type { ListPaging } from '#src/ui/list/paging.ts'
import { VirtualList } from '#src/ui/list/VirtualList.tsx'
import type { PastRow } from './past-rows.ts'

interface PastListProps {
  rows: readonly PastRow[]
  paging: ListPaging<OrderSort>
  /** Renders an order status. */
  statusOf: (status: string) => ReactNode
  /** Names an order status. */
  statusText: (status: string) => string
  /** Columns and density of a saved view. */
  look?: Pick<DataTableProps<PastRow>, 'storedColumns' | 'density'>
  /** The column of checkboxes, while orders are selected. */
  selectColumn?: GridColDef<PastRow> | undefined
}

const CARD_SORTS: readonly OrderSort[] = ['-date', 'date', 'vehicle', 'shop', '-cost', 'cost']

const HIDE_ORDER = ['po_number', 'distance']

/** One page of the fleet's past services: a grid on desktops, cards on phones. */
export function PastList({ rows, paging, statusOf, statusText, look, selectColumn }: PastListProps) {
  const t = useTexts('services', 'orders')
  // Stays true on pages without unsent rows: the grid loses widths and focus when its columns change.
  const [hasUnsent, setHasUnsent] = useState(false)
  if (!hasUnsent && rows.some(({ row }) => row.waiting)) setHasUnsent(true)
  const own = usePastColumns({ statusOf, statusText, hasUnsent })
  const columns = useMemo(() => (selectColumn ? [selectColumn, ...own] : own), [selectColumn, own])
  const page = useServerPage<PastRow, OrderSort>(paging, '-date')
  const nameOf = useSortName()
  if (useIsDesktop())
    return (
      <DataTable
        label={t('services:past.label')}
        rows={rows}
        columns={columns}
        hideOrder={HIDE_ORDER}
        {...page}
        {...look}
      />
    )
  return (
    <PagedCards
      paging={paging}
      sorts={CARD_SORTS}
      label={t('orders:sort.label', { order: nameOf(paging.sort) })}
      nameOf={nameOf}
    >
      <VirtualList
        label={t('services:past.label')}
        items={rows}
        getKey={(past) => past.id}
        estimateHeight={112}
        renderItem={(past) => (
          <HistoryCard
            row={past.row}
            vehicle={
              <Stack direction="row" sx={{ gap: 1, justifyContent: 'space-between', alignItems: 'start' }}>
                <VehicleLink past={past} />
                {!past.row.waiting && statusOf(past.row.status)}
              </Stack>
            }
          />
        )}
      />
    </PagedCards>
  )
}

/** Manual entries open the vehicle, orders open the order (SVC-015, SVC-016). */
function VehicleLink({ past }: { past: PastRow }) {
  if (past.row.kind === 'order')
    return (
      <TextLink
        to="/orders/$orderId/approvals"
        params={{ orderId: past.row.id }}
        sx={{ fontWeight: 600, justifySelf: 'start' }}
      >
        {past.vehicleName}
      </TextLink>
    )
  return (
    <TextLink
      to="/vehicles/$vehicleId"
      params={{ vehicleId: String(past.row.vehicleId) }}
      sx={{ fontWeight: 600, justifySelf: 'start' }}
    >
      {past.vehicleName}
    </TextLink>
  )
}

interface StateColumns extends Pick<PastListProps, 'statusOf' | 'statusText'> {
  /** Whether some rows are or were unsent: their chip needs more room. */
  hasUnsent: boolean
}

function usePastColumns(given: StateColumns): GridColDef<PastRow>[] {
  const work = useWorkColumns()
  const states = useStateColumns(given)
  // The grid loses its state when the columns change identity.
  return useMemo(() => [...work, ...states], [work, states])
}

/** Columns for what was done, where and when. */
function useWorkColumns(): GridColDef<PastRow>[] {
  const t = useTexts('services', 'history')
  const format = useFormat()
  return useMemo(
    () => [
      {
        field: 'date',
        headerName: t('history:column.date'),
        width: 120,
        valueGetter: (_, { row }) => row.day,
        valueFormatter: (day: string) => format.date(day),
      },
      {
        field: 'vehicle',
        headerName: t('services:column.vehicle'),
        flex: 4,
        minWidth: 160,
        valueGetter: (_, past) => past.vehicleName,
        renderCell: ({ row }) => <VehicleLink past={row} />,
      },
      {
        field: 'services',
        headerName: t('history:column.completed'),
        flex: 1,
        minWidth: 140,
        sortable: false,
        valueGetter: (_, { row }) => row.completed.join(', '),
      },
      {
        field: 'shop',
        headerName: t('history:column.shop'),
        flex: 2,
        minWidth: 120,
        valueGetter: (_, { row }) => row.shop,
      },
      {
        field: 'distance',
        headerName: t('history:column.distance', { context: format.country.toLowerCase() }),
        type: 'number',
        width: 120,
        valueGetter: (_, { row }) => row.distance,
        valueFormatter: (value: number | null) => format.number(value),
      },
    ],
    [t, format],
  )
}

/** Columns for the order: PO number, cost, status and kind. */
function useStateColumns({ statusOf, statusText, hasUnsent }: StateColumns): GridColDef<PastRow>[] {
  const t = useTexts('services', 'history')
  const format = useFormat()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `statusText` depends on texts only
  return useMemo(
    () => [
      {
        field: 'po_number',
        headerName: t('services:column.po'),
        width: 130,
        valueGetter: (_, { row }) => row.po_number,
      },
      {
        field: 'cost',
        headerName: t('history:column.cost'),
        type: 'number',
        width: 130,
        valueGetter: (_, { row }) => Number(row.total),
        valueFormatter: (_, { row }) => format.money(row.total),
      },
      {
        field: 'status',
        display: 'flex',
        headerName: t('services:column.status'),
        valueGetter: (_, { row }) => row.status,
        // The text of the cell, from which the grid computes the width.
        valueFormatter: statusText,
        renderCell: ({ row }) => statusOf(row.row.status),
      },
      {
        field: 'kind',
        display: 'flex',
        headerName: t('services:column.state'),
        width: hasUnsent ? 200 : 150,
        valueGetter: (_, { row }) => (row.kind === 'manual' ? 1 : 0) + (row.waiting ? 2 : 0),
        renderCell: ({ row: { row } }) =>
          row.waiting ? (
            <WaitingChip waiting={row.waiting} files={row.documents.length} />
          ) : row.kind === 'manual' ? (
            t('services:kind.manual')
          ) : (
            t('services:kind.order')
          ),
      },
    ],
    [t, format, statusOf, hasUnsent],
  )
}
