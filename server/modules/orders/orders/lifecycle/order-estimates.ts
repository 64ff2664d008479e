import type { PolicyReason } from '#contract/maintenance/policies.ts'
import { serviceStatusFor } from '#domain/orders/order-rules.ts'
import { cents } from '#domain/orders/prices.ts'
import { needsApprovalAgain, unapprovedLines, type Work } from '#domain/orders/shop-prices.ts'
import type { Transaction } from '#server/db/database.ts'
import { evaluateEstimate, reasonOf } from '#server/modules/maintenance/policies/policies.reads.ts'
import { startAutoApproval } from '#server/modules/money/payments/automatic-charges.ts'
import { isCoveredByHold } from '#server/modules/money/payments/payment-need.reads.ts'
import { orderActivityRepository as orderActivity } from '#server/modules/orders/orders/order-activity.repository.ts'
import { orderLinesRepository as orderLines } from '#server/modules/orders/orders/order-lines.repository.ts'
import {
  type OrderHead,
  type OrderKey,
  type OrderLine,
  readingsOf,
  type ShopCompletion,
  type ShopLine,
} from '#server/modules/orders/orders/order-types.ts'
import { ordersRepository as orders } from '#server/modules/orders/orders/orders.repository.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { lastApproval } from './order-lifecycle.service.ts'
import { currentOrderTotals } from './order-totals.ts'
import { lockOrder, transitionOrder } from './order-transitions.ts'

/** A shop's estimate or its final lines. */
interface ShopEstimate {
  /** By id of the order's service. Omitted services keep their price. */
  prices?: readonly { id: number; price: string }[]
  /** All lines: existing ones have an `id`, and omitted ones are removed. */
  lines?: readonly LineDraft[]
}
interface LineDraft extends OrderLine, ShopLine {
  id?: number | undefined
}

/** The work and total that were approved. */
interface Approval {
  lines: readonly Work[]
  total: string
}

/**
 * Records the shop's estimate. It is approved automatically ('Auto-Approve') if a policy covers user, vehicle, services
 * and amount; otherwise it awaits approval. A corrected final bill is judged as a bill.
 */
export async function recordEstimate(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  orderKey: OrderKey,
  { prices = [], lines }: ShopEstimate,
): Promise<{ lineIds: number[] }> {
  const head = await lockOrder(tx, orderKey, 'estimate', { shop: true })
  const lineIds = lines ? await setLines(tx, head, lines) : []
  if (prices.length > 0) await orderLines.setPrices(tx, head, prices)
  const approved = head.status === 'awaiting_approval' ? await lastApproval(tx, orderKey) : undefined
  if (approved) await correctBill({ tx, clock }, orderKey, head, approved)
  else await applyEstimate({ tx, clock }, orderKey, head)
  return { lineIds }
}

/**
 * Judges a corrected final bill by the last approval. If it is within it, the order is approved again (APR-080);
 * otherwise a policy or a user decides on it, as on the first one. A user also decides if its amount is not authorized,
 * for example after a declined charge.
 */
async function correctBill(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  orderKey: OrderKey,
  head: OrderHead,
  approved: Approval,
): Promise<void> {
  const lines = await orderLines.lines(tx, orderKey.fleetId, orderKey.id)
  const totals = await currentOrderTotals(tx, head)
  const isCovered = await isCoveredByHold(tx, orderKey, totals.total)
  if (isCovered && !needsApprovalAgain({ lines, total: totals.total }, approved)) {
    await transitionOrder(tx, orderKey, 'correct_bill', { shop: true }, totals, { type: 'bill_received' })
    await orderLines.keepApprovedPrices(tx, head, lines)
    return
  }
  const added = unapprovedLines(lines, approved.lines)
  const reason = isCovered ? await policyForBill(tx, head, approved.total, totals, added) : null
  const type = reason ? 'bill_received' : 'exceed'
  await transitionOrder(tx, orderKey, 'estimate', { shop: true }, totals, { type })
  if (reason) await approveByPolicy({ tx, clock }, orderKey, reason)
}

/** What a final bill leads to: it is within the approval, a policy has approved it, or it awaits approval. */
type BillResult = 'within' | 'approved' | 'awaiting_approval'

/**
 * Writes the shop's final lines. The order returns to approval if the final amount is higher than the approved one
 * (ruling 28) or if no one has approved a line (ruling 37), unless a policy approves the added lines.
 */
