import type { Language } from '#contract/core/fields.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { fleetAccess } from '#server/modules/access/fleet-access.ts'
import { hasAppointment } from '#server/modules/orders/orders/orders.reads.ts'
import { openServices } from '../intervals/intervals.reads.ts'
import { isReplacedDocument } from './is-replaced-document.ts'
import type { NewReminder } from './reminder-plan.repository.ts'

/** A user with due reminders, in their current state. */
export interface Addressee {
  id: number
  email: string
  cell_phone: string | null
  language: Language
  first_name: string
  is_active: boolean
  is_driver_only: boolean
  by_email: boolean
  by_text: boolean
  email_notifications: Record<string, boolean>
  text_notifications: Record<string, boolean>
  time_zone: string
  country: 'US' | 'CA'
  brand: string
}
export interface WaitingRow {
  id: number
  fleet_id: number
  user_id: number
  vehicle_id: number
  vehicle: string
  channel: 'email' | 'text'
  kind: NewReminder['kind']
  /** For maintenance, with the services that are still open (SCH-052). */
  facts: Record<string, unknown>
  /** End of the vehicle's snooze, compared with the current day there. */
  is_snoozed: boolean
  /** Whether the user still sees it: they may act for the fleet, the vehicle is active and, for drivers, assigned to them. */
  is_visible: boolean
  /** Whether its reason still applies. */
  is_current: boolean
}

/**
 * Condition on reminders `r` with their fleet `f`: due, and for daily ones, all vehicles of the fleet are planned for the
 * day, so that one email has them all.
 */
const isDue = (now: Date) => sql`r.state = 'waiting' and r.send_at <= ${now}
  and (r.kind not in ('maintenance', 'document')
    or f.reminders_planned_on = (${now}::timestamptz at time zone f.time_zone)::date)`

export const reminderSenderRepository = {
  /** Locks users with due reminders; skips those that another server has locked. */
  takePeople(tx: Transaction, now: Date, limit: number): Promise<Addressee[]> {
    return tx.query<Addressee>(sql`
      select u.id, u.email, u.cell_phone, u.language, u.first_name, u.is_active,
        u.roles <@ array['Driver'] as is_driver_only,
        coalesce(u.reminds_by_email, u.roles <@ array['Driver']) as by_email,
        coalesce(u.reminds_by_text, false) as by_text, u.email_notifications, u.text_notifications,
        coalesce(u.time_zone, f.time_zone) as time_zone, f.country, f.brand
      from users u join fleets f on f.id = u.fleet_id
      where u.id in (select r.user_id from reminders r join fleets f on f.id = r.fleet_id
        where ${isDue(now)} order by r.send_at limit 500)
      order by u.id limit ${limit} for no key update of u skip locked`)
  },

  /** Returns their due reminders with the current state. `now` determines the day for snoozes. */
  waiting(tx: Transaction, userIds: readonly number[], now: Date, limit: number): Promise<WaitingRow[]> {
    return tx.query<WaitingRow>(sql`
      select r.id, r.fleet_id, r.user_id, r.vehicle_id, v.display_name as vehicle, r.channel, r.kind,
        case when i.id is null then r.facts else r.facts || jsonb_build_object('service_ids', ${openServices}) end as facts,
        coalesce(s.reminder_date > (${now}::timestamptz at time zone f.time_zone)::date, false) as is_snoozed,
        v.is_active and (u.fleet_id = r.fleet_id or (${fleetAccess} ->> 'is_in_accounts')::boolean)
          and (not u.roles <@ array['Driver'] or exists (select from vehicle_drivers d
            where d.vehicle_id = r.vehicle_id and d.user_id = r.user_id)
          or (o.originator_id is not null and o.originator_id = r.user_id)) as is_visible,
        case r.kind
          when 'maintenance' then i.id is not null
          when 'document' then case when r.facts ->> 'document_id' is null
            then v.license_plate_expiration = (r.facts ->> 'expiration')::date
            else g.expiration_date = (r.facts ->> 'expiration')::date and not ${isReplacedDocument} end
          else o.appointment_datetime = (r.facts ->> 'at')::timestamptz end is true as is_current
      from reminders r join users u on u.id = r.user_id join vehicles v on v.id = r.vehicle_id
        join fleets f on f.id = r.fleet_id
        left join vehicle_schedules s on s.vehicle_id = r.vehicle_id
        left join maintenance_intervals i on r.kind = 'maintenance' and i.vehicle_id = r.vehicle_id
          and i.item_id = (r.facts ->> 'item_id')::bigint and i.cycle_from = (r.facts ->> 'cycle_from')::date
          and i.due_status is not null
        left join glovebox_items g on g.id = (r.facts ->> 'document_id')::uuid and g.deleted_at is null
        left join shop_orders o on o.id = (r.facts ->> 'order_id')::bigint and ${hasAppointment}
      where ${isDue(now)} and r.user_id = any(${userIds}::bigint[])
      order by r.user_id, v.display_name, r.id limit ${limit}`)
  },

  async serviceNames(
    tx: Queryable,
    language: Language,
    ids: readonly number[],
  ): Promise<Map<number, string>> {
    const name = language === 'fr' ? sql`name_fr` : sql`name_en`
    const rows = await tx.query<{ id: number; name: string }>(
      sql`select id, ${name} as name from service_definitions where id = any(${ids}::bigint[])`,
    )
    return new Map(rows.map((row) => [row.id, row.name]))
  },

  async withhold(tx: Transaction, ids: readonly number[], reason: string, now: Date): Promise<void> {
    await tx.query(sql`
      update reminders set state = 'withheld', reason = ${reason}, decided_at = ${now}
      where id = any(${ids}::bigint[])`)
  },

  async postpone(tx: Transaction, ids: readonly number[], until: Date): Promise<void> {
    await tx.query(sql`update reminders set send_at = ${until} where id = any(${ids}::bigint[])`)
  },

  async handOver(
    tx: Transaction,
    ids: readonly number[],
    by: { mail: string } | { text: string },
    now: Date,
  ): Promise<void> {
    await tx.query(sql`
      update reminders set state = 'handed_over', decided_at = ${now}, mail_id = ${'mail' in by ? by.mail : null},
        text_id = ${'text' in by ? by.text : null}
      where id = any(${ids}::bigint[])`)
  },

  /** Deletes reminders that cannot recur: older than three months, and for maintenance, before the current cycle. */
  async forgetOld(db: Queryable): Promise<void> {
    await db.query(sql`
      delete from reminders r where r.send_at < now() - interval '90 days' and r.state <> 'waiting'
        and (r.kind <> 'maintenance' or not exists (select from maintenance_intervals i
          where i.vehicle_id = r.vehicle_id and i.item_id = (r.facts ->> 'item_id')::bigint
            and i.cycle_from = (r.facts ->> 'cycle_from')::date))`)
  },
}
