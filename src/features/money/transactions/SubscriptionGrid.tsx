import Button from '@mui/material/Button'
import type { GridColDef } from '@mui/x-data-grid'
import { useMemo } from 'react'
import type { SubscriptionActivity } from '#contract/money/subscriptions.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { dash } from '#src/lib/format/format.ts'
import { notSortable, ReportGrid, type ReportLook, type ReportPage } from './report/ReportGrid.tsx'
import { reportColumns } from './report/report-columns.ts'
import { useMoneyFormat } from './useMoneyFormat.ts'

export interface SubscriptionRowsProps extends ReportPage<SubscriptionActivity> {
  /** Opens the payment method (TRX-016). */
  onOpen: (activity: SubscriptionActivity) => void
}

/** Subscription months as a grid (TRX-015). */
export function SubscriptionGrid({ onOpen, ...page }: SubscriptionRowsProps & ReportLook) {
  const t = useTexts('transactions')
  return <ReportGrid {...page} label={t('transactions:subscriptions.title')} columns={useColumns(onOpen)} />
}

function useColumns(onOpen: SubscriptionRowsProps['onOpen']): GridColDef<SubscriptionActivity>[] {
  const t = useTexts('transactions', 'reports')
  const { date, number } = useFormat()
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
        field: 'subscription',
        headerName: t(reportColumns.subscriptions),
        width: 130,
        valueFormatter: (day: string) => date(day),
      },
      {
        ...notSortable,
        field: 'subscription_date',
        headerName: t(reportColumns.subscription_date),
        width: 165,
        valueFormatter: (day: string) => date(day),
      },
      {
        ...notSortable,
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
        ...notSortable,
        field: 'number_of_vehicles',
        headerName: t(reportColumns.vehicle_count),
        align: 'right',
        headerAlign: 'right',
        width: 175,
        valueFormatter: (count: number) => number(count),
      },
      {
        ...notSortable,
        field: 'amount',
        headerName: t(reportColumns.amount),
        align: 'right',
        headerAlign: 'right',
        width: 130,
        valueFormatter: (amount: string, row) => moneyOf(amount, row.currency),
      },
      {
        ...notSortable,
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
