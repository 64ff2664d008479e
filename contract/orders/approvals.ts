import {
  APPROVALS_PER_PAGE,
  APPROVALS_PER_PAGE_MAX,
  APPROVER_NOTE_MAX,
  NOTE_TITLE_MAX,
  NOTES_PER_PAGE,
  NOTES_PER_PAGE_MAX,
  VANITY_LABEL_MAX,
} from '#domain/core/limits.ts'
import { Country, Day, Id, Instant, Money, MoneySum, SingleLineText, Text } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { PolicyReason } from '../maintenance/policies.ts'
import { Order } from './order.ts'

/** 10th to 90th percentile of network prices for a service in the last 12 months (ruling 31). */
export const PriceRange = z.object({ low: Money, high: Money, orders: z.int() })
export type PriceRange = z.infer<typeof PriceRange>

/**
 * When a service was last done on the vehicle: by an order (`order_id`) or by a history entry (`history_id`). Callers
 * without `orders.review` get neither ID (APR-034). `price` is per unit, before tax; null if it stayed with the vehicle's
 * old fleet.
 */
export const LastDone = z.object({
  date: Day,
  miles: z.nullable(z.int()),
  kilometers: z.nullable(z.int()),
  price: z.nullable(MoneySum),
  order_id: z.nullable(Id),
  history_id: z.nullable(z.string()),
})
export type LastDone = z.infer<typeof LastDone>

/** Comparison values for one service of an order. `price_range` is null below 8 orders in the network. */
export const ServicePreview = z.object({
  id: Id,
  service_definition_id: Id,
  price: Money,
  retail_price: MoneySum,
  saving: MoneySum,
  price_range: z.nullable(PriceRange),
  last_done: z.nullable(LastDone),
})
export type ServicePreview = z.infer<typeof ServicePreview>

/** A note of an approver. `created_by` is the user's name; null if the user was deleted. */
export const OrderNote = z.object({
  id: Id,
  created_at: Instant,
  created_by: z.nullable(z.string()),
  title: z.nullable(z.string()),
  comment: z.string(),
})
export type OrderNote = z.infer<typeof OrderNote>

/** An order in the approvals queue of the current user. */
export const WaitingApproval = z.object({
  id: Id,
  /** Amounts are in the currency of its country. */
  fleet: z.object({ id: Id, name: z.string(), country: Country }),
  vehicle: z.object({ id: Id, name: z.string() }),
  shop_name: z.nullable(z.string()),
  /** Names of the counted services with their positions, in the user's language. */
  services: z.array(z.string()),
  total: MoneySum,
  /** Start of the wait; a corrected estimate does not reset it. */
  waiting_since: Instant,
  /** For how long the vehicle has been at the shop (decision 69). Older servers omit it. */
  appointment_datetime: z.optional(Instant),
  /** Its days count as those at the shop. Older servers omit it. */
  fleet_time_zone: z.optional(z.string()),
  /** A lower amount was approved earlier; only the difference needs approval (ruling 28). */
  was_approved_before: z.boolean(),
  /** Why no policy approved it automatically. */
  policy_reason: z.nullable(PolicyReason),
})
export type WaitingApproval = z.infer<typeof WaitingApproval>

/** Data of the approval page in addition to the order (APR-017, APR-024, APR-055, APR-058). */
export const approvalsContract = {
  /**
   * Lists the orders that the caller may approve now, the longest waiting first. Users of a fleet see orders of the
   * session's fleet with `can_approve`. FMC users see the orders of all their approval fleets, whatever the session's
   * fleet. To decide on one, they switch to its fleet first (ruling 30).
   */
  queue: call({ access: 'orders.approve' })
    .route({ method: 'GET', path: v4('/approvals'), tags: ['orders'], summary: 'Orders to approve' })
    .input(z.object(pageQuery(APPROVALS_PER_PAGE, APPROVALS_PER_PAGE_MAX)))
    .output(z.object({ approvals: z.array(WaitingApproval), ...pageFields })),
  /**
   * Compares the prices of an order's services with retail, the network and the vehicle's history. Price ranges are
   * left out for callers without `orders.review` (APR-033). Rejected and deleted services are left out.
   */
  preview: call({ access: 'orders.read' })
    .route({
      method: 'POST',
      path: v4('/orders/{id}/preview'),
      tags: ['orders'],
      summary: 'Compare the prices of an order',
    })
    // The specification does not define `priceAsApprovalsLogic: false`; both values return the same (APR-056).
    .input(z.object({ id: Id, priceAsApprovalsLogic: z.boolean() }))
    .output(z.object({ order_services: z.array(ServicePreview) })),
  /** Sets a fleet's label for one service of an order; null removes it. 422 `unknown`: not a service of this order. */
  setVanityLabel: call({
    access: 'orders.review',
    kind: 'write',
    idempotent: true,
    problems: ['order_status'],
  })
    .route({
      method: 'POST',
      path: v4('/orders/{id}/vanity'),
      tags: ['orders'],
      summary: 'Label a service of an order',
    })
    .input(
      z.object({ id: Id, order_service_id: Id, vanity_label: z.nullable(SingleLineText(VANITY_LABEL_MAX)) }),
    )
    .output(Order),
  /** Notes of approvers on one order, newest first. */
  notes: call({ access: 'orders.read' })
    .route({ method: 'GET', path: v4('/notes'), tags: ['orders'], summary: 'Approver notes of an order' })
    .input(z.object({ shop_order_id: Id, ...pageQuery(NOTES_PER_PAGE, NOTES_PER_PAGE_MAX) }))
    .output(z.object({ notes: z.array(OrderNote), ...pageFields })),
  /** Adds a note. `shop_id`, if given, must be the shop of the order (422 `unknown`). */
  addNote: call({ access: 'orders.approve', kind: 'write', idempotent: true })
    .route({
      method: 'POST',
      path: v4('/notes'),
      tags: ['orders'],
      summary: 'Add an approver note',
      successStatus: 201,
    })
    .input(
      z.object({
        shop_order_id: Id,
        shop_id: z.optional(z.nullable(Id)),
        title: z.optional(SingleLineText(NOTE_TITLE_MAX)),
        comment: Text(APPROVER_NOTE_MAX),
      }),
    )
    .output(OrderNote),
}
