import { useState } from 'react'
import type { PaymentReview } from '#contract/money/payment-review.ts'
import type { OrderPayments } from '#contract/money/payments.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { ChargeDialog } from './ChargeDialog.tsx'
import { RetryDialog, SettleDialog } from './ReviewDialogs.tsx'
import { usePaymentText } from './usePaymentText.ts'

interface ReviewActionsProps {
  money: OrderPayments
  review: PaymentReview
}

/** Shows why an order is in manual review and which actions the user may take (ruling 28). */
export function ReviewActions({ money, review }: ReviewActionsProps) {
  const t = useTexts('order-payments')
  const format = useFormat()
  const text = usePaymentText()
  const isOnline = useOnline()
  const [opened, setOpened] = useState<'retry' | 'charge' | 'settle'>()
  const isRunning = review.reason === 'running'
  const amount = format.money(review.amount)
  const actions = [
    review.can_retry && ('retry' as const),
    review.can_charge && ('charge' as const),
    review.can_settle_outside && ('settle' as const),
  ].filter((action) => action !== false)
  const isHeld = money.payments.some(({ status }) => status === 'authorized')
  const dialog = { orderId: money.order_id, amount, onClose: () => setOpened(undefined) }
  return (
    <Stack sx={{ gap: 1.5 }}>
      <AlertBox
        type={isRunning ? 'default' : 'notice'}
        title={isRunning ? t('order-payments:review.runningTitle') : t('order-payments:review.title')}
        message={[
          text.reviewOf(review.reason),
          !isRunning && t('order-payments:review.amount', { amount }),
          !isRunning && actions.length === 0 && t('order-payments:review.notYours'),
        ]
          .filter(Boolean)
          .join(' ')}
      />
      {actions.length > 0 && (
        <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1, flexWrap: { sm: 'wrap' } }}>
          {actions.map((action, index) => (
            <ActionButton
              key={action}
              variant={index === 0 ? 'contained' : 'outlined'}
              disabledReason={!isOnline && t('order-payments:offline')}
              onClick={() => setOpened(action)}
              sx={{ minHeight: 44 }}
            >
              {t(`order-payments:review.${action}`)}
            </ActionButton>
          ))}
        </Stack>
      )}
      {opened === 'retry' && <RetryDialog {...dialog} />}
      {opened === 'charge' && <ChargeDialog {...dialog} review={review} isHeld={isHeld} />}
      {opened === 'settle' && <SettleDialog {...dialog} isHeld={isHeld} />}
    </Stack>
  )
}
