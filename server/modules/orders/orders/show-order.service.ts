import type { Order, OrderPerson } from '#contract/orders/order.ts'
import { OWNER_ROLES } from '#domain/access/user-rules.ts'
import { canTransition, isCounted, type OrderStatus } from '#domain/orders/order-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { evaluateEstimate, reasonOf } from '../../maintenance/policies/policies.reads.ts'
import { NO_ORDER_PAYMENT, readOrderPayment } from '../../money/payments/payment-need.reads.ts'
import { readApprovers } from './lifecycle/approvers.reads.ts'
import { promotionsOf } from './lifecycle/order-promotion.repository.ts'
import { readInvoices, readPhotos } from './order-files.reads.ts'
import { shopTime } from './orders.reads.ts'
import { ordersRepository as orders } from './orders.repository.ts'

/** Returns the complete order with the actor's permissions. 404 if it is missing, in another fleet, or not visible. */
export async function showOrder({ tx, actor }: Pick<UseCase, 'tx' | 'actor'>, id: number): Promise<Order> {
  const row = await orders.find(tx, actor, id)
  const details = row && (await orders.details(tx, actor.fleet.id, id))
  if (!row || !details) throw new Problem('not_found')
  const { originator_id, is_auto_approved, approved_because, approver, ...other } = details
  const { proposed_datetime, proposed_by, proposed_at, ...rest } = other
  const status = row.status as OrderStatus
  const orderRole = { roles: actor.roles, isOriginator: originator_id === actor.userId }
  const may = (action: 'cancel' | 'edit' | 'propose_time') => 'to' in canTransition(orderRole, status, action)
  const estimate = {
    vehicleId: row.vehicle_id,
    amount: row.pre_tax_sub_total,
    serviceIds: row.order_services.filter(isCounted).map((service) => service.service_definition_id),
  }
  const verdict = await evaluateEstimate(tx, actor.fleet.id, estimate)
  const { canApprove, people: approvers } = await readApprovers(tx, actor, status, verdict)
  const waits = status === 'awaiting_approval' ? verdict.nearest : null
  // The order keeps the reason of an earlier automatic approval, which explains no later state.
  const approvedBecause = is_auto_approved && status !== 'awaiting_approval' ? approved_because : null
  const originator = originator_id === null ? null : await orders.originator(tx, originator_id)
  // Contacts, unlike the originator, must be able to sign in to this fleet.
  const originators = originator_id === null ? [] : await orders.people(tx, actor.fleet.id, [originator_id])
  const canCancel = may('cancel')
  return {
    ...row,
    ...rest,
    originator,
    can_approve: canApprove,
    can_cancel: canCancel,
    can_edit: may('edit'),
    can_propose_time: may('propose_time') && row.shop_id !== null,
    proposal:
      proposed_datetime === null || proposed_at === null
        ? null
        : {
            ...shopTime(proposed_datetime, row.appointment_time_zone, actor.fleet.country),
            proposed_by,
            proposed_at,
          },
    approvers,
    cancel_users: canCancel ? [] : await cancelUsersOf(tx, actor, status, originators),
    ...(status === 'awaiting_approval'
      ? await readOrderPayment(tx, {
          fleetId: actor.fleet.id,
          orderId: id,
          total: row.total,
          userId: actor.userId,
        })
      : NO_ORDER_PAYMENT),
    promotions: await promotionsOf(tx, actor.fleet.id, id, actor.language),
    photos: await readPhotos(tx, id),
    invoices: await readInvoices(tx, id),
    approver: is_auto_approved ? 'Auto-Approve' : approver,
    policy_reason: waits ? reasonOf(waits.policy, estimate, waits.shortfall) : approvedBecause,
  }
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
  return [
    ...originators,
    ...leaders.filter(({ id }) => originators.every((originator) => originator.id !== id)),
  ]
}
