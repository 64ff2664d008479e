import { cents } from '#domain/orders/prices.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderHead } from '#server/modules/orders/orders/order-types.ts'
import { Problem } from '#server/problem.ts'
import type { OrderTotals } from './order-totals.ts'
import type { OrderTransitions } from './order-transitions.ts'

/** The revision of an order that its editor saw. */
interface OrderRevision {
  id: number
  ifMatch: number | null
}

/** Changes to an order by users of its fleet. */
export function orderEdits({ transition, lockForActor, currentTotals }: OrderTransitions & OrderTotals) {
  return {
    /** Applies a promotion to the order's totals and logs it. */
    async promote(tx: Transaction, actor: Actor, id: number, apply: (head: OrderHead) => Promise<void>) {
      const head = await lockForActor(tx, actor, id, 'promote')
      await apply(head)
      const totals = await currentTotals(tx, head)
      // A higher amount needs a new approval.
      if (head.status === 'approved' && cents(totals.total) > cents(head.total))
        throw new Problem('order_status')
      return transition(tx, { fleetId: actor.fleet.id, id }, 'promote', { actor }, totals)
    },

    cancel: (tx: Transaction, actor: Actor, of: OrderRevision) =>
      transition(tx, { ...of, fleetId: actor.fleet.id }, 'cancel', { actor }),

    setPoNumber(tx: Transaction, actor: Actor, of: OrderRevision, po_number: string | null) {
      const key = { ...of, fleetId: actor.fleet.id }
      return transition(tx, key, 'edit', { actor }, { po_number }, { type: 'po_number' })
    },

    setComments(tx: Transaction, actor: Actor, of: OrderRevision, customer_comments: string | null) {
      const key = { ...of, fleetId: actor.fleet.id }
      return transition(tx, key, 'edit', { actor }, { customer_comments }, { type: 'comments' })
    },
  }
}
