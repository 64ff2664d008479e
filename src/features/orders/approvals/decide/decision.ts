import { PAYMENT_PROVIDERS } from '#contract/access/fleet.ts'
import type { Country } from '#contract/core/fields.ts'
import type { PaymentProvider } from '#contract/money/payment.ts'
import type { Order } from '#contract/orders/order.ts'
import type { OrderService } from '#contract/orders/order-row.ts'
import type { ServiceDecision } from '#contract/orders/orders.ts'
import {
  isCounted,
  isUndecided,
  REJECTION_REASONS,
  type RejectionReason,
} from '#domain/orders/order-rules.ts'
import { cents, orderSums, RETAIL_SAVINGS_PERCENT, sumOf } from '#domain/orders/prices.ts'
import { taxPercent } from '#domain/orders/tax-rates.ts'

/** The approver's input so far. */
export interface DecisionDraft {
  /** Rejected services by id with their reason; '': not chosen yet. */
  rejected: Record<string, RejectionReason | ''>
  note: string
  provider: PaymentProvider | null
  methodId: number | null
}

export const EMPTY_DECISION: DecisionDraft = { rejected: {}, note: '', provider: null, methodId: null }

/** Parses a stored draft; undefined if another version wrote it. */
export function parseDecision(value: unknown): DecisionDraft | undefined {
  const { rejected, note, provider, methodId } = Object(value)
  const reasons: readonly unknown[] = ['', ...REJECTION_REASONS]
  if (typeof rejected !== 'object' || rejected === null || typeof note !== 'string') return undefined
  if (!Object.values(rejected).every((reason) => reasons.includes(reason))) return undefined
  return {
    rejected,
    note,
    provider: PAYMENT_PROVIDERS.find((known) => known === provider) ?? null,
    methodId: Number.isSafeInteger(methodId) ? methodId : null,
  }
}

/**
 * The state of a line in this approval. `kept` and `lowered`: approved before at the same or a higher price, so nothing to
 * decide. `changed` (to a higher price) and `new` occur when an order returns for approval. `settled`: not subject to a
 * decision.
 */
export type LineState = 'open' | 'new' | 'changed' | 'lowered' | 'kept' | 'settled'

export function lineStateOf(
  service: OrderService,
  order: Pick<Order, 'status' | 'last_approval_date'>,
): LineState {
  if (order.status !== 'awaiting_approval' || !isUndecided(service)) return 'settled'
  if (service.approved_price !== null) {
    const increase = cents(service.price) - cents(service.approved_price)
    if (increase === 0) return 'kept'
    return increase > 0 ? 'changed' : 'lowered'
  }
  return order.last_approval_date === null ? 'open' : 'new'
}

/** Lines that can be rejected. */
export const rejectableLines = (order: Order): OrderService[] =>
  order.order_services.filter((service) => ['open', 'new', 'changed'].includes(lineStateOf(service, order)))

/** Lines that the draft rejects and that may be rejected. */
export const rejectedLines = (order: Order, { rejected }: Pick<DecisionDraft, 'rejected'>): OrderService[] =>
  rejectableLines(order).filter(({ id }) => rejected[id] !== undefined)

/**
 * Returns every counted service with its decision. Services that need none keep their status (APR-044). Rejected and
 * removed ones are left out, because an order keeps them, and a request has a limited number of services.
 */
export function toDecisions(order: Order, { rejected }: Pick<DecisionDraft, 'rejected'>): ServiceDecision[] {
  const turnedDown = new Set(rejectedLines(order, { rejected }).map(({ id }) => id))
  return order.order_services.filter(isCounted).map((service) => {
    const { id } = service
    if (!isUndecided(service)) return { id, status: service.status as ServiceDecision['status'] }
    if (!turnedDown.has(id)) return { id, status: 'approved' }
    return { id, status: 'rejected', rejection_reason: rejected[id] || null }
  })
}

/** Ids of rejected lines without a reason. */
export const linesWithoutReason = (order: Order, draft: DecisionDraft): number[] =>
  rejectedLines(order, draft).flatMap(({ id }) => (draft.rejected[id] ? [] : [id]))

/** The amount of the decision. Null: only the server can compute it. */
export interface DecisionAmount {
  beforeTax: string
  discount: string | null
  tax: string | null
  total: string | null
  saving: string | null
}

/** Prices of the remaining lines. Rejected ones are removed, or return to the previously approved price. */
function pricesLeft(order: Order, draft: Pick<DecisionDraft, 'rejected'>): string[] {
  const turnedDown = new Set(rejectedLines(order, draft).map(({ id }) => id))
  return order.order_services.filter(isCounted).flatMap((service) => {
    if (!turnedDown.has(service.id)) return [service.total]
    if (service.approved_price === null) return []
    return [
      sumOf(Array.from({ length: service.odometer_config.quantity }, () => service.approved_price ?? '0')),
    ]
  })
}

/** Whether the decision leaves a line. Otherwise it cancels the order. */
export const isAnyLeft = (order: Order, draft: Pick<DecisionDraft, 'rejected'>): boolean =>
  pricesLeft(order, draft).length > 0

/** Computes the amount that the decision approves. */
export function amountOf(
  order: Order,
  draft: Pick<DecisionDraft, 'rejected'>,
  country: Country,
): DecisionAmount {
  if (rejectedLines(order, draft).length === 0)
    return {
      beforeTax: order.pre_tax_sub_total,
      discount: order.discount,
      tax: order.tax_amount,
      total: order.total,
      saving: order.saving,
    }
  const prices = pricesLeft(order, draft)
  if (prices.length === 0)
    return { beforeTax: '0.00', discount: '0.00', tax: '0.00', total: '0.00', saving: '0.00' }
  const totals = sumsOf(order, prices, country)
  return {
    beforeTax: sumOf(prices),
    discount: totals?.discount ?? null,
    tax: totals?.tax_amount ?? null,
    total: totals?.total ?? null,
    saving: totals?.saving ?? null,
  }
}

/**
 * Computes totals with the server's function. Null if that does not reproduce the order's total, to show no wrong
 * amount: tax rates of another version, or an earlier server that sends no terms of the promotion. The shop may have
 * another savings percent than the default one; then only the saving is null.
 */
function sumsOf(order: Order, prices: readonly string[], country: Country) {
  const [promotion] = order.promotions
  if (promotion && !promotion.terms) return null
  const terms = {
    // As on the server, a shop outside the network has no tax.
    taxPercent: order.shop ? taxPercent(country, order.shop.state) : 0,
    savingsPercent: RETAIL_SAVINGS_PERCENT,
    promotion: promotion?.terms ?? null,
  }
  const whole = orderSums(
    order.order_services.filter(isCounted).map(({ total }) => total),
    terms,
  )
  if (whole.total !== order.total) return null
  const sums = orderSums(prices, terms)
  return { ...sums, saving: whole.saving === order.saving ? sums.saving : null }
}

/** The amount that remains to be paid after the decision. An earlier approval may have authorized a part of it. */
export function remainingOf(order: Order, total: string | null): number | null {
  if (!order.payment || total === null) return null
  return cents(order.payment.remaining) - cents(order.total) + cents(total)
}