export async function exceedEstimate(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  orderKey: OrderKey,
  lines: readonly LineDraft[],
  done: ShopCompletion,
): Promise<BillResult> {
  const head = await lockOrder(tx, orderKey, 'exceed', { shop: true })
  const approved = await approvalOf(tx, orderKey, head)
  await setLines(tx, head, lines)
  const totals = await currentOrderTotals(tx, head)
  if (!needsApprovalAgain({ lines, total: totals.total }, approved)) {
    await orders.update(tx, head, head.status, totals)
    return 'within'
  }
  // Store odometer and invoice number, so that the shop does not have to enter them again.
  const change = { ...totals, ...readingsOf(done) }
  const reason = await policyForBill(tx, head, approved.total, totals, unapprovedLines(lines, approved.lines))
  if (!reason) {
    await transitionOrder(tx, orderKey, 'exceed', { shop: true }, change)
    return 'awaiting_approval'
  }
  // No request for approval is sent, because the approval follows at once.
  await transitionOrder(tx, orderKey, 'exceed', { shop: true }, change, { type: 'bill_received' })
  await approveByPolicy({ tx, clock }, orderKey, reason)
  return 'approved'
}

/** Returns what was approved of an approved order. Its corrected bill may have less than that (APR-082). */
async function approvalOf(tx: Transaction, orderKey: OrderKey, head: OrderHead): Promise<Approval> {
  const present = await orderLines.lines(tx, orderKey.fleetId, orderKey.id)
  const approval = await lastApproval(tx, orderKey)
  return { lines: [...present, ...(approval?.lines ?? [])], total: approval?.total ?? head.total }
}

/**
 * Returns the policy that approves the added lines of a bill within the approved amount: it covers their services and the
 * amount of the whole bill. Null if there is none. A policy does not approve work that a user rejected.
 */
async function policyForBill(
  tx: Transaction,
  head: OrderHead,
  approvedTotal: string,
  totals: { total: string; pre_tax_sub_total: string },
  added: readonly Work[],
): Promise<PolicyReason | null> {
  if (cents(totals.total) > cents(approvedTotal) || (await orderLines.hasRejectedWork(tx, head))) return null
  const estimate = {
    vehicleId: head.vehicle_id,
    amount: totals.pre_tax_sub_total,
    serviceIds: added.map((line) => line.service_definition_id),
  }
  const { autoApprovedBy } = await evaluateEstimate(tx, head.fleet_id, estimate)
  return autoApprovedBy && reasonOf(autoApprovedBy, estimate)
}

/** Approves an order automatically, and stores the policy and the time. */
async function approveByPolicy(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  orderKey: OrderKey,
  reason: PolicyReason,
): Promise<void> {
  const approved = { is_auto_approved: true, approved_because: reason, last_approval_date: clock() }
  const because = { by: 'policy', policy: reason.policy } as const
  await transitionOrder(tx, orderKey, 'auto_approve', { system: true }, approved, { because })
}

/**
 * Approves the estimate if a policy covers it, now or once its amount is authorized; otherwise a user decides. A policy
 * does not approve work that a user rejected.
 */
async function applyEstimate(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  orderKey: OrderKey,
  head: OrderHead,
): Promise<void> {
  const totals = await currentOrderTotals(tx, head)
  const estimate = {
    vehicleId: head.vehicle_id,
    amount: totals.pre_tax_sub_total,
    serviceIds: (await orderLines.lines(tx, orderKey.fleetId, orderKey.id)).map(
      (line) => line.service_definition_id,
    ),
  }
  const { autoApprovedBy: covering } = await evaluateEstimate(tx, orderKey.fleetId, estimate)
  const autoApprovedBy = (await orderLines.hasRejectedWork(tx, head)) ? null : covering
  const start = autoApprovedBy
    ? await startAutoApproval(tx, {
        fleetId: orderKey.fleetId,
        orderId: orderKey.id,
        total: totals.total,
        bookerId: head.originator_id,
      })
    : 'manual'
  if (!autoApprovedBy || start === 'manual') {
    await transitionOrder(tx, orderKey, 'estimate', { shop: true }, totals)
    return
  }
  if (start === 'requested') {
    // No request for approval is sent, because the approval follows within seconds.
    await transitionOrder(tx, orderKey, 'estimate', { shop: true }, totals, { type: 'estimate_received' })
    return
  }
  // Update the totals first, so that both activity log entries show the new total.
  await orders.update(tx, head, head.status, totals)
  await orderActivity.logActivity(tx, {
    ...orderKey,
    orderId: orderKey.id,
    userId: null,
    party: 'shop',
    type: 'estimate',
  })
  await approveByPolicy({ tx, clock }, orderKey, reasonOf(autoApprovedBy, estimate))
}

/** Replaces the order's lines with the shop's. Errors: order_status. @returns their ids, in order */
async function setLines(tx: Transaction, head: OrderHead, lines: readonly LineDraft[]): Promise<number[]> {
  const ids: number[] = []
  for (const { id, ...line } of lines) {
    if (id === undefined)
      ids.push(await orderLines.addLine(tx, head, line, serviceStatusFor(head.status) ?? 'active'))
    else {
      if (!(await orderLines.updateLine(tx, head, id, line))) throw new Problem('order_status')
      ids.push(id)
    }
  }
  await orderLines.deleteOtherLines(tx, head, ids)
  return ids
}
