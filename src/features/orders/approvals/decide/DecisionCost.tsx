import type { Order } from '#contract/orders/order.ts'
import { cents } from '#domain/orders/prices.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import type { ChosenPayment } from './payment-choice.ts'
import { usePaymentText } from './usePaymentText.ts'

interface DecisionCostProps {
  order: Order
  payment: ChosenPayment
  /** Formatted. */
  total: string
}

/** What an approval costs, how it is paid, and which earlier authorization it replaces. */
export function DecisionCost({ order, payment, total }: DecisionCostProps) {
  const t = useTexts('approvals')
  const format = useFormat()
  const text = usePaymentText()
  const isPaid = payment.isNeeded && payment.fault === null && payment.provider !== null
  return (
    <>
      <Typography component="span" sx={{ display: 'block', mt: 1, fontWeight: 650 }}>
        {isPaid
          ? t('approvals:confirm.pays', { total, payment: text.chosen(order, payment) })
          : t('approvals:actions.total', { total })}
      </Typography>
      {isPaid && cents(order.previous_payments) > 0 && (
        <span>{t('approvals:confirm.replaces', { previous: format.money(order.previous_payments) })}</span>
      )}
    </>
  )
}
