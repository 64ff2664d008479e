import { pageOf } from '#contract/core/paging.ts'
import type { Order, OrderPerson } from '#contract/orders/order.ts'
import type { OrderRow } from '#contract/orders/order-row.ts'
import { OWNER_ROLES } from '#domain/access/user-rules.ts'
import { addDays, dayIn } from '#domain/core/days.ts'
import { canTransition, isCounted, type OrderStatus } from '#domain/orders/order-rules.ts'
import { sumOf } from '#domain/orders/prices.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import type { OrderLifecycleService } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { Problem } from '#server/problem.ts'
import { texts } from '#server/texts/texts.ts'
import { lastChangeOf } from '../../core/changes/last-change.reads.ts'
import type { HistoryService } from '../../maintenance/history/history.service.ts'
import { evaluateEstimate, reasonOf } from '../../maintenance/policies/policies.reads.ts'
import { NO_ORDER_PAYMENT, readOrderPayment } from '../../money/payments/payment-need.reads.ts'
import type { VehiclesService } from '../../vehicles/vehicles/vehicles.service.ts'
import { readApprovers } from '../approvals/approvers.reads.ts'
import { promotionsOf } from '../promotions/order-promotion.ts'
import { orderIndex } from './order-index.ts'
import type { OrderListsRepository } from './order-lists.repository.ts'
import { shopTime } from './orders.reads.ts'
import type { OrdersRepository } from './orders.repository.ts'
import type { PastServicesRepository } from './past-services.repository.ts'
import { readPhotos } from './photos.reads.ts'

const MONTHS_MAX = 60

export interface OrdersDeps {
  orders: OrdersRepository
  lists: OrderListsRepository
  pastServices: PastServicesRepository
  lifecycle: OrderLifecycleService
  vehicles: VehiclesService
  history: HistoryService
}
/** Fields of an order that its fleet may change. Null clears a field; an omitted field keeps its value. */
export interface OrderEdit {
  id: number
  po_number?: string | null | undefined
  customer_comments?: string | null | undefined
}

