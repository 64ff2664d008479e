import type { Language } from '#contract/core/fields.ts'
import { OWNER_ROLES } from '#domain/access/user-rules.ts'
import type { OrderStatus } from '#domain/orders/order-rules.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { fleetAccess } from '../../access/fleet-access.ts'
import { fmcRoles } from '../../access/users/user-scope.ts'
import { type Audience, type AudienceGroup, isOnByDefault } from './notice-audiences.ts'

/** An activity log entry whose notices have not been sent. */
export interface PendingActivity {
  id: number
  fleet_id: number
  order_id: number
  activity_type: string
  /** For an entry about a proposal: the proposed time. */
  proposed_datetime: string | null
  note: string | null
  acting_user_id: number | null
  /** Name of the acting user; null: the shop or the system. */
  acting_user: string | null
  acting_party: 'user' | 'shop' | 'auto_approve' | 'system'
  brand: string
  country: 'US' | 'CA'
  vehicle_id: number
  status: OrderStatus
  originator_id: number | null
  pre_tax_sub_total: string
  service_ids: number[]
}

/** Entries per round, of all fleets together and of one. */
interface RoundSize {
  limit: number
  perFleet: number
}

export interface Recipient {
  id: number
  email: string
  cell_phone: string | null
  language: Language
  time_zone: string
  /** If both are false, the user gets an email regardless of preferences. */
  by_email: boolean
  by_text: boolean
}

export const noticesRepository = {
  /**
   * Lists ids of pending entries. Fleets take turns: the oldest entry of each comes first, then the second of each, up to
   * `perFleet`. Index: shop_order_activity_items_pending.
   */
  async pendingIds(db: Queryable, now: Date, { limit, perFleet }: RoundSize): Promise<number[]> {
    const rows = await db.query<{ id: number }>(sql`
      with recursive waiting as (
        select min(fleet_id) as fleet_id from shop_order_activity_items where told_at is null
        union all
        select (select min(a.fleet_id) from shop_order_activity_items a where a.told_at is null and a.fleet_id > w.fleet_id)
        from waiting w where w.fleet_id is not null)
      select p.id from waiting w cross join lateral (
        select a.id, row_number() over (order by a.id) as turn from shop_order_activity_items a
        where a.fleet_id = w.fleet_id and ${isPending(now)} order by a.id limit ${perFleet}) p
      where w.fleet_id is not null order by p.turn, p.id limit ${limit}`)
    return rows.map(({ id }) => id)
  },

  /** Locks a pending entry until the transaction ends. Undefined: it was handled, or another server has locked it. */
  async lockPending(tx: Transaction, id: number, now: Date): Promise<PendingActivity | undefined> {
    const [activity] = await tx.query<PendingActivity>(sql`
      select a.id, a.fleet_id, a.order_id, a.activity_type, a.proposed_datetime, a.note, a.acting_user_id, a.acting_party, f.brand, f.country,
        u.first_name || ' ' || u.last_name as acting_user, o.vehicle_id, o.status, o.originator_id, o.pre_tax_sub_total,
        (select coalesce(array_agg(r.service_definition_id), '{}') from order_services r
          where r.order_id = o.id and r.status not in ('rejected', 'deleted')) as service_ids
      from shop_order_activity_items a join shop_orders o on o.id = a.order_id join fleets f on f.id = a.fleet_id
        left join users u on u.id = a.acting_user_id
      where a.id = ${id} and ${isPending(now)} for update of a skip locked`)
    return activity
  },

  /** Returns the names of services in both languages. */
  serviceNames(tx: Transaction, ids: readonly number[]): Promise<Record<Language, string>[]> {
    return tx.query<Record<Language, string>>(sql`
      select name_en as en, name_fr as fr from service_definitions where id = any(${ids}::bigint[]) order by name_en`)
  },

  /** Returns the subtotal of the last approval before an entry. Index: shop_order_activity_items_order. */
  async approvedSubTotal(tx: Transaction, activity: PendingActivity): Promise<string> {
    const [row] = await tx.query<{ amount: string }>(sql`
      select coalesce(sum((d ->> 'price')::numeric), 0)::numeric(12, 2)::text as amount
      from jsonb_array_elements((
        select a.service_details from shop_order_activity_items a
        where a.order_id = ${activity.order_id} and a.activity_type in ('approve', 'auto_approve') and a.id < ${activity.id}
        order by a.id desc limit 1)) d
      where d ->> 'status' is distinct from 'rejected'`)
    return row?.amount ?? '0.00'
  },

  async markNotified(tx: Transaction, id: number): Promise<void> {
    await tx.query(sql`update shop_order_activity_items set told_at = now() where id = ${id}`)
  },

  async postpone(db: Queryable, id: number, until: Date): Promise<void> {
    await db.query(sql`
      update shop_order_activity_items set notices_retry_at = ${until} where id = ${id} and told_at is null`)
  },

  /**
   * Lists the recipients with their channels: users of the fleet, staff of its management company who approve for it, and
   * users of other fleets who booked the order or proposed a time. Drivers only for their own vehicles and requests.
   */
  recipients(
    tx: Transaction,
    activity: PendingActivity,
    audience: Audience,
    given: { approvers: 'anyone' | 'owners' | number[] | null; includesActor: boolean },
  ): Promise<Recipient[]> {
    const isIn = (groups: readonly AudienceGroup[]): Query =>
      groups
        .map((group) => groupOf(activity, group, given.approvers))
        .reduce((all, condition) => sql`${all} or ${condition}`, sql`false`)
    const { preference, always, concerned, onRequest } = audience
    const isStaff = preference === 'approvals_required' ? approvesFor(activity) : sql`false`
    return tx.query<Recipient>(sql`
      select * from (
        select u.id, u.email, u.cell_phone, u.language, coalesce(u.time_zone, f.time_zone) as time_zone,
          ${isIn(always)} as is_always,
          case (u.email_notifications ->> ${preference})::boolean
            when true then ${isIn([...concerned, ...onRequest])} or ${isStaff}
            when false then false
            else ${isOnByDefault(audience)} and (${isIn(concerned)} or ${isStaff}) end as by_email,
          coalesce((u.text_notifications ->> ${preference})::boolean, false)
            and (${isIn([...concerned, ...onRequest])} or ${isStaff}) as by_text
        from users u join fleets f on f.id = u.fleet_id
        where (u.fleet_id = ${activity.fleet_id} or ${isStaff} or ${actedFromElsewhere(activity, preference)}) and u.is_active
          and (not u.roles <@ array['Driver'] or ${groupOf(activity, 'booker', null)} or ${groupOf(activity, 'drivers', null)})
          and (u.id is distinct from ${activity.acting_user_id} or ${given.includesActor})) recipients
      where by_email or by_text or is_always order by id`)
  },
}

