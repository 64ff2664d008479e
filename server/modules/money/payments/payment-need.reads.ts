import type { Order } from '#contract/orders/order.ts'
import { cents, difference } from '#domain/orders/prices.ts'
import type { Queryable } from '#server/db/database.ts'
import type { OrderKey } from '#server/modules/orders/orders/order-types.ts'
import { accountOf } from './charge-source.ts'
import type { PaymentNeed, PaymentRow } from './payment-types.ts'
import { paymentsRepository as payments } from './payments.repository.ts'

/** Returns how an order with this `total` is paid, as this user sees it. */
export async function readPaymentNeed(
  db: Queryable,
  order: { fleetId: number; orderId: number; total: string; userId: number },
): Promise<PaymentNeed> {
  const fleet = await payments.fleet(db, order.fleetId)
  const live = await payments.liveOf(db, order.orderId)
  const held = live?.status === 'authorized' && live.next_action === null ? live : null
  const remaining = held ? difference(order.total, held.amount) : order.total
  const hasMethod =
    fleet.providers.includes('Braintree') && (await payments.hasMethod(db, order.fleetId, order.userId))
  return {
    paysThroughPlatform: fleet.pays_through_platform,
    providers: fleet.providers.map((provider) => ({
      provider,
      isReady: provider === 'Braintree' ? hasMethod : accountOf(fleet, provider) !== null,
    })),
    previous: held && { provider: held.provider, amount: held.amount },
    remaining,
    isRunning: live !== undefined && held === null,
  }
}

/** Returns whether no payment is needed for this total, or it is already authorized. */
export async function isCoveredByHold(db: Queryable, orderKey: OrderKey, total: string): Promise<boolean> {
  const fleet = await payments.fleet(db, orderKey.fleetId)
  if (!fleet.pays_through_platform || cents(total) === 0) return true
  const live = await payments.liveOf(db, orderKey.id)
  return (
    live !== undefined &&
    live.status === 'authorized' &&
    live.next_action === null &&
    cents(live.amount) >= cents(total)
  )
}

/** Returns whether the authorized amount covers the total and is not being released. */
export const isCapturable = (live: PaymentRow, total: string): boolean =>
  live.status === 'authorized' && live.next_action !== 'void' && cents(live.amount) >= cents(total)

type PaymentFields =
  | 'payment'
  | 'braintree_payment_methods'
  | 'check_payment_method_of_previous_transaction'
  | 'previous_payments'

/** Reads the payment fields of an order that awaits approval, as one user sees them. */
export async function readOrderPayment(
  db: Queryable,
  order: { fleetId: number; orderId: number; total: string; userId: number },
): Promise<Pick<Order, PaymentFields>> {
  const need = await readPaymentNeed(db, order)
  const { paysThroughPlatform, providers, previous, remaining, isRunning } = need
  const paysByCard = paysThroughPlatform && providers.some(({ provider }) => provider === 'Braintree')
  return {
    payment: {
      pays_through_platform: paysThroughPlatform,
      providers: providers.map(({ provider, isReady }) => ({ provider, is_ready: isReady })),
      remaining,
      is_running: isRunning,
    },
    braintree_payment_methods: paysByCard ? await payments.methodsOf(db, order.fleetId, order.userId) : [],
    check_payment_method_of_previous_transaction: previous?.provider ?? null,
    previous_payments: previous?.amount ?? '0.00',
  }
}

/** The same fields for an order that does not await approval. */
export const NO_ORDER_PAYMENT: Pick<Order, PaymentFields> = {
  payment: null,
  braintree_payment_methods: [],
  check_payment_method_of_previous_transaction: null,
  previous_payments: '0.00',
}
