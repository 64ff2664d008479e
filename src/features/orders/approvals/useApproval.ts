import { useCallback, useState } from 'react'
import type { Country } from '#contract/core/fields.ts'
import type { Order } from '#contract/orders/order.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useDraft } from '#src/lib/drafts/useDraft.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import {
  amountOf,
  type DecisionDraft,
  EMPTY_DECISION,
  linesWithoutReason,
  parseDecision,
  rejectableLines,
  rejectedLines,
  remainingOf,
  toDecisions,
} from './decide/decision.ts'
import { changesBetween, type OrderChange } from './decide/order-changes.ts'
import { type ChosenPayment, paymentOf } from './decide/payment-choice.ts'
import { type Destination, PAYMENT_ID } from './decide/scroll-destination.ts'
import { useAddNote } from './decide/useAddNote.ts'
import { type Decision, useDecide } from './decide/useDecide.ts'
import { usePaymentText } from './decide/usePaymentText.ts'

/** State of one approver's decision on one order: choices, amount, and what prevents sending it. */
export function useApproval(order: Order, onDecided: (order: Order) => void) {
  const { fleet } = useSession()
  const format = useFormat()
  const text = usePaymentText()
  const { value: draft, change, saved } = useDecisionDraft(order)
  const [seen, setSeen] = useState(order)
  const [hasTried, setTried] = useState(false)
  const [destination, goTo] = useState<Destination>()
  const { note, sending, send, isPaying } = useSending(order, draft, change, (decided) => {
    saved()
    onDecided(decided)
  })
  const isWaiting = order.status === 'awaiting_approval'
  const changes = isWaiting ? changesBetween(seen, order) : []
  const rejected = rejectedLines(order, draft)
  const rejectable = rejectableLines(order)
  const amount = amountOf(order, draft, fleet.country)
  const payment = paymentOf(order, draft)
  const rejection = rejectionOf(order, draft, fleet.country)
  const missingReasons = linesWithoutReason(order, draft)
  const isBusy = sending.isBusy || note.isBusy
  const texts = useObstacles({ missingReasons, payment, isPaying, isBusy, changes })
  const paid = paidBy(payment)

  return {
    order,
    /** Whether this user can decide in the order's current state. */
    isOpen: isWaiting && order.can_approve,
    ...{ draft, change, rejected, rejectable, amount },
    remaining: remainingOf(order, amount.total),
    payment,
    missingReasons,
    /** Errors show after the first attempt to send. */
    hasTried,
    changes,
    acknowledge: () => {
      setSeen(order)
      sending.clear()
    },
    /** The waiting order as this user last saw it. */
    seen,
    isPaying,
    isBusy,
    failure: sending.failure,
    note,
    /** Why no decision can be sent now. */
    obstacle: texts.obstacle,
    /** Why no choice can be changed now: a decision is being sent. */
    lock: texts.lock,
    /**
     * The payment that rejecting everything still requires: lines with an earlier price that is no longer authorized.
     */
    rejectPays: rejectPays(),
    /** What is missing before the decision can be sent; undefined: nothing. */
    missing: texts.missing,
    /** Shows what is missing from now on. */
    showMissing: () => setTried(true),
    /** The section that a button scrolls to, until it is reached. */
    destination,
    goTo,
    arrived: () => goTo(undefined),
    approve: () => send({ order_services: toDecisions(order, draft), ...paid }),
    rejectAll: (reason: Parameters<typeof rejectedBy>[1]) => {
      if (rejection.isPaid && rejection.payment.fault) {
        setTried(true)
        return goTo({ id: PAYMENT_ID, toFirstError: true })
      }
      return send({ order_services: toDecisions(order, rejectedBy(order, reason)), ...paid })
    },
  }

  function rejectPays() {
    if (!rejection.isPaid) return null
    const total = format.money(rejection.total ?? order.total)
    return { total, payment: text.chosen(order, rejection.payment) }
  }
}
export type Approval = ReturnType<typeof useApproval>

/** The stored draft of the decision. */
function useDecisionDraft(order: Order) {
  const { user } = useSession()
  // An unsent draft does not apply to the order's next approval.
  const [slot] = useState(() => ({
    fleetId: user.fleet_id,
    userId: user.id,
    form: `approval:${order.id}:${order.last_approval_date ?? ''}`,
  }))
  return useDraft({ slot, initial: EMPTY_DECISION, parse: parseDecision })
}

/** Sends the note first, so that its text is not lost, then the decision. */
function useSending(
  order: Order,
  draft: DecisionDraft,
  change: (part: Partial<DecisionDraft>) => void,
  onDecided: (order: Order) => void,
) {
  const note = useAddNote(order)
  const sending = useDecide(order, onDecided)
  const send = useCallback(
    async (decision: Decision) => {
      if (draft.note.trim() && !(await note.run(draft.note.trim()))) return
      if (draft.note) change({ note: '' })
      await sending.decide(decision)
    },
    [draft.note, note, change, sending],
  )
  return { note, sending, send, isPaying: sending.isChecking || (order.payment?.is_running ?? false) }
}

interface ObstacleFacts {
  missingReasons: readonly number[]
  payment: ChosenPayment
  isPaying: boolean
  isBusy: boolean
  changes: readonly OrderChange[]
}

/** Returns the texts about what prevents a decision. */
function useObstacles({ missingReasons, payment, isPaying, isBusy, changes }: ObstacleFacts) {
  const t = useTexts('approvals')
  const textOf = useFieldTexts()
  const isOnline = useOnline()
  return { missing: missing(), lock: lockOf(), obstacle: obstacleOf() }

  function missing(): string | undefined {
    if (missingReasons.length > 0) return t('approvals:line.reasonMissing')
    return payment.fault ? textOf({ payment: [payment.fault] }, 'payment') : undefined
  }

  function lockOf(): string | undefined {
    if (isPaying) return t('approvals:obstacle.paying')
    return isBusy ? t('approvals:obstacle.sending') : undefined
  }

  function obstacleOf(): string | undefined {
    if (!isOnline) return t('approvals:obstacle.offline')
    if (isPaying) return t('approvals:obstacle.paying')
    if (changes.length > 0) return t('approvals:obstacle.changed')
    return undefined
  }
}

const paidBy = (payment: ChosenPayment) => ({
  ...(payment.provider !== null && payment.isNeeded && { payment_provider: payment.provider }),
  ...(payment.methodId !== null && { payment_method_id: payment.methodId }),
})

/** Computes the amount of rejecting everything, and whether it requires a payment. */
function rejectionOf(order: Order, draft: DecisionDraft, country: Country) {
  const { total } = amountOf(order, rejectedBy(order, 'other'), country)
  const remaining = remainingOf(order, total)
  const payment = paymentOf(order, draft)
  return { total, payment, isPaid: payment.isNeeded && remaining !== null && remaining > 0 }
}

const rejectedBy = (order: Order, reason: Exclude<(typeof EMPTY_DECISION)['rejected'][string], ''>) => ({
  rejected: Object.fromEntries(rejectableLines(order).map(({ id }) => [id, reason])),
})
