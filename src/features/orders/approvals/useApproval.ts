import { useState } from 'react'
import type { Country } from '#contract/core/fields.ts'
import type { Order } from '#contract/orders/order.ts'
import type { RejectionReason } from '#domain/orders/order-rules.ts'
import { useFormState } from '#src/forms/useFormState.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
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
} from './decide/decision.ts'
import { rejectedBy, rejectionOf } from './decide/rejection.ts'
import { type Destination, PAYMENT_ID } from './decide/scroll-destination.ts'
import { useApproverNote } from './decide/useApproverNote.ts'
import { usePaymentText } from './decide/usePaymentText.ts'
import { type DecisionChoice, useOrderDecision } from './useOrderDecision.ts'

/** State of one approver's decision on one order: choices, amount, and what prevents sending it. */
export function useApproval(order: Order, onDecided: (order: Order) => void) {
  const { fleet } = useSession()
  const t = useTexts('approvals')
  /** Whether this user can decide in the order's current state. */
  const isOpen = order.status === 'awaiting_approval' && order.can_approve
  const form = useDecisionForm(order, isOpen)
  const { draft, draftNow, change, write, saved } = form
  const [hasTried, setTried] = useState(false)
  const [destination, goTo] = useState<Destination>()
  const note = useApproverNote(order, form)
  /** The last decision was not sent, because its note failed. */
  const [isHeldBack, setHeldBack] = useState(false)
  const amount = amountOf(order, draft, fleet.country)
  const decision = useOrderDecision(order, { draft, total: amount.total }, (decided) => {
    saved()
    onDecided(decided)
  })
  const { seen, changes, acknowledge, onPromotionApplied, payment, isPaying, failure, obstacle } = decision
  const rejection = useRejection(order, draft, fleet.country)
  const missingReasons = linesWithoutReason(order, draft)
  const isBusy = decision.isBusy || note.isBusy

  /** Sends the note first, so that its text is not lost. Sends no decision while the user adds to the note. */
  async function send(choice?: DecisionChoice) {
    rejection.setLast(choice !== undefined)
    const isNoteSent = await note.send()
    setHeldBack(!isNoteSent)
    if (isNoteSent && !draftNow().note.trim()) await decision.send(choice)
  }

  return {
    order,
    isOpen,
    draft,
    change,
    write,
    rejected: rejectedLines(order, draft),
    rejectable: rejectableLines(order),
    amount,
    remaining: remainingOf(order, amount.total),
    missingReasons,
    /** Errors show after the first attempt to send. */
    hasTried,
    seen,
    changes,
    acknowledge,
    onPromotionApplied,
    payment,
    /** The payment whose choices and errors are shown. */
    shownPayment: rejection.isShown ? rejection.payment : payment,
    isPaying,
    isBusy,
    failure,
    note,
    obstacle,
    /** Why the note failed, and with it the decision. */
    noteFailure: isHeldBack ? note.failure : undefined,
    /** Why no choice can be changed now: a decision is being sent. */
    lock: isPaying ? t('approvals:obstacle.paying') : isBusy ? t('approvals:obstacle.sending') : undefined,
    rejectPays: rejection.pays,
    /** What is missing before the decision can be sent; undefined: nothing. */
    missing: missingReasons.length > 0 ? t('approvals:line.reasonMissing') : decision.missingPayment,
    /** Shows what is missing from now on. */
    showMissing: () => setTried(true),
    /** The section that a button scrolls to, until it is reached. */
    destination,
    goTo,
    arrived: () => goTo(undefined),
    send: () => send(),
    rejectAll: (reason: RejectionReason) => {
      if (rejection.payment.fault) {
        rejection.setLast(true)
        setTried(true)
        return goTo({ id: PAYMENT_ID, toFirstError: true })
      }
      return send({ ...rejectedBy(order, reason), payment: rejection.payment })
    },
  }
}
export type Approval = ReturnType<typeof useApproval>

/** Rejecting everything, which may require a payment although approving requires none. */
function useRejection(order: Order, draft: DecisionDraft, country: Country) {
  /** Whether the last button was this one. */
  const [isLast, setLast] = useState(false)
  const rejection = rejectionOf(order, draft, country)
  const { payment } = rejection
  return {
    payment,
    pays: useRejectionPayment(order, rejection),
    /** Whether the page shows its payment instead of that of an approval. */
    isShown: isLast && payment.isNeeded,
    setLast,
  }
}

/**
 * Returns the payment that rejecting everything still requires: lines with an earlier price that is no longer authorized.
 * Null if there is none. Its `payment` is null if it is not chosen yet, or not certain because the total is unknown.
 */
function useRejectionPayment(order: Order, { total, beforeTax, payment }: ReturnType<typeof rejectionOf>) {
  const t = useTexts('approvals')
  const { money } = useFormat()
  const text = usePaymentText()
  if (!payment.isNeeded) return null
  if (total === null)
    return { total: t('approvals:actions.beforeTax', { amount: money(beforeTax) }), payment: null }
  return { total: money(total), payment: payment.fault ? null : text.chosen(order, payment) }
}

/** The choices of the decision, which survive a reload. */
function useDecisionForm(order: Order, isOpen: boolean) {
  const { user } = useSession()
  // An unsent draft does not apply to the order's next approval.
  const [slot] = useState(() => ({
    fleetId: user.fleet_id,
    userId: user.id,
    form: `approval:${order.id}:${order.last_approval_date ?? ''}`,
  }))
  return useFormState({
    slot,
    initial: EMPTY_DECISION,
    parse: parseDecision,
    // Choices stay after the decision, but an update then interrupts nothing.
    hasInput: ({ note, rejected }) => note !== '' || (isOpen && Object.keys(rejected).length > 0),
  })
}
