import type { OrderPerson } from '#contract/orders/order.ts'
import { FMC_ROLES, isFmc, type Role } from '#domain/access/permissions.ts'
import { OWNER_ROLES } from '#domain/access/user-rules.ts'
import type { Policy, PolicyDecision } from '#domain/maintenance/policy-rules.ts'
import { type ApproverCandidate, isNamedApprover, mayApprove } from '#domain/orders/approver-rules.ts'
import type { OrderStatus } from '#domain/orders/order-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { ordersRepository } from '#server/modules/orders/orders/orders.repository.ts'

/**
 * Returns the facts that decide, together with the policies' verdict, whether the actor may approve orders of the
 * current fleet.
 */
export async function candidateOf(db: Queryable, actor: Actor): Promise<ApproverCandidate> {
  return {
    userId: actor.userId,
    roles: actor.roles,
    hasApprovalFleet: await hasApprovalFleet(db, actor),
  }
}

/**
 * Returns a user as the approver rules need it; undefined if inactive, or neither in the fleet, nor in its fuel-card
 * account, nor in its approval staff. `db`: a transaction of the fleet.
 */
export async function readCandidate(
  db: Queryable,
  fleetId: number,
  userId: number,
): Promise<ApproverCandidate | undefined> {
  const [row] = await db.query<ApproverCandidate>(sql`
    select u.id as "userId", u.roles, a.user_id is not null as "hasApprovalFleet"
    from users u left join user_approval_fleets a on a.user_id = u.id and a.fleet_id = ${fleetId}
    where u.id = ${userId} and u.is_active
      and (u.fleet_id = ${fleetId} or a.user_id is not null or u.id in (select fuel_card_users()))`)
  return row
}

/**
 * Returns whether the actor's current fleet is one of their approval fleets. Index: the primary key of
 * user_approval_fleets.
 */
async function hasApprovalFleet(db: Queryable, actor: Actor): Promise<boolean> {
  if (!isFmc(actor)) return false
  const rows = await db.query(sql`
    select from user_approval_fleets where user_id = ${actor.userId} and fleet_id = ${actor.fleet.id}`)
  return rows.length > 0
}

/** Lists FMC staff who approve for the fleet, by name. Index: user_approval_fleets_fleet. */
function approvalStaff(db: Queryable, fleetId: number): Promise<OrderPerson[]> {
  return db.query<OrderPerson>(sql`
    select u.id, u.first_name || ' ' || u.last_name as name, u.cell_phone as "cellPhone", u.email, u.roles
    from user_approval_fleets a join users u on u.id = a.user_id
    where a.fleet_id = ${fleetId} and u.is_active and u.roles && ${[...FMC_ROLES]}::text[]
    order by u.last_name, u.first_name, u.id limit 20`)
}

/**
 * Returns whether the actor may approve an order now, and whom they can contact instead (APR-011, APR-047): first the
 * fleet's approvers, then staff of its management company, each once. The list is empty if every user of the fleet may
 * approve.
 */
export async function readApprovers(
  tx: Transaction,
  actor: Actor,
  status: OrderStatus,
  { approvers }: PolicyDecision<Policy>,
): Promise<{ canApprove: boolean; people: OrderPerson[] }> {
  const canApprove = mayApprove(await candidateOf(tx, actor), status, approvers)
  if (status !== 'awaiting_approval' || (approvers === 'anyone' && !isFmc(actor)))
    return { canApprove, people: [] }
  const own =
    approvers === 'anyone' || approvers === 'owners'
      ? await ordersRepository.peopleWithRoles(tx, actor.fleet.id, OWNER_ROLES)
      : await ordersRepository.people(tx, actor.fleet.id, approvers)
  // FMC users approve through approval fleets only, so one who belongs to this fleet is listed with the staff or not at
  // all.
  const isNamed = ({ id, roles }: OrderPerson, hasApprovalFleet: boolean) => {
    const candidate = { userId: id, roles: roles as Role[], hasApprovalFleet }
    return isNamedApprover(actor, candidate, status, approvers)
  }
  const named = own.filter((person) => isNamed(person, false))
  const staff = (await approvalStaff(tx, actor.fleet.id)).filter((person) => isNamed(person, true))
  return { canApprove, people: [...named, ...staff] }
}
