import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { Transaction } from '#contract/money/transactions.ts'
import { toFailure } from '#src/api/failure.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { OrderLink } from './OrderLink.tsx'
import { reportColumns } from './report/report-columns.ts'
import { transactionQuery } from './transactions.queries.ts'
import { useMoneyFormat } from './useMoneyFormat.ts'

/** The details of a transaction: purpose, payer, method (TRX-011, TRX-012). */
export function TransactionDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTexts('transactions', 'errors')
  const failureText = useFailureText()
  const { data, error, refetch } = useQuery(transactionQuery(id))
  return (
    <ResponsiveDialog
      open
      title={t('transactions:details.title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('common:action.close')}</Button>}
    >
      {data && <Details transaction={data} />}
      {!data && !error && <SkeletonList rows={5} rowHeight={56} />}
      {!data && error && (
        <ErrorPanel message={failureText(toFailure(error))} onRetry={() => void refetch()} />
      )}
    </ResponsiveDialog>
  )
}

function Details({ transaction }: { transaction: Transaction }) {
  const t = useTexts('transactions', 'reports')
  const { dateTime } = useFormat()
  const moneyOf = useMoneyFormat()
  const { fleet_id, fleet_name, approver } = transaction
  return (
    <Facts
      facts={[
        { label: t(reportColumns.fleet_name), value: fleet_name },
        {
          label: t(reportColumns.shop_order),
          value: <OrderLink orderId={transaction.shop_order_id} fleet={{ id: fleet_id, name: fleet_name }} />,
        },
        { label: t('transactions:column.kind'), value: t(`transactions:kind.${transaction.kind}`) },
        { label: t('transactions:column.date'), value: dateTime(transaction.created_at) },
        {
          label: t(reportColumns.amount),
          value: moneyOf(transaction.amount, transaction.currency),
        },
        { label: t(reportColumns.payment_method), value: transaction.method_of_payment },
        { label: t(reportColumns.vehicle), value: transaction.vehicle_name },
        { label: t(reportColumns.vin), value: transaction.vin },
        { label: t(reportColumns.other_id), value: transaction.other_id },
        { label: t(reportColumns.department_number), value: transaction.department_number },
        { label: t(reportColumns.po_number), value: transaction.po_number },
        { label: t(reportColumns.invoice_number), value: transaction.invoice_number },
        {
          label: t(reportColumns.approver),
          value: approver === 'Auto-Approve' ? t('transactions:autoApprove') : approver,
        },
        {
          label: t(reportColumns.approval_date),
          value: transaction.approval_date && dateTime(transaction.approval_date),
        },
      ]}
    />
  )
}
