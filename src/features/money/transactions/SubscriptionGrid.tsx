import Button from '@mui/material/Button'
import type { GridColDef } from '@mui/x-data-grid'
import { useMemo } from 'react'
import type { SubscriptionActivity } from '#contract/money/subscriptions.ts'
import { SIZE_TO_FIT_DELAY_MS, TRANSACTIONS_PER_PAGE } from '#domain/core/limits.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { dash } from '#src/lib/format/format.ts'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { DataTable } from '#src/ui/grid/DataTable.tsx'
import { reportColumns } from './report-columns.ts'
import { fitted } from './TransactionGrid.tsx'
import { useMoneyFormat } from './useMoneyFormat.ts'

export interface SubscriptionRowsProps {
  rows: readonly SubscriptionActivity[]
  total: number
  /** One-based. */
  page: number
  onPage: (page: number) => void
  /** Opens the payment method (TRX-016). */
  onOpen: (activity: SubscriptionActivity) => void
  isLoading: boolean
}

/** Subscription months as a grid, four rows per page, for desktop screens (TRX-015, TRX-020). */
export function SubscriptionGrid(props: SubscriptionRowsProps & { fits: boolean }) {
  const { rows, total, page, onPage, onOpen, isLoading } = props
  const t = useTexts('transactions')
  const fits = useDelayed(props.fits, SIZE_TO_FIT_DELAY_MS)
  const columns = useColumns(onOpen)
  const shown = useMemo(() => (fits ? columns.map(fitted) : columns), [columns, fits])
  const paginationModel = useMemo(() => ({ page: page - 1, pageSize: TRANSACTIONS_PER_PAGE }), [page])
  return (
    <DataTable
      label={t('transactions:subscriptions.title')}
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
const plain = { sortable: false, filterable: false, disableColumnMenu: true } as const

function useColumns(onOpen: SubscriptionRowsProps['onOpen']): GridColDef<SubscriptionActivity>[] {
  const t = useTexts('transactions', 'reports')
  const { date, number } = useFormat()
  const moneyOf = useMoneyFormat()
  return useMemo(
    () => [
      { ...plain, field: 'fleet_name', headerName: t(reportColumns.fleet_name), flex: 1, minWidth: 170 },
      {
        ...plain,
        field: 'subscription',
        headerName: t(reportColumns.subscriptions),
        width: 130,
        valueFormatter: (day: string) => date(day),
      },
      {
        ...plain,
        field: 'subscription_date',
        headerName: t(reportColumns.subscription_date),
        width: 165,
        valueFormatter: (day: string) => date(day),
      },
      {
        ...plain,
        field: 'method_of_payment',
        headerName: t(reportColumns.payment_method),
        width: 175,
        display: 'flex',
        renderCell: ({ row }) =>
          row.method_of_payment === null ? (
            dash
          ) : (
            <Button
              size="small"
              onClick={() => onOpen(row)}
              aria-label={t('transactions:subscriptions.showMethod', {
                method: row.method_of_payment,
                fleet: row.fleet_name,
              })}
            >
              {row.method_of_payment}
            </Button>
          ),
      },
      {
        ...plain,
        field: 'number_of_vehicles',
        headerName: t(reportColumns.vehicle_count),
        align: 'right',
        headerAlign: 'right',
        width: 175,
        valueFormatter: (count: number) => number(count),
      },
      {
        ...plain,
        field: 'amount',
        headerName: t(reportColumns.amount),
        align: 'right',
        headerAlign: 'right',
        width: 130,
        valueFormatter: (amount: string, row) => moneyOf(amount, row.currency),
      },
      {
        ...plain,
        field: 'status',
        headerName: t('transactions:subscriptions.status'),
        width: 130,
        valueFormatter: (status: SubscriptionActivity['status']) =>
          t(`transactions:subscriptionStatus.${status}`),
      },
    ],
    [t, date, number, moneyOf, onOpen],
  )
}
