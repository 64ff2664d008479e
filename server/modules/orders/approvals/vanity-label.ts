import type { Order } from '#contract/orders/order.ts'
import { transitionOrder } from '#server/modules/orders/orders/lifecycle/order-transitions.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { showOrder } from '../orders/show-order.service.ts'
import { approvalsRepository } from './approvals.repository.ts'

/**
 * Sets or removes the label of one service (APR-017), as an edit of the order. 404 if the caller cannot see the order,
 * 422 if it has no such service, 409 `order_status` if it is canceled.
 */
export async function setVanityLabel(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  input: { id: number; order_service_id: number; vanity_label: string | null },
): Promise<{ body: Order }> {
  const lineKey = { fleetId: actor.fleet.id, orderId: input.id, serviceId: input.order_service_id }
  await transitionOrder(
    tx,
    { fleetId: lineKey.fleetId, id: input.id },
    'edit',
    { actor },
    {},
    { type: 'vanity_label', ...(input.vanity_label !== null && { note: input.vanity_label }) },
  )
  if (!(await approvalsRepository.setVanityLabel(tx, lineKey, input.vanity_label)))
    throw new Problem('validation', { fields: { order_service_id: ['unknown'] } })
  return { body: await showOrder({ tx, actor }, input.id) }
}
