import { Id, Instant } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { Order } from './order.ts'

const tags = ['orders']

/**
 * Proposals of the fleet for a new appointment time of an open order. The appointment stays unchanged until the shop
 * accepts the new time on its page (`shopLinks.acceptTime`, `shopLinks.declineTime`).
 */
export const proposalsContract = {
  /**
   * Proposes a free time of the shop, and replaces an earlier proposal. The time is not reserved until the shop
   * accepts. 409 `order_status`: the shop already has the vehicle, or the order is closed. 409 `slot_taken`: with the
   * remaining free times of that day. 412 `stale`: the order has changed. 422 `validation`: appointment_datetime
   * 'unavailable', 'too_far' or 'unchanged'. 422 `scheduling_not_supported`: the shop cannot be booked online.
   */
  propose: call({
    access: 'orders.request',
    kind: 'write',
    idempotent: true,
    problems: ['order_status', 'slot_taken', 'scheduling_not_supported'],
  })
    .route({ method: 'PUT', path: v4('/orders/{id}/proposal'), tags, summary: 'Propose another time' })
    .input(z.object({ id: Id, appointment_datetime: Instant }))
    .output(Order),
  /** Withdraws the proposal. 409 `proposal_over`: there is none. */
  withdraw: call({
    access: 'orders.request',
    kind: 'write',
    idempotent: true,
    problems: ['order_status', 'proposal_over'],
  })
    .route({
      method: 'DELETE',
      path: v4('/orders/{id}/proposal'),
      tags,
      summary: 'Withdraw the proposed time',
    })
    .input(z.object({ id: Id }))
    .output(Order),
}
