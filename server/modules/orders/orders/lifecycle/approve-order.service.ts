import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Order } from '#contract/orders/order.ts'
import type { ordersContract, ServiceDecision } from '#contract/orders/orders.ts'
import { isCounted, isUndecided } from '#domain/orders/order-rules.ts'
import type { CallAfterCommit } from '#server/external-call.ts'
import { startApprovalPayment, wasPaidByRequest } from '#server/modules/money/payments/approval-payment.ts'
import type { PaymentUseCase } from '#server/modules/money/payments/payment-types.ts'
import type { PricedLine } from '#server/modules/orders/orders/order-lines.repository.ts'
import { editOrder, findOrder } from '#server/modules/orders/orders/orders.service.ts'
import { showOrder } from '#server/modules/orders/orders/show-order.service.ts'
import { Problem } from '#server/problem.ts'
import type { ApprovalDecision } from './approval-types.ts'
import { evaluateApproval, lockForApproval, recordApproval, requireCurrent } from './evaluate-approval.ts'
import { lockOrder } from './order-transitions.ts'

type Input = z.infer<(typeof ordersContract.update)['~orpc']['inputSchema'] & z.ZodMiniType>

/**
 * Takes a user's decision on an order that awaits approval (PUT /orders/{id} with `status: 'approved'`; rulings 27 and
 * 30). If an amount has to be authorized, records the attempt and returns the call that follows the commit. The same
 * request then runs again, finds its attempt by `requestKey`, and never pays twice. Errors: not_found, order_status,
 * stale, not_allowed, validation, payment_running, payment_declined, payment_unknown.
 */
export async function approveOrder(
  useCase: PaymentUseCase,
  input: Input,
  { ifMatch, requestKey }: { ifMatch: number | null; requestKey: string },
): Promise<{ body: Order } | CallAfterCommit> {
  const { tx, actor } = useCase
  const approval = { fleetId: actor.fleet.id, orderId: input.id, userId: actor.userId }
  const request = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  // A repeated request of a user who lost sight of the order reveals nothing about its payment.
  await findOrder(tx, actor, input.id)
  if (await wasPaidByRequest(tx, { ...approval, requestKey, request })) {
    await editOrder(tx, actor, input, { ifMatch: null })
    return { body: await showOrder(useCase, input.id) }
  }
  const order = await lockForApproval(tx, approval, actor)
  // Compare the revision first: lines that the shop has added or removed since are no error of this request.
  requireCurrent(order, ifMatch)
  const rejected = rejectedOf(order.lines, input.order_services)
  const requested = input.order_services?.map(({ id }) => id)
  const judgment = await evaluateApproval(tx, order, {
    ...approval,
    decision: { rev: ifMatch, rejected },
    requested,
  })
  const call = await startApprovalPayment(useCase, input, {
    ...approval,
    requestKey,
    total: judgment.sums.total,
    isRejection: !judgment.isAnyLeft,
    // From now on, an edit that changes no line does not invalidate the decision.
    decision: { rev: null, rejected, lines: judgment.counted, request },
  })
  if (call) {
    // Do not authorize an amount for a request whose other fields would be refused.
    const hasEdits = input.po_number !== undefined || input.customer_comments !== undefined
    if (hasEdits) await lockOrder(tx, { fleetId: approval.fleetId, id: input.id }, 'edit', { actor })
    return call
  }
  // The revision was checked above; the edit creates a new one.
  await editOrder(tx, actor, input, { ifMatch: null })
  await recordApproval(useCase, judgment)
  return { body: await showOrder(useCase, input.id) }
}

/**
 * Returns the rejected lines with their reasons. Every counted line needs a decision; the others keep their status
 * (APR-044). Without a list, all are approved. Throws validation (`order_services.<n>.status`, `.rejection_reason`).
 */
function rejectedOf(
  lines: readonly PricedLine[],
  decisions: readonly ServiceDecision[] | undefined,
): ApprovalDecision['rejected'] {
  if (decisions === undefined) return []
  const fields: Record<string, string[]> = {}
  const seen = new Set<number>()
  decisions.forEach(({ id, status, rejection_reason }, n) => {
    const line = lines.find((candidate) => candidate.id === id)
    if (!line || seen.has(id)) fields[`order_services.${n}.id`] = [line ? 'double' : 'unknown']
    else if (!isUndecided(line)) {
      if (status !== line.status) fields[`order_services.${n}.status`] = ['decided']
    } else if (status !== 'approved' && status !== 'rejected')
      fields[`order_services.${n}.status`] = ['required']
    else if (status === 'rejected' && !rejection_reason)
      fields[`order_services.${n}.rejection_reason`] = ['required']
    else if (status === 'approved' && rejection_reason)
      fields[`order_services.${n}.rejection_reason`] = ['invalid']
    seen.add(id)
  })
  if (lines.some((line) => isCounted(line) && !seen.has(line.id))) fields.order_services = ['incomplete']
  if (Object.keys(fields).length > 0) throw new Problem('validation', { fields })
  return decisions.flatMap(({ id, status, rejection_reason }) => {
    const isNew = lines.some((line) => line.id === id && isUndecided(line))
    return status === 'rejected' && isNew ? [{ id, reason: rejection_reason ?? 'other' }] : []
  })
}
