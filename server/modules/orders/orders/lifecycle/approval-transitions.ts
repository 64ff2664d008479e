import type { ApprovalReason } from '#contract/orders/order-activity.ts'
import { isFmc } from '#domain/access/permissions.ts'
import type { Estimate, Policy, PolicyDecision } from '#domain/maintenance/policy-rules.ts'
import { mayApprove } from '#domain/orders/approver-rules.ts'
import type { Transaction } from '#server/db/database.ts'
import { evaluateEstimate, reasonOf } from '#server/modules/maintenance/policies/policies.reads.ts'
import { readCandidate } from '#server/modules/orders/approvals/approvers.reads.ts'
import {
  type OrdersRepository,
  ordersRepository as orders,
} from '#server/modules/orders/orders/orders.repository.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import type { Approval, ApprovalDecision } from './approval-types.ts'
import { orderTotalsFor } from './order-totals.ts'
import { transitionOrder } from './order-transitions.ts'

type Line = Awaited<ReturnType<OrdersRepository['lines']>>[number]

// Approval and rejection of orders (ruling 30). The caller handles the payment (decision 45).

/**
 * Locks the order and returns the total that the decision would approve. Errors: not_found, order_status, stale,
 * not_allowed, validation (`order_services`).
 */
export async function quoteApproval(tx: Transaction, of: Approval): Promise<{ total: string }> {
  const { sums } = await judge(tx, of)
  return { total: sums.total }
}

/**
 * Writes the decision: statuses, totals, approver, activity. The order is `rejected` (canceled) if no line is left.
 * Errors: as `quoteApproval`.
 */
export async function approveOrder(
  { tx, clock }: Pick<UseCase, 'tx' | 'clock'>,
  of: Approval,
): Promise<'approved' | 'rejected'> {
  const { head, sums, estimate, autoApprovedBy, because, restored, isAnyLeft } = await judge(tx, of)
  const restoredIds = restored.map(({ id }) => id)
  await orders.restoreApprovedPrices(tx, head, restoredIds)
  await orders.rejectLines(
    tx,
    head,
    of.decision.rejected.filter(({ id }) => !restoredIds.includes(id)),
  )
  const order = { fleetId: of.fleetId, id: of.orderId }
  const mover = { system: true, userId: of.userId } as const
  if (!isAnyLeft) {
    await transitionOrder(tx, order, 'reject', mover, sums, { because })
    return 'rejected'
  }
  await transitionOrder(
    tx,
    order,
    of.userId === null ? 'auto_approve' : 'approve',
    mover,
    {
      ...sums,
      approver_id: of.userId,
      is_auto_approved: of.userId === null,
      ...(of.userId === null && autoApprovedBy && { approved_because: reasonOf(autoApprovedBy, estimate) }),
      last_approval_date: clock(),
    },
    { because },
  )
  return 'approved'
}

async function judge(tx: Transaction, { fleetId, orderId, userId, decision }: Approval) {
  const head = await orders.lock(tx, fleetId, orderId)
  if (!head) throw new Problem('not_found')
  if (head.status !== 'awaiting_approval') throw new Problem('order_status')
  if (decision.rev !== null && decision.rev !== head.rev)
    throw new Problem('stale', { etag: `"${head.rev}"` })
  const lines = await orders.lines(tx, fleetId, orderId)
  if (decision.lines && !isSame(decision.lines, lines)) throw new Problem('stale', { etag: `"${head.rev}"` })
  const estimate = {
    vehicleId: head.vehicle_id,
    amount: head.pre_tax_sub_total,
    serviceIds: lines.map((line) => line.service_definition_id),
  }
  const verdict = await evaluateEstimate(tx, fleetId, estimate)
  const because =
    userId === null
      ? automaticGroundOf(verdict, estimate)
      : await approvalGroundOf(tx, fleetId, userId, verdict, estimate)
  if (!because) throw new Problem('not_allowed')
  const { kept, restored } = divideLines(lines, decision)
  const sums = await orderTotalsFor(tx, head, [
    ...kept.map(({ total }) => total),
    ...restored.map(({ approved_total }) => approved_total ?? '0.00'),
  ])
  return {
    head,
    sums,
    estimate,
    autoApprovedBy: verdict.autoApprovedBy,
    because,
    restored,
    isAnyLeft: kept.length + restored.length > 0,
  }
}

const isSame = (decided: NonNullable<ApprovalDecision['lines']>, lines: readonly Line[]): boolean =>
  decided.length === lines.length &&
  lines.every(({ id, total }) => decided.some((one) => one.id === id && one.total === total))

/** Returns why the policies let this user decide; null if they do not. */
async function approvalGroundOf(
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

function automaticGroundOf(
  { autoApprovedBy }: PolicyDecision<Policy>,
  estimate: Estimate,
): ApprovalReason | null {
  return autoApprovedBy ? { by: 'policy', policy: reasonOf(autoApprovedBy, estimate).policy } : null
}

/**
 * Splits the lines that are not rejected: lines approved as they are, and lines restored to the price of an earlier
 * approval, because approved work stays approved. Throws validation for lines that cannot be rejected.
 */
function divideLines(lines: readonly Line[], { rejected }: ApprovalDecision) {
  const fields: Record<string, string[]> = {}
  rejected.forEach(({ id }, n) => {
    const line = lines.find((one) => one.id === id)
    if (!line) fields[`order_services.${n}`] = ['unknown']
    else if (line.approved_total === line.total) fields[`order_services.${n}`] = ['already_approved']
  })
  if (Object.keys(fields).length > 0) throw new Problem('validation', { fields })
  const isRejected = (line: Line) => rejected.some(({ id }) => id === line.id)
  return {
    kept: lines.filter((line) => !isRejected(line)),
    restored: lines.filter((line) => isRejected(line) && line.approved_total !== null),
  }
}
