import { missingAccountCode, type PaymentProvider } from '#contract/money/payment.ts'
import type { Order } from '#contract/orders/order.ts'
import { type DecisionDraft, isAnyLeft, remainingOf } from './decision.ts'

/** What is missing for the payment, as a code of `fields.json`. */
type PaymentError = 'payment_provider' | 'payment_method' | ReturnType<typeof missingAccountCode>

export interface ChosenPayment {
  /** Whether the approval requires a payment. Also true if the total is unknown, because it may require one. */
  isNeeded: boolean
  provider: PaymentProvider | null
  methodId: number | null
  /** What prevents the payment. Null if the total is unknown: the server decides, and charges only what is needed. */
  fault: PaymentError | null
}

const NOTHING_TO_PAY = { isNeeded: false, methodId: null, fault: null } as const

type Chosen = Pick<DecisionDraft, 'provider' | 'methodId'> & Partial<Pick<DecisionDraft, 'rejected'>>

/**
 * Returns how the approval will be paid.
 * @param total of the lines that the draft approves; null: unknown. It may exceed the order's total, because fewer lines
 *   may not reach the minimum of the promotion.
 */
export function paymentOf(order: Order, chosen: Chosen, total: string | null = order.total): ChosenPayment {
  if (!order.payment?.pays_through_platform) return { ...NOTHING_TO_PAY, provider: null }
  const remaining = remainingOf(order, total)
  if (remaining !== null && remaining <= 0) {
    // An existing authorization stays (APR-052), unless no line remains.
    const isHeld = isAnyLeft(order, { rejected: chosen.rejected ?? {} })
    return { ...NOTHING_TO_PAY, provider: isHeld ? order.check_payment_method_of_previous_transaction : null }
  }
  const { provider, methodId, fault } = sourceOf(order, chosen)
  return { isNeeded: true, provider, methodId, fault: remaining === null ? null : fault }
}

/**
 * Returns what is charged. The provider is the approver's choice, else the previous, the only, or the default method's.
 * The method is the default or the only card (APR-048 to APR-052).
 */
function sourceOf(order: Order, chosen: Chosen): Omit<ChosenPayment, 'isNeeded'> {
  const { braintree_payment_methods: methods, check_payment_method_of_previous_transaction: previous } = order
  const providers = order.payment?.providers ?? []
  const offered = providers.map(({ provider }) => provider)
  const provider =
    offered.find((provider) => provider === chosen.provider) ??
    offered.find((provider) => provider === previous) ??
    (offered.length === 1 ? offered[0] : undefined) ??
    (methods.some(({ is_default }) => is_default)
      ? offered.find((provider) => provider === 'Braintree')
      : undefined) ??
    null
  if (provider === null) return { provider, methodId: null, fault: 'payment_provider' }
  if (provider === 'Braintree') {
    const method =
      methods.find(({ id }) => id === chosen.methodId) ??
      methods.find(({ is_default }) => is_default) ??
      (methods.length === 1 ? methods[0] : undefined)
    return { provider, methodId: method?.id ?? null, fault: method ? null : 'payment_method' }
  }
  const isReady = providers.some((option) => option.provider === provider && option.is_ready)
  return { provider, methodId: null, fault: isReady ? null : missingAccountCode(provider) }
}
