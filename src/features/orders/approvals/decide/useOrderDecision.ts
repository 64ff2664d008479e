import { useState } from 'react'
import type { Order } from '#contract/orders/order.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { type DecisionDraft, toDecisions } from './decision.ts'
import { changesBetween } from './order-changes.ts'
import { type ChosenPayment, paymentOf } from './payment-choice.ts'
import { useDecide } from './useDecide.ts'

/** One approver's decision on one order: how it is paid, what prevents sending it, and sending it. */
export function useOrderDecision(order: Order, draft: DecisionDraft, onDecided: (order: Order) => void) {
  const t = useTexts('approvals')
  const textOf = useFieldTexts()
  const isOnline = useOnline()
  const [seen, setSeen] = useState(order)
  const { decide, isBusy, isChecking, failure, clear } = useDecide(order, onDecided)
  const changes = order.status === 'awaiting_approval' ? changesBetween(seen, order) : []
  const payment = paymentOf(order, draft)
  const isPaying = isChecking || (order.payment?.is_running ?? false)

  function obstacleOf(): string | undefined {
    if (!isOnline) return t('approvals:obstacle.offline')
    if (isPaying) return t('approvals:obstacle.paying')
    return changes.length > 0 ? t('approvals:obstacle.changed') : undefined
  }

  return {
    /** The waiting order as this user last saw it. */
    seen,
    changes,
    acknowledge() {
      setSeen(order)
      clear()
    },
    payment,
    /** What is missing for the payment; undefined: nothing. */
    missingPayment: payment.fault ? textOf({ payment: [payment.fault] }, 'payment') : undefined,
    isPaying,
    isBusy,
    failure,
    /** Why no decision can be sent now. */
    obstacle: obstacleOf(),
    /** Approves all lines that are not rejected. */
    send: ({ rejected }: Pick<DecisionDraft, 'rejected'> = draft) =>
      decide({ order_services: toDecisions(order, { rejected }), ...paidBy(payment) }),
  }
}

const paidBy = (payment: ChosenPayment) => ({
  ...(payment.provider !== null && payment.isNeeded && { payment_provider: payment.provider }),
  ...(payment.methodId !== null && { payment_method_id: payment.methodId }),
})
