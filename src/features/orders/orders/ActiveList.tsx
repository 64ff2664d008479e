import Paper from '@mui/material/Paper'
import type { GridColDef } from '@mui/x-data-grid'
import { useMemo } from 'react'
import type { OrderSort } from '#contract/orders/orders.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useSortName } from '#src/i18n/useSortName.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { DataTable } from '#src/ui/grid/DataTable.tsx'
import type { DataTableProps } from '#src/ui/grid/table-props.ts'
import { useServerPage } from '#src/ui/grid/useServerPage.ts'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { PagedCards } from '#src/ui/list/PagedCards.tsx'
import type { ListPaging } from '#src/ui/list/paging.ts'
import { VirtualList } from '#src/ui/list/VirtualList.tsx'
import { OrderStatusChip, useStatusLabel } from './OrderStatusChip.tsx'
import type { ActiveRow } from './order-rows.ts'
import { ShopStay, useShopStay } from './ShopStay.tsx'
import { useRowTime } from './useAppointmentText.ts'

interface ActiveListProps {
  rows: readonly ActiveRow[]
  /** Omit it for an excerpt: the full list is a link away, so there are no pages and no sorting. */
  paging?: ListPaging<OrderSort>
  /** Columns and density of a saved view. */
  look?: Pick<DataTableProps<ActiveRow>, 'storedColumns' | 'density'>
  /** The column of checkboxes, while orders are selected. */
  selectColumn?: GridColDef<ActiveRow> | undefined
}

/** Columns that fit a narrow grid. */
const IN_EXCERPT = new Set(['date', 'vehicle', 'services', 'shop', 'status'])

const HIDE_ORDER = ['po_number', 'services']

const CARD_SORTS: readonly OrderSort[] = ['date', '-date', 'vehicle', 'shop', 'status', '-cost', 'cost']

/** A page of open orders: a grid on desktop, cards on phones. Rows open the order (SVC-016). */
export function ActiveList({ rows, paging, look, selectColumn }: ActiveListProps) {
  const t = useTexts('orders')
  const all = useActiveColumns()
  const columns = useMemo(
    () =>
      paging
        ? selectColumn
          ? // Its place is needed for the checkboxes.
            [selectColumn, ...all.filter(({ field }) => field !== 'review')]
          : all
        : all.filter(({ field }) => IN_EXCERPT.has(field)).map((column) => ({ ...column, ...unsorted })),
    [all, paging, selectColumn],
  )
  const page = useServerPage<ActiveRow, OrderSort>(paging, 'date')
  const nameOf = useSortName()
  if (useIsDesktop())
    return (
      <DataTable
        label={t('orders:active.label')}
        rows={rows}
        columns={columns}
        hidesFooter={!paging}
        hideOrder={HIDE_ORDER}
        {...page}
        {...look}
      />
    )
  const cards = (
    <VirtualList
      label={t('orders:active.label')}
      items={rows}
      getKey={(row) => row.id}
      estimateHeight={132}
      renderItem={(row) => <ActiveCard row={row} />}
    />
  )
  return paging ? (
    <PagedCards
      paging={paging}
      sorts={CARD_SORTS}
      label={t('orders:sort.label', { order: nameOf(paging.sort) })}
      nameOf={nameOf}
    >
      {cards}
    </PagedCards>
  ) : (
    cards
  )
}

const unsorted = { sortable: false, disableColumnMenu: true } as const

const address = (row: ActiveRow) =>
  ({ to: '/orders/$orderId/approvals', params: { orderId: String(row.id) } }) as const

function ActiveCard({ row }: { row: ActiveRow }) {
  const when = useRowTime()
  return (
    <Paper variant="outlined" sx={{ px: 2, py: 1.5, display: 'grid', gap: 0.5 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'start', gap: 1 }}>
        <TextLink {...address(row)} sx={{ fontWeight: 600, overflowWrap: 'anywhere', py: 0.5 }}>
          {row.vehicle}
        </TextLink>
        <OrderStatusChip status={row.status} />
      </Stack>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{row.services.join(', ')}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {when(row)} · <ShopStay order={row} />
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {[row.shop, row.place].filter(Boolean).join(' · ')}
      </Typography>
      <ReviewButton row={row} />
    </Paper>
  )
}

/** Only an order that waits for approval can be reviewed (SVC-017). */
function ReviewButton({ row }: { row: ActiveRow }) {
  const t = useTexts('orders')
  if (row.status !== 'awaiting_approval') return null
  return (
    <LinkButton
      {...address(row)}
      variant="contained"
      size="small"
      // Lower than the row of a table.
      sx={{ justifySelf: 'start', minHeight: { md: 28 }, py: { md: 0 } }}
    >
      {t('orders:review')}
    </LinkButton>
  )
}

function useActiveColumns(): GridColDef<ActiveRow>[] {
  const t = useTexts('orders')
  const format = useFormat()
  const statusLabel = useStatusLabel()
  const when = useRowTime()
  const stayOfRow = useShopStay()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the three functions depend on texts and formats only
  return useMemo(
    // The columns must fit a window of 1,440 px, or the action at the end would be cut off.
    (): GridColDef<ActiveRow>[] => [
      {
        field: 'date',
        headerName: t('orders:column.when'),
        width: format.language === 'fr' ? 170 : 205,
        valueGetter: (_, row) => row.appointment_datetime,
        valueFormatter: (_, row) => when(row),
      },
      {
        field: 'vehicle',
        headerName: t('orders:column.vehicle'),
        flex: 3,
        minWidth: 150,
        renderCell: ({ row }) => <TextLink {...address(row)}>{row.vehicle}</TextLink>,
      },
      {
        field: 'services',
        headerName: t('orders:column.services'),
        flex: 3,
        minWidth: 130,
        sortable: false,
        valueGetter: (_, row) => row.services.join(', '),
      },
      { field: 'shop', headerName: t('orders:column.shop'), flex: 2, minWidth: 120 },
      {
        field: 'state',
        headerName: t('orders:column.state'),
        width: 215,
        sortable: false,
        valueFormatter: (_, row) => stayOfRow(row).text,
        renderCell: ({ row }) => <ShopStay order={row} />,
      },
      {
        field: 'status',
        display: 'flex',
        headerName: t('orders:column.status'),
        valueFormatter: (status: string) => statusLabel(status),
        renderCell: ({ row }) => <OrderStatusChip status={row.status} />,
      },
      {
        field: 'cost',
        headerName: t('orders:column.cost'),
        type: 'number',
        width: 95,
        valueGetter: (_, row) => Number(row.total),
        valueFormatter: (_, row) => format.money(row.total),
      },
      {
        field: 'review',
        display: 'flex',
        headerName: t('orders:column.act'),
        width: 100,
        sortable: false,
        renderCell: ({ row }) => <ReviewButton row={row} />,
      },
      // Last, because a narrow window cuts off the end of the table.
      { field: 'po_number', headerName: t('orders:column.po'), width: 95 },
    ],
    [t, format],
  )
}
