import { pageOf } from '#contract/core/paging.ts'
import type { PayableMethod } from '#contract/money/payment.ts'
import type { PaymentReview } from '#contract/money/payment-review.ts'
import type { OrderPayments } from '#contract/money/payments.ts'
import { can } from '#domain/access/permissions.ts'
import { cents, money } from '#domain/orders/prices.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Queryable, Transaction } from '#server/db/database.ts'
import { amountLeft } from '#server/modules/money/payments/refunds/amount-left.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { readInScope } from '../../fmc/fleets/fleet-scope.reads.ts'
import { findOrder } from '../../orders/orders/orders.service.ts'
import { accountOf } from './charge-source.ts'
import { gatewayNotificationsRepository as notifications } from './notifications/gateway-notifications.repository.ts'
import { type PaidOrder, orderPaymentsRepository as reads } from './order-payments.repository.ts'
import { isCapturable, readPaymentNeed } from './payment-need.reads.ts'
import { paymentsRepository as payments } from './payments.repository.ts'
import { refundsRepository as refunds } from './refunds/refunds.repository.ts'

/** Returns the payments of an order with what the actor may do. Errors: not_found if the actor cannot see the order. */
export async function showOrderPayments(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  orderId: number,
): Promise<OrderPayments> {
  await findOrder(tx, actor, orderId)
  const order = await reads.order(tx, actor.fleet.id, orderId)
  if (!order) throw new Problem('not_found')
  const { pending, refundable, isDisputed } = await readRefundable(tx, orderId)
  return {
    order_id: orderId,
    pays_through_platform: order.pays_through_platform,
    currency: order.currency,
    payments: await reads.payments(tx, orderId),
    activities: await reads.activities(tx, orderId),
    refundable,
    can_refund: can(actor, 'payments.refund') && pending === 0 && !isDisputed && cents(refundable) > 0,
    review: await reviewOf(tx, actor, order),
  }
}

/**
 * Lists payments in manual review: of the fleet, or of all fleets of the company. Errors: not_allowed for all fleets,
 * unless the actor may list the fleets of a management company.
 */
export async function listManualReview(
  { db, actor }: { db: Database; actor: Actor },
  query: { all_fleets: boolean; page: number; per_page: number },
) {
  if (query.all_fleets && !can(actor, 'fleets.list')) throw new Problem('not_allowed')
  const fleets = { actor, isCompanyWide: query.all_fleets }
  const { items, count } = await readInScope(db, fleets, (reader) => reads.inReview(reader, fleets, query))
  return { items, ...pageOf(query, count) }
}

/** Returns the captured payment of an order and the amount that can still be refunded. */
export async function readRefundable(tx: Queryable, orderId: number) {
  const captured = await payments.capturedOf(tx, orderId)
  if (!captured) return { captured: undefined, pending: 0, refundable: '0.00', isDisputed: false }
  const pending = cents(await refunds.pending(tx, captured.id))
  const left = amountLeft(captured)
  const isDisputed = await notifications.isDisputed(tx, captured.id)
  return { captured, pending, refundable: money(cents(left) - pending), isDisputed }
}

async function reviewOf(tx: Transaction, actor: Actor, order: PaidOrder): Promise<PaymentReview | null> {
  if (order.status !== 'paid_deferred') {
    const captured = await payments.capturedOf(tx, order.id)
    const disputed = captured ? await notifications.openDisputeAmount(tx, captured.id) : null
    if (disputed === null) return null
    // The bank decides. Until then, no action is possible here.
    return {
      reason: 'dispute_open',
      amount: disputed,
      providers: [],
      methods: [],
      can_retry: false,
      can_charge: false,
      can_settle_outside: false,
    }
  }
  const reason = await reads.reviewReason(tx, order.id)
  const amount = await reads.amountDue(tx, order.id)
  const due = { fleetId: actor.fleet.id, orderId: order.id, total: amount, userId: actor.userId }
  const need = await readPaymentNeed(tx, due)
  const providers = need.providers.map(({ provider, isReady }) => ({ provider, is_ready: isReady }))
  const mayAct = can(actor, 'payments.review') && reason !== 'running'
  const paysByCard = mayAct && providers.some(({ provider }) => provider === 'Braintree')
  const methods = paysByCard ? await payments.methodsOf(tx, due.fleetId, actor.userId) : []
  return {
    reason,
    amount,
    can_retry: mayAct && (await canRetry(tx, due, methods)),
    can_charge: mayAct && providers.some((provider) => provider.is_ready),
    can_settle_outside: mayAct,
    providers,
    methods,
  }
}

/** Any reviewer can capture an authorized amount. A new charge needs a method that the actor may use. */
async function canRetry(
  tx: Transaction,
  order: { fleetId: number; orderId: number; total: string },
  methods: readonly PayableMethod[],
): Promise<boolean> {
  const live = await payments.liveOf(tx, order.orderId)
  if (live && isCapturable(live, order.total)) return true
  const last = await payments.latestOf(tx, order.orderId)
  const fleet = await payments.fleet(tx, order.fleetId)
  if (!last || !fleet.providers.includes(last.provider)) return false
  if (last.provider !== 'Braintree') return accountOf(fleet, last.provider) !== null
  return methods.some(({ id }) => id === last.method_id)
}
