import type { Language } from '#contract/core/fields.ts'
import type { Role } from '#contract/core/permissions.ts'
import type { NoticeEvent } from '#contract/maintenance/sent-reminders.ts'
import type { OrderStatus } from '#contract/orders/order-rules.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { isAskedByDefault, preferenceOf } from './notice-events.ts'

/** An entry of the activity log that nobody has been told of. */
export interface Untold {
  id: number
  fleet_id: number
  order_id: number
  activity_type: string
  acting_user_id: number | null
  /** Name of the person; null: the shop or the system. */
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

export interface Recipient {
  id: number
  email: string
  cell_phone: string | null
  language: Language
  time_zone: string
  /** Preferences ask for it. Neither: it is about the person's own request. */
  by_email: boolean
  by_text: boolean
}

export const noticesRepository = {
  /** The oldest entries that are still to be told, held until the transaction ends; those that another server holds are left out. */
  take(tx: Transaction, limit: number): Promise<Untold[]> {
    return tx.query<Untold>(sql`
      select a.id, a.fleet_id, a.order_id, a.activity_type, a.acting_user_id, a.acting_party, f.brand, f.country,
        u.first_name || ' ' || u.last_name as acting_user, o.vehicle_id, o.status, o.originator_id, o.pre_tax_sub_total,
        (select coalesce(array_agg(r.service_definition_id), '{}') from order_services r
          where r.order_id = o.id and r.status not in ('rejected', 'deleted')) as service_ids
      from shop_order_activity_items a join shop_orders o on o.id = a.order_id join fleets f on f.id = a.fleet_id
        left join users u on u.id = a.acting_user_id
      where a.told_at is null order by a.id limit ${limit} for update of a skip locked`)
  },

  async markTold(tx: Transaction, ids: readonly number[]): Promise<void> {
    await tx.query(sql`update shop_order_activity_items set told_at = now() where id = any(${ids}::bigint[])`)
  },

  /**
   * People of the fleet who see the vehicle and whose preferences ask for the event; `among` narrows them to some ids or
   * roles. Drivers only for their own vehicles and requests.
   */
  audience(
    tx: Transaction,
    of: Untold,
    event: NoticeEvent,
    among: { ids?: readonly number[]; roles?: readonly Role[] },
  ): Promise<Recipient[]> {
    const some = among.ids ? sql`and u.id = any(${among.ids}::bigint[])` : sql``
    const ranked = among.roles ? sql`and u.roles && ${among.roles}::text[]` : sql``
    return tx.query<Recipient>(sql`
      select * from (
        select u.id, u.email, u.cell_phone, u.language, coalesce(u.time_zone, f.time_zone) as time_zone,
          coalesce((u.email_notifications ->> ${preferenceOf(event)})::boolean, ${isAskedByDefault(event)}) as by_email,
          coalesce((u.text_notifications ->> ${preferenceOf(event)})::boolean, false) as by_text
        from users u join fleets f on f.id = u.fleet_id
        where u.fleet_id = ${of.fleet_id} and u.is_active
          and (not u.roles <@ array['Driver'] or u.id = ${of.originator_id} or exists (select from vehicle_drivers d
            where d.vehicle_id = ${of.vehicle_id} and d.user_id = u.id))
          and (u.id is distinct from ${of.acting_user_id} or ${event === 'appointment_requested'})
          ${some} ${ranked}) told
      where by_email or by_text or (${event === 'appointment_changed'} and id = ${of.originator_id}) order by id`)
  },
}
export type NoticesRepository = typeof noticesRepository
