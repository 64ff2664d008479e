import Button from '@mui/material/Button'
import type { GridColDef } from '@mui/x-data-grid'
import { useMemo } from 'react'
import type { TransactionRow } from '#contract/money/transactions.ts'
import { SIZE_TO_FIT_DELAY_MS, TRANSACTIONS_PER_PAGE } from '#domain/core/limits.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { DataTable } from '#src/ui/grid/DataTable.tsx'
import { OrderLink } from './OrderLink.tsx'
import { reportColumns } from './report-columns.ts'
import { useMoneyFormat } from './useMoneyFormat.ts'

export interface TransactionRowsProps {
  rows: readonly TransactionRow[]
  total: number
  /** One-based. */
  page: number
  onPage: (page: number) => void
  onOpen: (id: number) => void
  isLoading: boolean
}

/**
 * Payments as a grid, four rows per page, for desktop screens (TRX-010, TRX-020). `fits`: fits all columns into the
 * available width (TRX-009).
 */
export function TransactionGrid(props: TransactionRowsProps & { fits: boolean }) {
  const { rows, total, page, onPage, onOpen, isLoading } = props
  const t = useTexts('transactions')
  const fits = useDelayed(props.fits, SIZE_TO_FIT_DELAY_MS)
  const columns = useColumns(onOpen)
  const shown = useMemo(() => (fits ? columns.map(fitted) : columns), [columns, fits])
  const paginationModel = useMemo(() => ({ page: page - 1, pageSize: TRANSACTIONS_PER_PAGE }), [page])
  return (
    <DataTable
      label={t('transactions:payments.title')}
      rows={rows}
      columns={shown}
      loading={isLoading}
      pageSizes={PAGE_SIZES}
      paginationMode="server"
      sortingMode="server"
      rowCount={total}
      paginationModel={paginationModel}
      onPaginationModelChange={(model) => onPage(model.page + 1)}
    />
  )
}

const PAGE_SIZES = [TRANSACTIONS_PER_PAGE]
/** Not sortable: the server sorts by date, and the grid could sort only the current page. */
const plain = { sortable: false, filterable: false, disableColumnMenu: true } as const

/** Shares the grid's width instead of a fixed column width. */
export const fitted = <Column extends { width?: number; minWidth?: number }>(column: Column) => ({
  ...column,
  flex: column.width ?? column.minWidth ?? 100,
  minWidth: 50,
})

function useColumns(onOpen: (id: number) => void): GridColDef<TransactionRow>[] {
  const t = useTexts('transactions', 'reports')
  const { date } = useFormat()
  const moneyOf = useMoneyFormat()
  return useMemo(
    () => [
      { ...plain, field: 'fleet_name', headerName: t(reportColumns.fleet_name), flex: 1, minWidth: 170 },
      {
        ...plain,
        field: 'shop_order_id',
        headerName: t(reportColumns.shop_order),
        width: 165,
        renderCell: ({ row }) => (
          <OrderLink orderId={row.shop_order_id} fleet={{ id: row.fleet_id, name: row.fleet_name }} />
        ),
      },
      {
        ...plain,
        field: 'shop_order_date',
        headerName: t('transactions:column.orderDate'),
        width: 165,
        valueFormatter: (day: string) => date(day),
      },
      { ...plain, field: 'invoice_number', headerName: t(reportColumns.invoice_number), width: 150 },
      {
        ...plain,
        field: 'kind',
        headerName: t('transactions:column.kind'),
        width: 140,
        valueFormatter: (kind: TransactionRow['kind']) => t(`transactions:kind.${kind}`),
      },
      {
        ...plain,
        field: 'amount',
        headerName: t(reportColumns.amount),
        align: 'right',
        headerAlign: 'right',
        width: 135,
        valueFormatter: (amount: string, row) => moneyOf(amount, row.currency),
      },
      {
        ...plain,
        field: 'details',
        headerName: t('transactions:column.details'),
        width: 150,
        display: 'flex',
        renderCell: ({ row }) => (
          <Button
            size="small"
            onClick={() => onOpen(row.id)}
            aria-label={t('transactions:viewDetailsOf', { number: row.shop_order_id })}
          >
            {t('transactions:viewDetails')}
          </Button>
        ),
      },
    ],
    [t, date, moneyOf, onOpen],
  )
}
