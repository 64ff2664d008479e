import { missingAccountCode, type PaymentProvider } from '#contract/money/payment.ts'
import type { Order } from '#contract/orders/order.ts'
import { cents } from '#domain/orders/prices.ts'
import { type DecisionDraft, isAnyLeft, remainingOf } from './decision.ts'

/** What is missing for the payment, as a code of `fields.json`. */
type PaymentError = 'payment_provider' | 'payment_method' | ReturnType<typeof missingAccountCode>

export interface ChosenPayment {
  /** Whether the approval requires a payment. */
  isNeeded: boolean
  provider: PaymentProvider | null
  methodId: number | null
  fault: PaymentError | null
}

const NOTHING_TO_PAY = { isNeeded: false, methodId: null, fault: null } as const

type Chosen = Pick<DecisionDraft, 'provider' | 'methodId'> & Partial<Pick<DecisionDraft, 'rejected'>>

/**
 * Returns how the approval will be paid. The provider is the approver's choice, else the previous, the only, or the
 * default method's. The method is the default or the only card (APR-048 to APR-052).
 * @param total of the lines that the draft approves; null: unknown, but at most the order's
 */
export function paymentOf(order: Order, chosen: Chosen, total: string | null = order.total): ChosenPayment {
  const { payment, braintree_payment_methods: methods } = order
  const previous = order.check_payment_method_of_previous_transaction
  const isNeeded = true
  if (!payment?.pays_through_platform) return { ...NOTHING_TO_PAY, provider: null }
  // Nothing remains to be paid; an existing authorization stays (APR-052), unless no line remains.
  const remaining = remainingOf(order, total) ?? cents(payment.remaining)
  const { rejected = {} } = chosen
  if (remaining <= 0) return { ...NOTHING_TO_PAY, provider: isAnyLeft(order, { rejected }) ? previous : null }
  const offered = payment.providers.map(({ provider }) => provider)
  const provider =
    offered.find((provider) => provider === chosen.provider) ??
    offered.find((provider) => provider === previous) ??
    (offered.length === 1 ? offered[0] : undefined) ??
    (methods.some(({ is_default }) => is_default)
      ? offered.find((provider) => provider === 'Braintree')
      : undefined) ??
    null
  if (provider === null) return { isNeeded, provider, methodId: null, fault: 'payment_provider' }
  if (provider === 'Braintree') {
    const method =
      methods.find(({ id }) => id === chosen.methodId) ??
      methods.find(({ is_default }) => is_default) ??
      (methods.length === 1 ? methods[0] : undefined)
    return { isNeeded, provider, methodId: method?.id ?? null, fault: method ? null : 'payment_method' }
  }
  const isReady = payment.providers.some((option) => option.provider === provider && option.is_ready)
  return { isNeeded, provider, methodId: null, fault: isReady ? null : missingAccountCode(provider) }
}
