import type { Language } from '#contract/core/fields.ts'
import type { ActivityItem } from '#contract/orders/order-activity.ts'
import type { Work } from '#domain/orders/shop-prices.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Changed } from '../../core/changes/last-change.reads.ts'
import { sendsMessages } from '../notices/notice-events.ts'
import type { NewActivity, OrderKey } from './order-types.ts'
import { shopTime } from './orders.reads.ts'

/** An activity log entry as stored. */
type ActivityRow = Omit<ActivityItem, 'proposal'> & {
  proposed_datetime: string | null
  time_zone: string
  country: 'US' | 'CA'
}

/** A line of an approval, with its approved price. */
interface ApprovedLine extends Work {
  position: string | null
  total: string
}

/** Condition: the note of entry `a` is a code. For payments, users write only the reason of a refund. */
const HAS_CODE = sql`(a.activity_type like 'payment%'
  and not (a.activity_type = 'payment_refunded' and a.acting_party = 'user'))`

/** The activity log of orders. */
export const orderActivityRepository = {
  /**
   * Adds an activity log entry: user, action, and the services and total after it (APR-057). Entries that send no messages
   * do not wait for the poller of notices.
   */
  async logActivity(
    tx: Transaction,
    { fleetId, orderId, userId, party, type, note, because, proposedTime, amount }: NewActivity,
  ): Promise<void> {
    await tx.query(sql`
      insert into shop_order_activity_items (fleet_id, order_id, acting_user_id, acting_party, activity_type, note, because,
        proposed_datetime, total, told_at, service_details)
      select o.fleet_id, o.id, ${userId}, ${party}, ${type}, ${note ?? null},
        ${because === undefined ? null : JSON.stringify(because)}::jsonb,
        ${proposedTime ?? null}::timestamptz, coalesce(${amount ?? null}::numeric, o.total),
        case when ${!sendsMessages(type)} then now() end,
        (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'price', r.total::text,
          'status', r.status) order by r.id), '[]')
          from order_services r where r.order_id = o.id and r.status <> 'deleted')
      from shop_orders o where o.fleet_id = ${fleetId} and o.id = ${orderId}`)
  },

  /** Returns the time and user of the last action of this type on an order. Index: shop_order_activity_items_order. */
  async lastActivity(
    db: Queryable,
    fleetId: number,
    orderId: number,
    type: string,
  ): Promise<Changed | undefined> {
    const [row] = await db.query<Changed>(sql`
      select created_at as updated_at, acting_user_id as updated_by from shop_order_activity_items
      where order_id = ${orderId} and fleet_id = ${fleetId} and activity_type = ${type} order by id desc limit 1`)
    return row
  },

  /** Returns the total of the last approval; undefined: none yet. Index: shop_order_activity_items_order. */
  async approvedTotal(db: Queryable, { fleetId, id }: OrderKey): Promise<string | undefined> {
    const [row] = await db.query<{ total: string }>(sql`
      select a.total from shop_order_activity_items a
      where a.fleet_id = ${fleetId} and a.order_id = ${id} and a.activity_type in ('approve', 'auto_approve')
      order by a.id desc limit 1`)
    return row?.total
  },

  /**
   * Returns the work of the last approval, or of the last one before an entry: also lines that the shop has removed since.
   * Log entries written before lines had IDs there identify only lines that the order still has.
   */
  approvedWork(
    db: Queryable,
    { fleetId, id }: OrderKey,
    before: number | null = null,
  ): Promise<ApprovedLine[]> {
    return db.query<ApprovedLine>(sql`
      with approved as (
        select (d ->> 'id')::bigint as id, d ->> 'price' as total from jsonb_array_elements((
          select a.service_details from shop_order_activity_items a
          where a.order_id = ${id} and a.activity_type in ('approve', 'auto_approve')
            and (${before}::bigint is null or a.id < ${before}::bigint)
          order by a.id desc limit 1)) d
        where d ->> 'status' is distinct from 'rejected')
      select distinct on (r.service_definition_id, coalesce(r.position, '')) r.service_definition_id, r.position,
        coalesce(a.total, (r.approved_price * r.quantity)::text) as total
      from order_services r left join approved a on a.id = r.id
      where r.order_id = ${id} and r.fleet_id = ${fleetId}
        and (r.approved_price is not null and r.status not in ('rejected', 'deleted') or a.id is not null)
      order by r.service_definition_id, coalesce(r.position, ''), a.id, r.id`)
  },

  /**
   * Lists the activity log, newest first. Index: shop_order_activity_items_order. An entry stores service names as they
   * were. The name in the reader's language comes from the order's service with that name in either language.
   */
  async activity(
    db: Queryable,
    fleetId: number,
    orderId: number,
    texts: { shop: string; system: string; language: Language },
  ): Promise<ActivityItem[]> {
    const name = texts.language === 'fr' ? sql`d.name_fr` : sql`d.name_en`
    const rows = await db.query<ActivityRow>(sql`
      select a.id, a.created_at, a.activity_type, a.total, a.because, a.proposed_datetime,
        coalesce(s.time_zone, f.time_zone) as time_zone, f.country,
        (select coalesce(jsonb_agg(l.line - 'id' || coalesce((
            select jsonb_build_object('name', ${name}) from service_definitions d
            where d.id in (select r.service_definition_id from order_services r where r.order_id = a.order_id)
              and l.line ->> 'name' in (d.name_en, d.name_fr) limit 1), '{}') order by l.nth), '[]')
          from jsonb_array_elements(a.service_details) with ordinality l(line, nth)) as service_details,
        case when not ${HAS_CODE} then a.note end as note,
        case when ${HAS_CODE} then case when a.activity_type like 'payment_dispute%' then 'dispute_' || a.note else a.note end
          end as note_code,
        case a.acting_party when 'auto_approve' then 'Auto-Approve'
          when 'system' then ${texts.system}
          when 'shop' then coalesce(s.name, o.custom_shop_name, ${texts.shop})
          else coalesce(u.first_name || ' ' || u.last_name, '') end as acting_user
      from shop_order_activity_items a join shop_orders o on o.id = a.order_id join fleets f on f.id = o.fleet_id
        left join shops s on s.id = o.shop_id left join users u on u.id = a.acting_user_id
      where a.fleet_id = ${fleetId} and a.order_id = ${orderId} order by a.id desc`)
    return rows.map(({ proposed_datetime, time_zone, country, ...item }) => ({
      ...item,
      proposal: proposed_datetime === null ? null : shopTime(proposed_datetime, time_zone, country),
    }))
  },
}
