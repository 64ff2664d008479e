import type { ApprovalReason } from '#contract/orders/order-activity.ts'
import { isFmc } from '#domain/access/permissions.ts'
import type { Estimate, Policy, PolicyDecision } from '#domain/maintenance/policy-rules.ts'
import { mayApprove } from '#domain/orders/approver-rules.ts'
import { isCounted } from '#domain/orders/order-rules.ts'
import { cents } from '#domain/orders/prices.ts'
import type { Transaction } from '#server/db/database.ts'
import { evaluateEstimate, reasonOf } from '#server/modules/maintenance/policies/policies.reads.ts'
import {
  orderLinesRepository as orderLines,
  type PricedLine,
} from '#server/modules/orders/orders/order-lines.repository.ts'
import type { OrderHead } from '#server/modules/orders/orders/order-types.ts'
import { ordersRepository as orders } from '#server/modules/orders/orders/orders.repository.ts'
import type { Viewer } from '#server/modules/vehicles/vehicles/vehicle-scope.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import type { Approval, ApprovalDecision } from './approval-types.ts'
import { readCandidate } from './approvers.reads.ts'
import { orderTotalsFor } from './order-totals.ts'
import { applyTransition } from './order-transitions.ts'

// Approval and rejection of orders (ruling 30): lock, judge, record. The caller handles the payment (decision 45).

/** An order that awaits approval, locked until the transaction ends. */
interface WaitingOrder {
  head: OrderHead
  /** All lines, with those that do not count. */
  lines: readonly PricedLine[]
}

interface RequestedLines {
  /** Ids of the request's lines in their order, for the fields of validation errors. Default: the rejected lines. */
  requested?: readonly number[] | undefined
}

/** What a permitted decision leads to. */
type Judgment = Awaited<ReturnType<typeof evaluateApproval>>

/**
 * Locks an order that awaits approval. With an actor, only if they may see it. Errors: not_found, order_status.
 */
export async function lockForApproval(
  tx: Transaction,
  { fleetId, orderId }: { fleetId: number; orderId: number },
  actor?: Viewer,
): Promise<WaitingOrder> {
  const head = await orders.lock(tx, fleetId, orderId, actor)
  if (!head) throw new Problem('not_found')
  if (head.status !== 'awaiting_approval') throw new Problem('order_status')
  return { head, lines: await orderLines.everyLine(tx, fleetId, orderId) }
}

/** Requires the revision that the decision is based on; null: any. Errors: stale. */
export function requireCurrent({ head }: WaitingOrder, rev: number | null): void {
  if (rev !== null && rev !== head.rev) throw new Problem('stale', { etag: `"${head.rev}"` })
}

/**
 * Checks that the decision is still valid and that the policies allow it, and returns what it leads to. Errors: stale,
 * not_allowed, validation (`order_services`).
 */
export async function evaluateApproval(
  tx: Transaction,
  { head, lines }: WaitingOrder,
  { userId, decision, requested }: Pick<Approval, 'userId' | 'decision'> & RequestedLines,
) {
  const counted = lines.filter(isCounted)
  requireCurrent({ head, lines }, decision.rev)
  if (decision.lines && !isSame(decision.lines, counted))
    throw new Problem('stale', { etag: `"${head.rev}"` })
  const estimate = {
    vehicleId: head.vehicle_id,
    amount: head.pre_tax_sub_total,
    serviceIds: counted.map((line) => line.service_definition_id),
  }
  const verdict = await evaluateEstimate(tx, head.fleet_id, estimate)
  // A policy does not approve work that a user rejected, nor if the estimate changed while the card was charged.
  const isRejectedWork = userId === null && (await orderLines.hasRejectedWork(tx, head))
  if (isRejectedWork) throw new Problem('not_allowed')
  const autoApprovedBy = userId === null ? verdict.autoApprovedBy : null
  const policyReason = autoApprovedBy && reasonOf(autoApprovedBy, estimate)
  const because: ApprovalReason | null =
    userId === null
      ? policyReason && { by: 'policy', policy: policyReason.policy }
      : await approvalReasonOf(tx, head.fleet_id, userId, verdict, estimate)
  if (!because) throw new Problem('not_allowed')
  const { remaining, restored } = divideLines(counted, decision, requested)
  const sums = await orderTotalsFor(tx, head, [
    ...remaining.map(({ total }) => total),
    ...restored.map(({ approved_total }) => approved_total ?? '0.00'),
  ])
  return {
    head,
    userId,
    sums,
    because,
    /** For an approval by policy: the policy and the estimate. */
    policyReason,
    /** The lines that were decided on. */
    counted: counted.map(({ id, total }) => ({ id, total })),
    restored: restored.map(({ id }) => id),
    rejected: decision.rejected.filter(({ id }) =>
      [...remaining, ...restored].every((line) => line.id !== id),
    ),
    isAnyLeft: remaining.length + restored.length > 0,
  }
}

