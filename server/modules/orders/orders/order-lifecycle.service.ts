import type { ApprovalReason } from '#contract/orders/orders.ts'
import { dayIn } from '#domain/core/days.ts'
import {
  canTransition,
  evaluateTransition,
  type OrderAction,
  serviceStatusFor,
} from '#domain/orders/order-rules.ts'
import { cents, orderSums, RETAIL_SAVINGS_PERCENT } from '#domain/orders/prices.ts'
import { taxPercent } from '#domain/orders/tax-rates.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { ShopsService } from '#server/modules/catalog/shops/shops.service.ts'
import { evaluateEstimate, reasonOf } from '#server/modules/maintenance/policies/policies.reads.ts'
import type { AutoApproval } from '#server/modules/money/payments/auto-approval.ts'
import { promotionTermsOf, releasePromotion } from '#server/modules/orders/promotions/order-promotion.ts'
import type { OdometerService } from '#server/modules/vehicles/odometer/odometer.service.ts'
import type { VehiclesService } from '#server/modules/vehicles/vehicles/vehicles.service.ts'
import { Problem } from '#server/problem.ts'
import type {
  NewActivity,
  OrderChange,
  OrderHead,
  OrderLine,
  OrdersRepository,
  ShopLine,
} from './orders.repository.ts'

/**
 * The actor of a transition: a user of the fleet, the shop, or the system (payments). `userId`: a user whose permission
 * was checked before.
 */
export type TransitionActor = { actor: Actor } | { shop: true } | { system: true; userId?: number | null }

/** A shop's estimate or its final lines. */
export interface ShopEstimate {
  /** By id of the order's service. Omitted services keep their price. */
  prices?: readonly { id: number; price: string }[]
  /** All lines: existing ones have an `id`, and omitted ones are removed. */
  lines?: readonly LineDraft[]
}
export interface LineDraft extends OrderLine, ShopLine {
  id?: number | undefined
}
export interface ShopCompletion {
  odometer?: number | undefined
  invoice_number?: string | undefined
}

export interface OrderLifecycleDeps {
  orders: OrdersRepository
  vehicles: VehiclesService
  odometer: OdometerService
  shops: ShopsService
  /** Authorizes the amount of an approval by policy. */
  autoApproval: AutoApproval
  now: () => Date
}

/**
 * The lifecycle of an order (ruling 14). Each transition is one use case inside the given transaction: checked against
 * the table in domain/orders/order-rules.ts, written in one statement, and added to the activity log. The triggers of
 * sync_changes notify devices.
 */
