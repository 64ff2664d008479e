import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PaymentProvider } from '#contract/money/payment.ts'
import type { Order } from '#contract/orders/order.ts'
import type { ServiceDecision } from '#contract/orders/orders.ts'
import { api, queries } from '#src/api/client.ts'
import { type ApiFailure, isTransient } from '#src/api/failure.ts'
import { orderQuery } from '#src/features/orders/orders/orders.queries.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { withResends } from '#src/forms/with-resends.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { type DecisionDraft, toDecisions } from './decide/decision.ts'
import { changesBetween, withOwnPromotion } from './decide/order-changes.ts'
import { type ChosenPayment, paymentOf } from './decide/payment-choice.ts'

/** Delay before the same request is sent again while the server does not know the payment's outcome. */
const RECHECK_MS = 3000

interface Decision {
  order_services: ServiceDecision[]
  payment_provider?: PaymentProvider
  payment_method_id?: number
}

interface DraftWithTotal {
  draft: DecisionDraft
  /** Of the lines that the draft approves; null: unknown. */
  total: string | null
}

/** What is sent: the rejected lines, and how the others are paid. */
export interface DecisionChoice extends Pick<DecisionDraft, 'rejected'> {
  payment: ChosenPayment
}

/** Whether the decision may have been stored, or may still be paid. */
const isUnknown = (failure: ApiFailure) => failure.code === 'payment_unknown' || isTransient(failure)

/**
 * One approver's decision on one order: how it is paid, what prevents sending it, and sending it. Online only (ruling
 * 24). The same decision reuses its idempotency key until the server responded, so that a lost response or an unknown
 * payment never charges twice.
 */
export function useOrderDecision(
  order: Order,
  { draft, total }: DraftWithTotal,
  onDecided: (order: Order) => void,
) {
  const t = useTexts('approvals')
  const textOf = useFieldTexts()
  const isOnline = useOnline()
  const client = useQueryClient()
  const [seen, setSeen] = useState(order)
  /** The decision whose payment outcome is being checked. */
  const [unknown, setUnknown] = useState<{ decision: Decision }>()
  const { run, isBusy, failure, reset } = useWrite({
    call: (decision: Decision, context) =>
      withResends(() => api.orders.update({ id: order.id, status: 'approved', ...decision }, { context })),
    rev: order.rev,
    attemptOf: (decision) => [order.id, decision],
    isUnknown,
    onSaved(decided) {
      setUnknown(undefined)
      client.setQueryData(orderQuery(order.id).queryKey, decided)
      onDecided(decided)
      refresh()
    },
    onFailed(refused, decision) {
      // While a payment is being checked, a transient failure only triggers another check.
      const isChecked = refused.code === 'payment_unknown' || (unknown && isTransient(refused))
      setUnknown(isChecked ? { decision } : undefined)
      refresh()
    },
  })

  function refresh() {
    void client.invalidateQueries({ queryKey: queries.orders.key() })
    void client.invalidateQueries({ queryKey: queries.approvals.queue.key() })
  }

  useRecheck(unknown, run)

  const changes = order.status === 'awaiting_approval' ? changesBetween(seen, order) : []
  const payment = paymentOf(order, draft, total)
  const isPaying = unknown !== undefined || (order.payment?.is_running ?? false)

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
      reset()
    },
    /** Called when this user has applied a promotion. Changes that were waiting to be acknowledged stay. */
    onPromotionApplied(applied: Order) {
      if (changes.length === 0) setSeen((before) => withOwnPromotion(before, applied))
    },
    payment,
    /** What is missing for the payment; undefined: nothing. */
    missingPayment: payment.fault ? textOf({ payment: [payment.fault] }, 'payment') : undefined,
    isPaying,
    isBusy,
    failure: unknown ? undefined : failure,
    /** Why no decision can be sent now. */
    obstacle: obstacleOf(),
    /** Approves all lines that are not rejected. Default: those of the draft. */
    send: (choice: DecisionChoice = { rejected: draft.rejected, payment }) =>
      run({ order_services: toDecisions(order, choice), ...paymentFields(choice.payment) }),
  }
}

const paymentFields = ({ isNeeded, provider, methodId }: ChosenPayment) => ({
  ...(provider !== null && isNeeded && { payment_provider: provider }),
  ...(methodId !== null && { payment_method_id: methodId }),
})

/** Sends a decision again while the outcome of its payment is not known. */
function useRecheck(unknown: { decision: Decision } | undefined, run: (decision: Decision) => unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response sets `unknown`, which schedules the next request
  useEffect(() => {
    if (!unknown) return
    const timer = setTimeout(() => void run(unknown.decision), RECHECK_MS)
    return () => clearTimeout(timer)
  }, [unknown])
}