/** Writes the decision: statuses, totals, approver, activity. The order is canceled if no line is left. */
export async function recordApproval(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  { head, userId, sums, because, policyReason, restored, rejected, isAnyLeft }: Judgment,
): Promise<void> {
  await orderLines.restoreApprovedPrices(tx, head, restored)
  await orderLines.rejectLines(tx, head, rejected)
  const mover = { system: true, userId } as const
  if (!isAnyLeft) {
    await applyTransition(tx, head, 'reject', mover, sums, { because })
    return
  }
  const change = {
    ...sums,
    approver_id: userId,
    is_auto_approved: userId === null,
    ...(policyReason && { approved_because: policyReason }),
    last_approval_date: clock(),
  }
  await applyTransition(tx, head, userId === null ? 'auto_approve' : 'approve', mover, change, { because })
}

/**
 * Approves an order whose amount is authorized now. It may have changed since the attempt started, so the decision is
 * judged again, and so are the approver's rights and sight: they may have been withdrawn during the payment. Errors: as
 * `lockForApproval` and `evaluateApproval`, and stale if the amount is too low.
 */
export async function approvePaidOrder(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  approval: Approval,
  amount: string,
): Promise<void> {
  const order = await lockForApproval(tx, approval, await viewerOf(tx, approval))
  const judgment = await evaluateApproval(tx, order, approval)
  if (cents(judgment.sums.total) > cents(amount)) throw new Problem('stale')
  await recordApproval({ tx, clock }, judgment)
}

/** Returns the approver as who they are now; undefined if a policy approves. Errors: not_allowed. */
async function viewerOf(tx: Transaction, { fleetId, userId }: Approval): Promise<Viewer | undefined> {
  if (userId === null) return undefined
  const who = await readCandidate(tx, fleetId, userId)
  if (!who) throw new Problem('not_allowed')
  return { userId, roles: who.roles, fleet: { id: fleetId } }
}

const isSame = (decided: NonNullable<ApprovalDecision['lines']>, lines: readonly PricedLine[]): boolean =>
  decided.length === lines.length &&
  lines.every(({ id, total }) =>
    decided.some((decidedLine) => decidedLine.id === id && decidedLine.total === total),
  )

/** Returns why the policies let this user decide; null if they do not. */
async function approvalReasonOf(
  tx: Transaction,
  fleetId: number,
  userId: number,
  { approvers, covering }: PolicyDecision<Policy>,
  estimate: Estimate,
): Promise<ApprovalReason | null> {
  const who = await readCandidate(tx, fleetId, userId)
  if (!who || !mayApprove(who, 'awaiting_approval', approvers)) return null
  if (isFmc(who)) return { by: 'approval_fleet', policy: null }
  if (approvers === 'anyone') return { by: 'no_policy', policy: null }
  const policy = covering.find(({ user_ids }) => user_ids.includes(userId))
  return policy ? { by: 'policy', policy: reasonOf(policy, estimate).policy } : { by: 'owner', policy: null }
}

/**
 * Splits the lines that stay: lines approved as they are, and lines restored to the lower price of an earlier approval,
 * because approved work stays approved. A line that costs less than before stays as it is, also if it is rejected. Throws
 * validation for lines that cannot be rejected.
 */
function divideLines(
  lines: readonly PricedLine[],
  { rejected }: ApprovalDecision,
  requested: readonly number[] = rejected.map(({ id }) => id),
) {
  const fields: Record<string, string[]> = {}
  rejected.forEach(({ id }) => {
    const n = requested.indexOf(id)
    const line = lines.find((candidate) => candidate.id === id)
    if (!line) fields[`order_services.${n}`] = ['unknown']
    else if (line.approved_total === line.total) fields[`order_services.${n}`] = ['already_approved']
  })
  if (Object.keys(fields).length > 0) throw new Problem('validation', { fields })
  const isRejected = (line: PricedLine) => rejected.some(({ id }) => id === line.id)
  const isLower = ({ total, approved_total: before }: PricedLine) =>
    before !== null && cents(total) < cents(before)
  return {
    remaining: lines.filter((line) => !isRejected(line) || isLower(line)),
    restored: lines.filter((line) => isRejected(line) && line.approved_total !== null && !isLower(line)),
  }
}
