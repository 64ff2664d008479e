import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WaitingApproval } from '#contract/orders/approvals.ts'
import type { Order } from '#contract/orders/order.ts'
import { isCounted } from '#domain/orders/order-rules.ts'
import { toFailure } from '#src/api/failure.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { orderQuery } from '../orders/orders.queries.ts'
import { EMPTY_DECISION, toDecisions } from './decide/decision.ts'
import { changesBetween } from './decide/order-changes.ts'
import { paymentOf } from './decide/payment-choice.ts'
import { useDecide } from './decide/useDecide.ts'
import { usePaymentText } from './decide/usePaymentText.ts'

interface ApproveFromQueueProps {
  approval: WaitingApproval
  onApproved: (order: Order) => void
  onClose: () => void
}

/** Approves a whole order from the queue, after a confirmation that shows its current state. */
export function ApproveFromQueue({ approval, onApproved, onClose }: ApproveFromQueueProps) {
  const t = useTexts('approvals', 'errors')
  const format = useFormat()
  const textOf = useFailureText()
  const fieldText = useFieldTexts()
  const text = usePaymentText()
  const isOnline = useOnline()
  const { data: order, error } = useQuery(orderQuery(approval.id))
  // The order as it was when the confirmation opened.
  const [asked, setAsked] = useState<Order>()
  if (order && !asked) setAsked(order)
  const { decide, isBusy, isChecking, failure } = useDecide(order ?? { id: approval.id }, onApproved)
  const payment = order && paymentOf(order, EMPTY_DECISION)
  const obstacle = obstacleOf()
  const trouble = failure ?? (error && toFailure(error))
  // The confirm button takes the focus when the dialog opens, so it must be enabled by then.
  if (!order && !error && isOnline) return null
  return (
    <ConfirmDialog
      open
      title={t('approvals:confirm.title', { vehicle: approval.vehicle.name })}
      message={
        <Stack sx={{ gap: 1 }}>
          <span>{t('approvals:confirm.all')}</span>
          <span>{linesOf(asked, format).join(', ')}</span>
          <Typography component="span" sx={{ fontWeight: 650 }}>
            {payment?.isNeeded && payment.fault === null
              ? t('approvals:confirm.pays', {
                  total: format.money(order?.total ?? approval.total),
                  payment: text.chosen(order as Order, payment),
                })
              : t('approvals:actions.total', { total: format.money(order?.total ?? approval.total) })}
          </Typography>
          {obstacle && (
            <AlertBox
              type="notice"
              message={
                <>
                  {obstacle}{' '}
                  <TextLink to="/orders/$orderId/approvals" params={{ orderId: String(approval.id) }}>
                    {t('approvals:queue.open')}
                  </TextLink>
                </>
              }
            />
          )}
          {trouble && !obstacle && (
            <AlertBox
              type="error"
              title={t('approvals:failed.title')}
              message={fieldText(trouble.fields, 'payment_method_id') ?? textOf(trouble)}
            />
          )}
        </Stack>
      }
      confirmLabel={t('approvals:confirm.yes')}
      isBusy={isBusy || isChecking}
      isBlocked={obstacle !== undefined || !order}
      onConfirm={() => {
        if (!order || !payment) return
        void decide({
          order_services: toDecisions(order, EMPTY_DECISION),
          ...(payment.isNeeded && payment.provider !== null && { payment_provider: payment.provider }),
          ...(payment.methodId !== null && { payment_method_id: payment.methodId }),
        })
      }}
      onCancel={onClose}
    />
  )

  function obstacleOf(): string | undefined {
    if (!isOnline) return t('approvals:obstacle.offline')
    if (isChecking || order?.payment?.is_running) return t('approvals:obstacle.paying')
    if (order && !order.can_approve) return t('approvals:obstacle.decided')
    if (order && asked && changesBetween(asked, order).length > 0) return t('approvals:obstacle.changed')
    return payment?.fault ? fieldText({ payment: [payment.fault] }, 'payment') : undefined
  }
}

const linesOf = (order: Order | undefined, format: ReturnType<typeof useFormat>): string[] =>
  (order?.order_services ?? [])
    .filter(isCounted)
    .map((service) => `${service.vanity_label ?? service.name} ${format.money(service.total)}`)