export function orderLifecycleService(deps: OrderLifecycleDeps) {
  const { orders, vehicles, odometer, shops, autoApproval, now } = deps

  /**
   * Applies one transition. 404 if the actor cannot see the order, 403 if the party may not do this, 409 `order_status`
   * if the status does not allow it.
   */
  async function transition(
    tx: Transaction,
    of: { fleetId: number; id: number; ifMatch?: number | null },
    action: OrderAction,
    mover: TransitionActor,
    change: OrderChange = {},
    {
      type = action,
      ...why
    }: { type?: string; note?: string; because?: ApprovalReason; proposedTime?: Date } = {},
  ): Promise<OrderHead> {
    const actor = 'actor' in mover ? mover.actor : undefined
    const head = await orders.lock(tx, of.fleetId, of.id, actor)
    if (!head) throw new Problem('not_found')
    const verdict = actor
      ? canTransition(orderRoleOf(head, actor), head.status, action)
      : evaluateTransition(head.status, action, 'shop' in mover ? 'shop' : 'system')
    if ('refused' in verdict) throw new Problem(verdict.refused)
    if (of.ifMatch !== undefined && of.ifMatch !== null && of.ifMatch !== head.rev)
      throw new Problem('stale', { etag: `"${head.rev}"` })
    await orders.update(tx, head, verdict.to, change)
    const services = verdict.to === head.status ? null : serviceStatusFor(verdict.to)
    if (services !== null) await orders.setServiceStatuses(tx, head, services)
    if (verdict.to === 'cancel') await releasePromotion(tx, of.fleetId, of.id)
    await orders.logActivity(tx, {
      ...actingParty(mover, action),
      fleetId: of.fleetId,
      orderId: of.id,
      type,
      ...why,
    })
    return { ...head, status: verdict.to }
  }

  /** Locks the order until the transaction ends, if its shop may take this action now. Errors: as `transition`. */
  async function lockForShop(
    tx: Transaction,
    of: { fleetId: number; id: number },
    action: OrderAction,
  ): Promise<OrderHead> {
    const head = await orders.lock(tx, of.fleetId, of.id)
    if (!head) throw new Problem('not_found')
    const verdict = evaluateTransition(head.status, action, 'shop')
    if ('refused' in verdict) throw new Problem(verdict.refused)
    return head
  }

  /** Returns subtotal, tax, promotion, saving and total of the order's current services. */
  async function orderTotals(tx: Transaction, head: OrderHead) {
    const lines = await orders.lines(tx, head.fleet_id, head.id)
    return totalsOf(
      tx,
      head,
      lines.map((line) => line.total),
    )
  }

  /** The same for services with these prices. */
  async function totalsOf(tx: Transaction, head: OrderHead, prices: readonly string[]) {
    const shop = head.shop_id === null ? undefined : await shops.pricing(tx, head.shop_id)
    const { lines: _, ...sums } = orderSums(prices, {
      taxPercent: shop ? taxPercent(shop.country, shop.state) : 0,
      savingsPercent: shop?.retail_savings_percent ?? RETAIL_SAVINGS_PERCENT,
      promotion: await promotionTermsOf(tx, head.fleet_id, head.id),
    })
    return sums
  }

  /**
   * Approves the estimate if a policy covers it, now or once its amount is authorized; otherwise a user decides. A
   * policy does not approve work that a user rejected.
   */
  async function applyEstimate(
    tx: Transaction,
    of: { fleetId: number; id: number },
    head: OrderHead,
  ): Promise<void> {
    const sums = await orderTotals(tx, head)
    const estimate = {
      vehicleId: head.vehicle_id,
      amount: sums.pre_tax_sub_total,
      serviceIds: (await orders.lines(tx, of.fleetId, of.id)).map((line) => line.service_definition_id),
    }
    const { autoApprovedBy: covering } = await evaluateEstimate(tx, of.fleetId, estimate)
    const autoApprovedBy = (await orders.hasRejectedWork(tx, head)) ? null : covering
    const start = autoApprovedBy
      ? await autoApproval.start(tx, {
          ...{ fleetId: of.fleetId, orderId: of.id, total: sums.total },
          bookerId: head.originator_id,
        })
      : 'manual'
    if (!autoApprovedBy || start === 'manual') {
      await transition(tx, of, 'estimate', { shop: true }, sums)
      return
    }
    if (start === 'requested') {
      // No request for approval is sent, because the approval follows within seconds.
      await transition(tx, of, 'estimate', { shop: true }, sums, { type: 'estimate_received' })
      return
    }
    // Update the totals first, so that both activity log entries show the new total.
    await orders.update(tx, head, head.status, sums)
    await orders.logActivity(tx, { ...of, orderId: of.id, userId: null, party: 'shop', type: 'estimate' })
    const approved = {
      is_auto_approved: true,
      approved_because: reasonOf(autoApprovedBy, estimate),
      last_approval_date: now(),
    }
    const because = { by: 'policy', policy: approved.approved_because.policy } as const
    await transition(tx, of, 'auto_approve', { system: true }, approved, { because })
  }

  /** Replaces the order's lines with the shop's. @returns their ids, in order */
  async function setLines(tx: Transaction, head: OrderHead, lines: readonly LineDraft[]): Promise<number[]> {
    const ids: number[] = []
    for (const { id, ...line } of lines) {
      if (id === undefined)
        ids.push(await orders.addLine(tx, head, line, serviceStatusFor(head.status) ?? 'active'))
      else {
        await orders.updateLine(tx, head, id, line)
        ids.push(id)
      }
    }
    await orders.deleteOtherLines(tx, head, ids)
    return ids
  }

  /** Updates the vehicle after completed work: the reading, the last maintenance, the cost of the year. */
  async function updateVehicle(tx: Transaction, head: OrderHead, reading: number | undefined): Promise<void> {
    const { fleet_id: fleetId, vehicle_id: vehicleId } = head
    const [fleet] = await tx.query<{ time_zone: string; country: string }>(
      sql`select time_zone, country from fleets where id = ${fleetId}`,
    )
    const today = dayIn(fleet?.time_zone, now())
    await vehicles.lock(tx, fleetId, [vehicleId])
    if (reading !== undefined)
      await odometer.record(tx, {
        fleetId,
        vehicleId,
        value: reading,
        unit: fleet?.country === 'CA' ? 'km' : 'mi',
        read_on: today,
        source: 'order',
        sourceId: String(head.id),
        userId: head.originator_id,
      })
    await vehicles.refresh(tx, fleetId, vehicleId, today)
  }

  return {
    transition,

    totalsOf,

    lockForShop,

    /** Locks the order and returns its status. */
    async statusOf(tx: Transaction, of: { fleetId: number; id: number }) {
      return (await orders.lock(tx, of.fleetId, of.id))?.status
    },

    async totalOf(tx: Transaction, of: { fleetId: number; id: number }): Promise<string> {
      const head = await orders.lock(tx, of.fleetId, of.id)
      if (!head) throw new Problem('not_found')
      return head.total
    },

    /** Adds an activity log entry without a transition, for payments. `userId` null: the system. */
    logActivity: (
      tx: Transaction,
      of: { fleetId: number; id: number },
      entry: { type: string; userId: number | null; note?: string | undefined; amount?: string },
    ) =>
      orders.logActivity(tx, {
        ...{ fleetId: of.fleetId, orderId: of.id, userId: entry.userId, type: entry.type, note: entry.note },
        amount: entry.amount,
        party: entry.userId === null ? 'system' : 'user',
      }),

    /** Lists the counted lines. */
    lines: orders.lines,

    /** The shop confirms the appointment. */
    confirm: (tx: Transaction, of: { fleetId: number; id: number }) =>
      transition(tx, of, 'confirm', { shop: true }),

    /** The shop confirms it at another time, which the caller has already reserved. */
    reschedule: (tx: Transaction, of: { fleetId: number; id: number }, at: Date) =>
      transition(tx, of, 'reschedule', { shop: true }, { appointment_datetime: at }),

    /** The shop declines the appointment. */
    decline: (tx: Transaction, of: { fleetId: number; id: number }, note: string | undefined) =>
      transition(tx, of, 'cancel', { shop: true }, {}, note === undefined ? {} : { note }),

    /** The shop has added its invoice, or will upload it. */
    attachInvoice: (tx: Transaction, of: { fleetId: number; id: number }, invoice_number?: string) =>
      transition(
        tx,
        of,
        'attach_invoice',
        { shop: true },
        invoice_number === undefined ? {} : { invoice_number },
      ),

    /**
     * Records the shop's estimate. It is approved automatically ('Auto-Approve') if a policy covers user, vehicle,
     * services and amount; otherwise it awaits approval.
     */
    async estimate(
      tx: Transaction,
      of: { fleetId: number; id: number },
      { prices = [], lines }: ShopEstimate,
    ): Promise<{ lineIds: number[] }> {
      const head = await lockForShop(tx, of, 'estimate')
      const lineIds = lines ? await setLines(tx, head, lines) : []
      if (prices.length > 0) await orders.setPrices(tx, head, prices)
      await applyEstimate(tx, of, head)
      return { lineIds }
    },

    /**
     * Returns the order to approval with the shop's lines if the final amount is higher than the approved one (ruling
     * 28), or if they include work that the approver rejected. Otherwise writes the lower amount and returns false.
     */
    async exceed(
      tx: Transaction,
      of: { fleetId: number; id: number },
      lines: readonly LineDraft[],
      done: ShopCompletion,
    ) {
      const head = await lockForShop(tx, of, 'exceed')
      await setLines(tx, head, lines)
      const sums = await orderTotals(tx, head)
      if (cents(sums.total) <= cents(head.total) && !(await orders.hasRejectedWork(tx, head))) {
        await orders.update(tx, head, head.status, sums)
        return false
      }
      // Store odometer and invoice number, so that the shop does not have to enter them again.
      await transition(tx, of, 'exceed', { shop: true }, { ...sums, ...readingsOf(done) })
      return true
    },

    /** Completes the order, and updates the vehicle's reading, last maintenance and cost. */
    async complete(tx: Transaction, of: { fleetId: number; id: number }, done: ShopCompletion) {
      // The appointment keeps its agreed time, even if the work was done earlier or later.
      const change = { ...readingsOf(done), completed_at: now() }
      const head = await transition(tx, of, 'complete', { shop: true }, change)
      await updateVehicle(tx, head, done.odometer)
      return head
    },

    /** Marks the order as paid at the shop. */
    payInShop: (tx: Transaction, of: { fleetId: number; id: number }) =>
      transition(tx, of, 'pay_in_shop', { shop: true }),

    /** Applies a promotion to the order's totals and logs it. */
    async promote(tx: Transaction, actor: Actor, id: number, enter: (head: OrderHead) => Promise<void>) {
      const of = { fleetId: actor.fleet.id, id }
      const head = await orders.lock(tx, of.fleetId, id, actor)
      if (!head) throw new Problem('not_found')
      const verdict = canTransition(orderRoleOf(head, actor), head.status, 'promote')
      if ('refused' in verdict) throw new Problem(verdict.refused)
      await enter(head)
      const sums = await orderTotals(tx, head)
      // A higher amount needs a new approval.
      if (head.status === 'approved' && cents(sums.total) > cents(head.total))
        throw new Problem('order_status')
      return transition(tx, of, 'promote', { actor }, sums)
    },

    cancel: (tx: Transaction, actor: Actor, of: { id: number; ifMatch: number | null }) =>
      transition(tx, { ...of, fleetId: actor.fleet.id }, 'cancel', { actor }),

    setPoNumber: (tx: Transaction, actor: Actor, of: OrderRevision, po_number: string | null) =>
      transition(
        tx,
        { ...of, fleetId: actor.fleet.id },
        'edit',
        { actor },
        { po_number },
        { type: 'po_number' },
      ),

    setComments: (tx: Transaction, actor: Actor, of: OrderRevision, customer_comments: string | null) =>
      transition(
        tx,
        { ...of, fleetId: actor.fleet.id },
        'edit',
        { actor },
        { customer_comments },
        { type: 'comments' },
      ),
  }
}
/** The revision of an order that its editor saw. */
interface OrderRevision {
  id: number
  ifMatch: number | null
}

export type OrderLifecycleService = ReturnType<typeof orderLifecycleService>

const readingsOf = ({ odometer, invoice_number }: ShopCompletion): OrderChange => ({
  ...(odometer !== undefined && { odometer }),
  ...(invoice_number !== undefined && { invoice_number }),
})

const orderRoleOf = (head: OrderHead, actor: Actor) => ({
  roles: actor.roles,
  isOriginator: head.originator_id === actor.userId,
})

function actingParty(mover: TransitionActor, action: OrderAction): Pick<NewActivity, 'userId' | 'party'> {
  if ('actor' in mover) return { userId: mover.actor.userId, party: 'user' }
  if ('shop' in mover) return { userId: null, party: 'shop' }
  if (mover.userId) return { userId: mover.userId, party: 'user' }
  return { userId: null, party: action === 'auto_approve' ? 'auto_approve' : 'system' }
}