/** Condition on `shop_order_activity_items a`. */
const isPending = (now: Date): Query =>
  sql`(a.told_at is null and coalesce(a.notices_retry_at <= ${now}, true))`

/**
 * Condition on `users u`: staff of the management company who approve for the order's fleet (ruling 30). Index:
 * user_approval_fleets_fleet.
 */
const approvesFor = (activity: PendingActivity): Query => sql`u.id in (
  select a.user_id from user_approval_fleets a join users s on s.id = a.user_id
    join fleets x on x.id = a.fleet_id and x.affiliation_id = s.affiliation_id
  where a.fleet_id = ${activity.fleet_id} and s.roles && ${fmcRoles})`

/**
 * Condition on `users u`: booked the order or proposed a time, and may act for its fleet by a fuel-card account or as FMC
 * staff; this alone does not allow them to approve for it.
 */
function actedFromElsewhere(activity: PendingActivity, preference: Audience['preference']): Query {
  const isStaff = preference === 'approvals_required' ? sql`false` : sql`u.roles && ${fmcRoles}`
  return sql`((${groupOf(activity, 'booker', null)} or ${groupOf(activity, 'proposer', null)})
    and (select (x.access ->> 'is_in_accounts')::boolean or (${isStaff} and (x.access ->> 'is_in_affiliation')::boolean)
      from (select ${fleetAccess} as access from fleets f where f.id = ${activity.fleet_id}) x))`
}

/** Condition on `users u`. */
function groupOf(
  activity: PendingActivity,
  group: AudienceGroup,
  approvers: 'anyone' | 'owners' | number[] | null,
): Query {
  if (group === 'everyone') return sql`true`
  if (group === 'booker') return sql`coalesce(u.id = ${activity.originator_id}, false)`
  if (group === 'proposer')
    return sql`coalesce(u.id = (select a.acting_user_id from shop_order_activity_items a where a.order_id = ${activity.order_id}
      and a.activity_type = 'propose_time' and a.id < ${activity.id} order by a.id desc limit 1), false)`
  if (group === 'drivers')
    return sql`exists (select from vehicle_drivers d where d.vehicle_id = ${activity.vehicle_id} and d.user_id = u.id)`
  if (group === 'owners' || approvers === 'owners') return sql`u.roles && ${[...OWNER_ROLES]}::text[]`
  return Array.isArray(approvers) ? sql`u.id = any(${approvers}::bigint[])` : sql`false`
}