/** Reads orders and applies changes by users of the fleet. */
export function ordersService({ orders, lists, pastServices, lifecycle, vehicles, history }: OrdersDeps) {
  /**
   * Returns the complete order with the actor's permissions. 404 if it is missing, in another fleet, or not visible.
   */
  async function show(tx: Transaction, actor: Actor, id: number): Promise<Order> {
    const row = await orders.find(tx, actor, id)
    const details = row && (await orders.details(tx, actor.fleet.id, id))
    if (!row || !details) throw new Problem('not_found')
    const { originator_id, is_auto_approved, approved_because, approver, ...other } = details
    const { proposed_datetime, proposed_by, proposed_at, ...rest } = other
    const status = row.status as OrderStatus
    const who = { roles: actor.roles, isOriginator: originator_id === actor.userId }
    const may = (action: 'cancel' | 'edit' | 'propose_time') => 'to' in canTransition(who, status, action)
    const estimate = {
      vehicleId: row.vehicle_id,
      amount: row.pre_tax_sub_total,
      serviceIds: row.order_services.filter(isCounted).map((service) => service.service_definition_id),
    }
    const verdict = await evaluateEstimate(tx, actor.fleet.id, estimate)
    const { canApprove, people: approvers } = await readApprovers(tx, actor, orders, status, verdict)
    const waits = status === 'awaiting_approval' ? verdict.nearest : null
    const originators = originator_id === null ? [] : await orders.people(tx, actor.fleet.id, [originator_id])
    const canCancel = may('cancel')
    return {
      ...row,
      ...rest,
      originator: originators[0] ?? null,
      can_approve: canApprove,
      can_cancel: canCancel,
      can_edit: may('edit'),
      can_propose_time: may('propose_time') && row.shop_id !== null,
      proposal:
        proposed_datetime === null || proposed_at === null
          ? null
          : {
              ...shopTime(proposed_datetime, row.appointment_time_zone, actor.fleet.country),
              ...{ proposed_by, proposed_at },
            },
      approvers,
      cancel_users: canCancel ? [] : await cancelUsersOf(tx, actor, status, originators),
      ...(status === 'awaiting_approval'
        ? await readOrderPayment(tx, {
            ...{ fleetId: actor.fleet.id, orderId: id, total: row.total, userId: actor.userId },
          })
        : NO_ORDER_PAYMENT),
      promotions: await promotionsOf(tx, actor.fleet.id, id, actor.language),
      photos: await readPhotos(tx, id),
      approver: is_auto_approved ? 'Auto-Approve' : approver,
      policy_reason: waits ? reasonOf(waits.policy, estimate, waits.shortfall) : approved_because,
    }
  }

  /** Sets PO number and comments if given. Returns whether one was given. */
  async function edit(
    tx: Transaction,
    actor: Actor,
    { id, po_number, customer_comments }: OrderEdit,
    { ifMatch }: { ifMatch: number | null },
  ): Promise<boolean> {
    if (po_number !== undefined) await lifecycle.setPoNumber(tx, actor, { id, ifMatch }, po_number)
    if (customer_comments === undefined) return po_number !== undefined
    const seen = po_number === undefined ? ifMatch : null
    try {
      await lifecycle.setComments(tx, actor, { id, ifMatch: seen }, customer_comments)
    } catch (error) {
      throw error instanceof Problem && error.code === 'stale'
        ? await staleComments(tx, actor, id, error)
        : error
    }
    return true
  }

  /**
   * Comments may have been queued on a device while the order changed. The error contains the current order, so the
   * device can tell whether the comments themselves were changed, and by whom.
   */
  async function staleComments(tx: Transaction, actor: Actor, id: number, stale: Problem): Promise<Problem> {
    const change = await orders.lastActivity(tx, actor.fleet.id, id, 'comments')
    return new Problem('stale', {
      ...stale.details,
      current: await show(tx, actor, id),
      ...(change && { changed: await lastChangeOf(tx, actor, change) }),
    })
  }

  /** Lists the users who can cancel, for an actor who may not, if the order can be canceled at all. */
  async function cancelUsersOf(
    tx: Transaction,
    actor: Actor,
    status: OrderStatus,
    originators: OrderPerson[],
  ): Promise<OrderPerson[]> {
    const canAnyone = 'to' in canTransition({ roles: ['Owner'], isOriginator: false }, status, 'cancel')
    if (!canAnyone) return []
    const leaders = await orders.peopleWithRoles(tx, actor.fleet.id, [
      ...OWNER_ROLES,
      'Manager',
      'Fleet Manager',
    ])
    return [...originators, ...leaders.filter(({ id }) => originators.every((one) => one.id !== id))]
  }

  return {
    show,

    /** Returns the order as lists show it. 404 if it is missing, in another fleet, or not visible. */
    async find(tx: Transaction, actor: Actor, id: number): Promise<OrderRow> {
      const row = await orders.find(tx, actor, id)
      if (!row) throw new Problem('not_found')
      return row
    },

    edit,

    /** Cancels, or sets PO number and comments. Checks the revision if the client sent one. */
    async update(
      tx: Transaction,
      actor: Actor,
      input: OrderEdit & { status?: 'cancel' | undefined },
      { ifMatch }: { ifMatch: number | null },
    ) {
      const isEdited = await edit(tx, actor, input, { ifMatch })
      if (input.status === 'cancel')
        await lifecycle.cancel(tx, actor, { id: input.id, ifMatch: isEdited ? null : ifMatch })
      else if (!isEdited) throw new Problem('validation', { fields: { po_number: ['required'] } })
      return { body: await show(tx, actor, input.id) }
    },

    index: orderIndex({ lists, pastServices, vehicles, history }),

    /** Lists open orders, soonest first, with the counts by status and for today. */
    async fleetOrders(tx: Transaction, actor: Actor, query: { page: number; per_page: number }) {
      const counts = await lists.countsByStatus(tx, actor)
      const count = Object.values(counts).reduce((sum, n) => sum + n, 0)
      const day = dayIn(actor.fleet.timeZone, new Date())
      return {
        orders: await lists.list(tx, actor, { isActive: true }, query),
        counts,
        today: { day, count: await lists.count(tx, actor, { isActive: true, from: day, to: day }) },
        ...pageOf(query, count),
      }
    },

    /** Returns the cost of finished orders and manual entries for every month of the range (decision 57). */
    async aggregate(tx: Transaction, actor: Actor, query: { start_date: string; end_date: string }) {
      const months = monthsOf(query.start_date, query.end_date)
      if (months.length === 0) throw new Problem('validation', { fields: { end_date: ['date'] } })
      if (months.length > MONTHS_MAX) throw new Problem('validation', { fields: { end_date: ['too_far'] } })
      const range = { from: query.start_date, to: query.end_date }
      const done = new Map((await lists.byMonth(tx, actor, range)).map((row) => [row.month, row]))
      const entered = new Map((await history.byMonth(tx, actor, range)).map((row) => [row.month, row]))
      return {
        aggregate: months.map((month) => {
          const [ordered, manual] = [done.get(month), entered.get(month)]
          const total = sumOf([ordered?.total ?? '0.00', manual?.total ?? '0.00'])
          const [orders, canceled] = [ordered?.orders ?? 0, ordered?.canceled ?? 0]
          return { month, orders, canceled, entries: manual?.entries ?? 0, total }
        }),
      }
    },

    /** Returns the activity log of an order, newest first (APR-023, APR-057). */
    async activity(tx: Transaction, actor: Actor, orderId: number) {
      if (!(await orders.find(tx, actor, orderId))) throw new Problem('not_found')
      const words = { ...texts[actor.language].orderParties, language: actor.language }
      return { shop_order_activity_items: await orders.activity(tx, actor.fleet.id, orderId, words) }
    },
  }
}
export type OrdersService = ReturnType<typeof ordersService>

/** Returns 'YYYY-MM' of every month in a range. */
function monthsOf(from: string, to: string): string[] {
  const months: string[] = []
  for (let day = `${from.slice(0, 7)}-01`; day <= to && months.length <= MONTHS_MAX; ) {
    months.push(day.slice(0, 7))
    day = `${addDays(day, 31).slice(0, 7)}-01`
  }
  return months
}
