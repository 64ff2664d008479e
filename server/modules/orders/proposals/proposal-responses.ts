import type { ShopActor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import type { ScheduleService } from '#server/modules/catalog/shops/schedule.service.ts'
import type { OrderLifecycleService } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { Problem } from '#server/problem.ts'

/** The columns of an order without a pending proposal. */
export const NO_PROPOSAL = { proposed_datetime: null, proposed_by: null, proposed_at: null } as const

/** The shop's response to a proposed time. */
export function proposalResponses({
  lifecycle,
  schedule,
}: {
  lifecycle: OrderLifecycleService
  schedule: ScheduleService
}) {
  return {
    /** The shop accepts the proposed time. 409 if that proposal has ended or the time is taken. */
    async accept(tx: Transaction, { fleet, orderId }: ShopActor, seen: string): Promise<void> {
      const of = { fleetId: fleet.id, id: orderId }
      const head = await lifecycle.lockForShop(tx, of, 'accept_time')
      const at = requireSameProposal(head.proposed_datetime, seen)
      if (head.shop_id === null) throw new Problem('not_found')
      await schedule.reserve(tx, await schedule.shopOf(tx, head.shop_id), at)
      const change = { ...NO_PROPOSAL, appointment_datetime: at }
      await lifecycle.transition(tx, of, 'accept_time', { shop: true }, change, { proposedTime: at })
    },

    /** The shop keeps the appointment unchanged. */
    async decline(tx: Transaction, { fleet, orderId }: ShopActor, seen: string): Promise<void> {
      const of = { fleetId: fleet.id, id: orderId }
      const head = await lifecycle.lockForShop(tx, of, 'decline_time')
      const proposedTime = requireSameProposal(head.proposed_datetime, seen)
      await lifecycle.transition(tx, of, 'decline_time', { shop: true }, NO_PROPOSAL, { proposedTime })
    },
  }
}

/** Throws proposal_over if the pending proposal is not the one that the shop saw. */
function requireSameProposal(proposed: string | null, seen: string): Date {
  if (proposed === null || Date.parse(proposed) !== Date.parse(seen)) throw new Problem('proposal_over')
  return new Date(proposed)
}
