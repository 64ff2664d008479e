import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Order } from '#contract/orders/order.ts'
import type { ordersContract, ServiceDecision } from '#contract/orders/orders.ts'
import { isCounted, isUndecided } from '#domain/orders/order-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { ExternalCallNeeded } from '#server/external-call.ts'
import { DECLINE_REASONS } from '#server/integrations/card-gateway/port.ts'
import { readPaymentNeed } from '#server/modules/money/payments/payment-need.reads.ts'
import type {
  AuthorizationOutcome,
  PaymentChoice,
  PaymentNeed,
} from '#server/modules/money/payments/payment-types.ts'
import type { PaymentsService } from '#server/modules/money/payments/payments.service.ts'
import { quoteApproval } from '#server/modules/orders/orders/lifecycle/approval-transitions.ts'
import type { ApprovalDecision } from '#server/modules/orders/orders/lifecycle/approval-types.ts'
import { editOrder } from '#server/modules/orders/orders/orders.service.ts'
import { showOrder } from '#server/modules/orders/orders/show-order.service.ts'
import { Problem } from '#server/problem.ts'

interface Deps {
  payments: PaymentsService
}
type Input = z.infer<(typeof ordersContract.update)['~orpc']['inputSchema'] & z.ZodMiniType>

/**
 * A user's decision on an order that awaits approval (PUT /orders/{id} with `status: 'approved'`; rulings 27 and 30).
 */
export function orderDecisions({ payments }: Deps) {
  return {
    /**
     * Returns the work for one write request. If an amount has to be authorized, the work requests that call and runs
     * again afterwards. A retried request finds its own attempt and never pays twice.
     */
    approve(actor: Actor, input: Input, requestKey: string | null) {
      let held: AuthorizationOutcome | null = null
      return async (tx: Transaction, { ifMatch }: { ifMatch: number | null }): Promise<{ body: Order }> => {
        const order = await showOrder({ tx, actor }, input.id)
        const of = { fleetId: actor.fleet.id, orderId: input.id, userId: actor.userId }
        const request = requestHash(input)
        if (requestKey !== null) held ??= await payments.outcomeOfRequest(tx, { ...of, requestKey, request })
        if (held) {
          requireAuthorized(held)
          await editOrder(tx, actor, input, { ifMatch: null })
          return { body: await showOrder({ tx, actor }, input.id) }
        }
        const decision = { rev: ifMatch, rejected: rejectedOf(order, input.order_services) }
        const { total } = await quoteApproval(tx, { ...of, decision })
        const need = await readPaymentNeed(tx, { ...of, total })
        if (need.needsAuthorization) {
          const choice = choiceOf(need, input)
          // Check that the other fields may be changed before authorizing any money; this write is rolled back.
          await editOrder(tx, actor, input, { ifMatch: null })
          // From now on, an edit that changes no line does not invalidate the decision.
          const decided = { rev: null, rejected: decision.rejected, lines: linesOf(order), request }
          throw new ExternalCallNeeded({
            make: async () => {
              held = await payments.authorizeForApproval({ ...of, decision: decided, choice, requestKey })
            },
            // The attempt has its own row, which the reconciliation handles.
            discard: async () => {},
            isRecorded: () => true,
          })
        }
        // The revision was checked above; the edit creates a new one.
        await editOrder(tx, actor, input, { ifMatch: null })
        await payments.approveWithoutPayment(tx, { ...of, decision: { ...decision, rev: null } })
        return { body: await showOrder({ tx, actor }, input.id) }
      }
    },
  }
}
export type OrderDecisions = ReturnType<typeof orderDecisions>

const linesOf = (order: Order) =>
  order.order_services.filter(isCounted).map(({ id, total }) => ({ id, total }))

const requestHash = (input: object): string =>
  createHash('sha256').update(JSON.stringify(input)).digest('hex')

function requireAuthorized(held: AuthorizationOutcome): void {
  if (held.outcome === 'withdrawn') throw new Problem('stale')
  if (held.outcome === 'unknown') throw new Problem('payment_unknown', { retryAfter: 5 })
  if (held.outcome === 'declined')
    throw new Problem('payment_declined', { fields: { payment_method_id: [declineCode(held.reason)] } })
}

/** Returns the field code of a decline: the gateway's reason, or `not_found` if the attempt never arrived. */
function declineCode(reason: string): string {
  const isKnown = reason === 'not_found' || (DECLINE_REASONS as readonly string[]).includes(reason)
  return `declined_${isKnown && reason !== 'other' ? reason : 'without_reason'}`
}

/**
 * Returns the rejected services with their reasons. Every counted service needs a decision; the others keep their
 * status (APR-044). Without a list, all are approved. Throws validation (`order_services.<n>.status`,
 * `.rejection_reason`).
 */
function rejectedOf(
  order: Order,
  decisions: readonly ServiceDecision[] | undefined,
): ApprovalDecision['rejected'] {
  if (decisions === undefined) return []
  const fields: Record<string, string[]> = {}
  const seen = new Set<number>()
  decisions.forEach(({ id, status, rejection_reason }, n) => {
    const service = order.order_services.find((one) => one.id === id)
    if (!service || seen.has(id)) fields[`order_services.${n}.id`] = [service ? 'double' : 'unknown']
    else if (!isUndecided(service)) {
      if (status !== service.status) fields[`order_services.${n}.status`] = ['decided']
    } else if (status !== 'approved' && status !== 'rejected')
      fields[`order_services.${n}.status`] = ['required']
    else if (status === 'rejected' && !rejection_reason)
      fields[`order_services.${n}.rejection_reason`] = ['required']
    seen.add(id)
  })
  const isWaiting = order.status === 'awaiting_approval'
  if (isWaiting && order.order_services.some((service) => isCounted(service) && !seen.has(service.id)))
    fields.order_services = ['incomplete']
  if (isWaiting && Object.keys(fields).length > 0) throw new Problem('validation', { fields })
  return decisions.flatMap(({ id, status, rejection_reason }) => {
    const isNew = order.order_services.some((service) => service.id === id && isUndecided(service))
    return status === 'rejected' && isNew ? [{ id, reason: rejection_reason ?? 'other' }] : []
  })
}

/** Returns the payment that the approver chose, or the fleet's only provider (APR-048 to APR-051). */
function choiceOf(need: PaymentNeed, input: Input): PaymentChoice {
  const only = need.providers.length === 1 ? need.providers[0]?.provider : undefined
  const provider = input.payment_provider ?? only
  if (provider === undefined)
    throw new Problem('validation', { fields: { payment_provider: ['payment_provider'] } })
  if (provider !== 'Braintree') return { provider }
  if (input.payment_method_id === undefined)
    throw new Problem('validation', { fields: { payment_method_id: ['payment_method'] } })
  return { provider, payment_method_id: input.payment_method_id }
}
