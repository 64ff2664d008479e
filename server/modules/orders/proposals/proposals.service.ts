import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderLifecycleService } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { Problem } from '#server/problem.ts'
import type { ScheduleService } from '../../catalog/shops/schedule.service.ts'
import type { OrdersService } from '../orders/orders.service.ts'
import { NO_PROPOSAL } from './proposal-responses.ts'

interface ProposalsDeps {
  lifecycle: OrderLifecycleService
  orders: OrdersService
  schedule: ScheduleService
  now: () => Date
}
interface Seen {
  ifMatch: number | null
}

/** Proposals of another time by the fleet. The shop's response: `proposalResponses`. */
export function proposalsService({ lifecycle, orders, schedule, now }: ProposalsDeps) {
  return {
    /** Proposes a time that is free now, replacing an earlier proposal. */
    async propose(
      tx: Transaction,
      actor: Actor,
      input: { id: number; appointment_datetime: string },
      { ifMatch }: Seen,
    ) {
      const at = new Date(input.appointment_datetime)
      const of = { fleetId: actor.fleet.id, id: input.id, ifMatch }
      const proposal = { proposed_datetime: at, proposed_by: actor.userId, proposed_at: now() }
      const head = await lifecycle.transition(tx, of, 'propose_time', { actor }, proposal, {
        proposedTime: at,
      })
      if (at.getTime() === Date.parse(head.appointment_datetime))
        throw new Problem('validation', { fields: { appointment_datetime: ['unchanged'] } })
      if (head.shop_id === null) throw new Problem('scheduling_not_supported')
      const shop = await schedule.shopOf(tx, head.shop_id)
      if (shop.scheduling === 'not_supported') throw new Problem('scheduling_not_supported')
      await schedule.reserve(tx, shop, at)
      return { body: await orders.show(tx, actor, input.id) }
    },

    async withdraw(tx: Transaction, actor: Actor, id: number, { ifMatch }: Seen) {
      const of = { fleetId: actor.fleet.id, id }
      const head = await lifecycle.transition(tx, { ...of, ifMatch }, 'withdraw_time', { actor }, NO_PROPOSAL)
      if (head.proposed_datetime === null) throw new Problem('proposal_over')
      return { body: await orders.show(tx, actor, id) }
    },
  }
}
export type ProposalsService = ReturnType<typeof proposalsService>
