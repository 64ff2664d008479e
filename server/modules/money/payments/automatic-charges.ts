import { cents } from '#domain/orders/prices.ts'
import type { Transaction } from '#server/db/database.ts'
import type { ApprovalDecision } from '#server/modules/orders/orders/lifecycle/approval-types.ts'
import { accountOf } from './charge-source.ts'
import { type PayingFleet, paymentsRepository as payments } from './payments.repository.ts'

// Charges that no user started: approvals by policy and subscriptions.

const EVERYTHING: ApprovalDecision = { rev: null, rejected: [] }

/**
 * Starts an approval by policy. The amount is authorized first, with the fleet's first provider that is ready (decision
 * 45). Returns `approve` if no payment is needed and the order may be approved now. Returns `requested` if it is
 * approved once the amount is authorized. Returns `manual` if no payment method is ready and a user has to decide.
 */
export async function startAutoApproval(
  tx: Transaction,
  order: { fleetId: number; orderId: number; total: string; bookerId: number | null },
): Promise<'approve' | 'requested' | 'manual'> {
  const fleet = await payments.fleet(tx, order.fleetId)
  if (!fleet.pays_through_platform || cents(order.total) === 0) return 'approve'
  const live = await payments.liveOf(tx, order.orderId)
  if (live) {
    const isHeld = live.status === 'authorized' && live.next_action === null
    return isHeld && cents(live.amount) >= cents(order.total) ? 'approve' : 'manual'
  }
  const source = await firstChargeSource(fleet, () =>
    payments.automaticMethod(tx, order.fleetId, order.bookerId),
  )
  if (!source) return 'manual'
  await payments.insert(tx, {
    fleetId: order.fleetId,
    orderId: order.orderId,
    ...source,
    currency: fleet.currency,
    amount: order.total,
    userId: null,
    requestKey: null,
    decision: EVERYTHING,
    waitSeconds: 0,
  })
  return 'requested'
}

/**
 * Starts the charge of a subscription month with the default method, or else the fuel card account. Does nothing if the
 * fleet has neither. `advancePayment` carries it out (decision 47).
 */
export async function startSubscriptionCharge(
  tx: Transaction,
  charge: { fleetId: number; month: string; amount: string },
): Promise<void> {
  const fleet = await payments.fleet(tx, charge.fleetId)
  // The default method pays before a fuel card account, whichever provider the fleet had first.
  const providers = fleet.providers.toSorted((a, b) => Number(b === 'Braintree') - Number(a === 'Braintree'))
  const source = await firstChargeSource({ ...fleet, providers }, () =>
    payments.usableMethod(tx, charge.fleetId, null, null),
  )
  if (!source) return
  await payments.insert(tx, {
    ...charge,
    currency: fleet.currency,
    userId: null,
    requestKey: null,
    decision: null,
    ...source,
    waitSeconds: 0,
  })
}

/**
 * Returns the first provider that can be charged without a user's choice, with its card or account; null if none is
 * ready.
 */
async function firstChargeSource(fleet: PayingFleet, cardOf: () => Promise<number | null>) {
  for (const provider of fleet.providers) {
    const methodId = provider === 'Braintree' ? await cardOf() : null
    const accountNumber = accountOf(fleet, provider)
    if (methodId !== null || accountNumber !== null) return { provider, methodId, accountNumber }
  }
  return null
}
