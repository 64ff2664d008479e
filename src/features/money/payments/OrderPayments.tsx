import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderPayments as Money } from '#contract/money/payments.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { FailedSection } from '#src/local-data/FailedSection.tsx'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { PaymentHistory } from './parts/PaymentHistory.tsx'
import { PaymentState } from './parts/PaymentState.tsx'
import { orderPaymentsQuery } from './payments.queries.ts'
import { RefundDialog } from './RefundDialog.tsx'
import { ReviewActions } from './ReviewActions.tsx'

interface OrderPaymentsProps {
  orderId: number
  /** The order was canceled or paid: no further charges. */
  isOver: boolean
}

/**
 * The payments of an order: authorized and captured amounts, required actions, and the history, newest first. Shown
 * only if the fleet pays through the platform (APR-022, APR-023), or did when this order was paid.
 */
export function OrderPayments({ orderId, isOver }: OrderPaymentsProps) {
  const t = useTexts('order-payments')
  const { can, user } = useSession()
  const mayRead = can('payments.read')
  const query = useQuery({ ...orderPaymentsQuery(orderId), enabled: mayRead })
  const { data } = query
  if (!data)
    return mayRead && user.pays_through_platform ? (
      <FailedSection title={t('order-payments:title')} query={query} />
    ) : null
  const { payments, activities, review } = data
  // A later attempt may have failed before the bank returned this payment.
  const current = payments.find(({ status }) => status === 'captured') ?? payments[0]
  // An order that was settled outside the platform has activities only.
  const hasNone = payments.length === 0 && activities.length === 0 && !review
  if (!data.pays_through_platform && hasNone) return null
  return (
    <Section title={t('order-payments:title')} actions={data.can_refund && <RefundButton money={data} />}>
      <Stack sx={{ gap: 2 }}>
        {review && review.reason !== 'dispute_open' && <ReviewActions money={data} review={review} />}
        <Disputes money={data} />
        {payments.length === 0 && activities.length === 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {isOver ? t('order-payments:noneAtAll') : t('order-payments:none')}
          </Typography>
        )}
        {current && <PaymentState payment={current} />}
        {activities.length > 0 && <PaymentHistory activities={activities} />}
      </Stack>
    </Section>
  )
}

function RefundButton({ money }: { money: Money }) {
  const t = useTexts('order-payments')
  const isOnline = useOnline()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionButton
        disabledReason={!isOnline && t('order-payments:offline')}
        onClick={() => setOpen(true)}
        sx={{ minHeight: 44 }}
      >
        {t('order-payments:refund.action')}
      </ActionButton>
      {isOpen && <RefundDialog money={money} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Chargebacks of all attempts that are open or were lost. */
function Disputes({ money }: { money: Money }) {
  const t = useTexts('order-payments')
  const format = useFormat()
  const disputes = money.payments.flatMap((payment) => payment.disputes ?? payment.dispute ?? [])
  return disputes.map(
    ({ status, amount, opened_at }) =>
      status !== 'won' && (
        <AlertBox
          key={`${opened_at} ${amount}`}
          type="notice"
          title={t(`order-payments:dispute.${status}Title`)}
          message={t(`order-payments:dispute.${status}`, { amount: format.money(amount) })}
        />
      ),
  )
}
