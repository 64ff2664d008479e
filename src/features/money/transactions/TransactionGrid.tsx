import Button from '@mui/material/Button'
import type { GridColDef } from '@mui/x-data-grid'
import { useMemo } from 'react'
import type { TransactionRow } from '#contract/money/transactions.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { OrderLink } from './OrderLink.tsx'
import { notSortable, ReportGrid, type ReportLook, type ReportPage } from './report/ReportGrid.tsx'
import { reportColumns } from './report/report-columns.ts'
import { useMoneyFormat } from './useMoneyFormat.ts'

export interface TransactionRowsProps extends ReportPage<TransactionRow> {
  onOpen: (id: number) => void
}

/** Payments as a grid (TRX-010). */
export function TransactionGrid({ onOpen, ...page }: TransactionRowsProps & ReportLook) {
  const t = useTexts('transactions')
  return <ReportGrid {...page} label={t('transactions:payments.title')} columns={useColumns(onOpen)} />
}

function useColumns(onOpen: (id: number) => void): GridColDef<TransactionRow>[] {
  const t = useTexts('transactions', 'reports')
  const { date } = useFormat()
  const moneyOf = useMoneyFormat()
  return useMemo(
    () => [
      {
        ...notSortable,
        field: 'fleet_name',
        headerName: t(reportColumns.fleet_name),
        flex: 1,
        minWidth: 170,
      },
      {
        ...notSortable,
        field: 'shop_order_id',
        headerName: t(reportColumns.shop_order),
        width: 165,
        renderCell: ({ row }) => (
          <OrderLink orderId={row.shop_order_id} fleet={{ id: row.fleet_id, name: row.fleet_name }} />
        ),
      },
      {
        ...notSortable,
        field: 'shop_order_date',
        headerName: t('transactions:column.orderDate'),
        width: 165,
        valueFormatter: (day: string) => date(day),
      },
      { ...notSortable, field: 'invoice_number', headerName: t(reportColumns.invoice_number), width: 150 },
      {
        ...notSortable,
        field: 'kind',
        headerName: t('transactions:column.kind'),
        width: 140,
        valueFormatter: (kind: TransactionRow['kind']) => t(`transactions:kind.${kind}`),
      },
      {
        ...notSortable,
        field: 'amount',
        headerName: t(reportColumns.amount),
        align: 'right',
        headerAlign: 'right',
        width: 135,
        valueFormatter: (amount: string, row) => moneyOf(amount, row.currency),
      },
      {
        ...notSortable,
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
