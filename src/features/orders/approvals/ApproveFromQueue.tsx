import { useQuery } from '@tanstack/react-query'
import type { WaitingApproval } from '#contract/orders/approvals.ts'
import type { Order } from '#contract/orders/order.ts'
import { isCounted } from '#domain/orders/order-rules.ts'
import { type ApiFailure, toFailure } from '#src/api/failure.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { orderQuery } from '../orders/orders.queries.ts'
import { DecisionCost } from './decide/DecisionCost.tsx'
import { EMPTY_DECISION } from './decide/decision.ts'
import { useOrderDecision } from './useOrderDecision.ts'

interface ApproveFromQueueProps {
  approval: WaitingApproval
  onApproved: (order: Order) => void
  onClose: () => void
}

/** Approves a whole order from the queue, after a confirmation that shows its current state. */
export function ApproveFromQueue({ approval, onApproved, onClose }: ApproveFromQueueProps) {
  const t = useTexts('approvals')
  const isOnline = useOnline()
  const { data: order, error } = useQuery(orderQuery(approval.id))
  if (order)
    return <ApproveDialog approval={approval} order={order} onApproved={onApproved} onClose={onClose} />
  // The confirm button takes the focus when the dialog opens, so it must be enabled by then.
  if (!error && isOnline) return null
  const title = t('approvals:confirm.title', { vehicle: approval.vehicle.name })
  const message = isOnline ? (
    <Trouble failure={toFailure(error)} />
  ) : (
    <Obstacle orderId={approval.id}>{t('approvals:obstacle.offline')}</Obstacle>
  )
  const confirm = { confirmLabel: t('approvals:confirm.yes'), isBlocked: true, onConfirm: () => {} }
  return <ConfirmDialog open title={title} message={message} {...confirm} onCancel={onClose} />
}

interface ApproveDialogProps extends ApproveFromQueueProps {
  order: Order
}

function ApproveDialog({ approval, order, onApproved, onClose }: ApproveDialogProps) {
  const t = useTexts('approvals')
  const format = useFormat()
  const decision = useOrderDecision(order, { draft: EMPTY_DECISION, total: order.total }, onApproved)
  const { seen, payment, failure } = decision
  const obstacle =
    decision.obstacle ?? (order.can_approve ? decision.missingPayment : t('approvals:obstacle.decided'))
  return (
    <ConfirmDialog
      open
      title={t('approvals:confirm.title', { vehicle: approval.vehicle.name })}
      message={
        <Stack sx={{ gap: 1 }}>
          <span>{t('approvals:confirm.all')}</span>
          <span>{linesOf(seen, format).join(', ')}</span>
          <DecisionCost order={order} payment={payment} total={format.money(order.total)} />
          {obstacle && <Obstacle orderId={order.id}>{obstacle}</Obstacle>}
          {failure && !obstacle && <Trouble failure={failure} />}
        </Stack>
      }
      confirmLabel={t('approvals:confirm.yes')}
      isBusy={decision.isBusy || decision.isPaying}
      isBlocked={obstacle !== undefined}
      onConfirm={() => void decision.send()}
      onCancel={onClose}
    />
  )
}

/** Why the order cannot be approved here now, with a link to its page. */
function Obstacle({ orderId, children }: { orderId: number; children: string }) {
  const t = useTexts('approvals')
  return (
    <AlertBox
      type="notice"
      message={
        <>
          {children}{' '}
          <TextLink to="/orders/$orderId/approvals" params={{ orderId: String(orderId) }}>
            {t('approvals:queue.open')}
          </TextLink>
        </>
      }
    />
  )
}

function Trouble({ failure }: { failure: ApiFailure }) {
  const t = useTexts('approvals', 'errors')
  const textOf = useFailureText()
  const fieldText = useFieldTexts()
  const message =
    failure.code === 'not_allowed'
      ? t('approvals:failed.notAllowed')
      : (fieldText(failure.fields, 'payment_method_id') ?? textOf(failure))
  return <AlertBox type="error" title={t('approvals:failed.title')} message={message} />
}

const linesOf = (order: Order, format: ReturnType<typeof useFormat>): string[] =>
  order.order_services
    .filter(isCounted)
    .map((service) => `${service.vanity_label ?? service.name} ${format.money(service.total)}`)
