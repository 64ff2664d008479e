import type { SentReminder, WithheldReason } from '#contract/maintenance/sent-reminders.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { DELIVERY_DAYS } from '#server/limits.ts'

export interface SentRow {
  id: number
  vehicle: { id: number; name: string }
  channel: SentReminder['channel']
  kind: SentReminder['about']['kind']
  facts: Record<string, unknown>
  services: string[]
  /** Time zone of the appointment's shop. */
  shop_zone: string | null
  state: SentReminder['state']
  reason: WithheldReason | null
  at: string
  is_moved: boolean
  /** Sort position, in microseconds. */
  position: number
}

const TRIED_FOR = sql`make_interval(days => ${DELIVERY_DAYS})`

export const sentRemindersRepository = {
  /** Newest first, after a position of the list; index reminders_of_user. */
  list(db: Queryable, actor: Actor, page: { since: Date; before: [number, number] | null; limit: number }) {
    const name = actor.language === 'fr' ? sql`s.name_fr` : sql`s.name_en`
    const behind = page.before
      ? sql`and (r.send_at, r.id) < (timestamptz 'epoch' + ${page.before[0]}::bigint * interval '1 microsecond', ${page.before[1]})`
      : sql``
    return db.query<SentRow>(sql`
      select r.id, json_build_object('id', v.id, 'name', v.display_name) as vehicle, r.channel, r.kind, r.facts,
        coalesce((select array_agg(${name} order by s.id) from service_definitions s
          where r.kind = 'maintenance' and s.id = any(array(select jsonb_array_elements_text(r.facts -> 'service_ids')::bigint))), '{}') as services,
        (select coalesce(s.time_zone, f.time_zone) from shop_orders o join fleets f on f.id = o.fleet_id
          left join shops s on s.id = o.shop_id
          where r.kind in ('twenty_four_hour_reminder', 'one_hour_reminder') and o.id = (r.facts ->> 'order_id')::bigint) as shop_zone,
        case when r.state <> 'handed_over' then r.state
          when coalesce(m.refused_at, t.refused_at) is not null then 'undelivered'
          when coalesce(m.sent_at, t.sent_at) is not null or (m.id is null and t.id is null) then 'sent'
          when coalesce(m.useful_until, t.useful_until, m.created_at + ${TRIED_FOR}, t.created_at + ${TRIED_FOR}) < now()
          then 'undelivered'
          else 'on_its_way' end as state,
        r.reason, r.send_at as at, r.send_at > r.planned_for and r.kind in ('twenty_four_hour_reminder', 'one_hour_reminder', 'order') as is_moved,
        (extract(epoch from r.send_at) * 1000000)::bigint as position
      from reminders r join current_and_former_vehicles v on v.id = r.vehicle_id and v.fleet_id = r.fleet_id left join mails m on m.id = r.mail_id
        left join text_messages t on t.id = r.text_id
      where r.user_id = ${actor.userId} and r.send_at > ${page.since} ${behind}
      order by r.send_at desc, r.id desc limit ${page.limit}`)
  },

  async timeZone(db: Queryable, actor: Actor): Promise<string> {
    const [row] = await db.query<{ time_zone: string | null }>(
      sql`select time_zone from users where id = ${actor.userId}`,
    )
    return row?.time_zone ?? actor.fleet.timeZone
  },

  async setTimeZone(db: Queryable, actor: Actor, timeZone: string): Promise<void> {
    await db.query(sql`update users set time_zone = ${timeZone} where id = ${actor.userId}`)
  },
}
