import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { fleetAccess } from '#server/modules/access/fleet-access.ts'
import { hasAppointment } from '#server/modules/orders/orders/orders.reads.ts'
import { openServices } from '../intervals/intervals.reads.ts'
import { isReplacedDocument } from './is-replaced-document.ts'
import type { AppointmentReminder } from './reminder-times.ts'

/** A fleet, and the day for which the reminders of all its vehicles were planned. */
export interface PlannedFleet {
  id: number
  time_zone: string
  reminders_planned_on: string | null
}
/** A user of a fleet who may be reminded, by choice or by default (decision 26). */
export interface Person {
  id: number
  is_driver_only: boolean
  by_email: boolean
  by_text: boolean
  time_zone: string
}
export interface DueRow {
  vehicle_id: number
  item_id: number
  cycle_from: string
  due_status: 'past_due' | 'due_soon'
  due_at: number | null
  due_date: string | null
  unit: 'mi' | 'km'
  service_ids: number[]
  /** Day on which the vehicle's snooze ends or ended. */
  snoozed_until: string | null
}
export interface DocumentRow {
  vehicle_id: number
  /** Null: the license plate of the vehicle. */
  document_id: string | null
  document_type: string
  document_title: string | null
  expiration: string
}
export interface AppointmentRow {
  fleet_id: number
  vehicle_id: number
  order_id: number
  at: string
  kind: AppointmentReminder
  channel: 'email' | 'text'
  user_id: number
  time_zone: string
}
export interface NewReminder {
  fleet_id: number
  user_id: number
  vehicle_id: number
  channel: 'email' | 'text'
  kind: 'maintenance' | 'document' | AppointmentReminder
  occasion: string
  facts: object
  planned_for: Date
  send_at: Date
}

const byEmail = sql`coalesce(u.reminds_by_email, u.roles <@ array['Driver'])`
const byText = sql`coalesce(u.reminds_by_text, false)`

/** Condition: the reminder `old` was withheld because its reason had ended. */
const HAD_ENDED = sql`old.state = 'withheld' and old.reason in ('over', 'not_yours')`

export const reminderPlanRepository = {
  fleets(db: Queryable): Promise<PlannedFleet[]> {
    return db.query(sql`select id, time_zone, reminders_planned_on from fleets order by id`)
  },

  /**
   * Ends the planning of a day, unless another server is still planning some of the vehicles or, if `waitsForDueDates`,
   * due dates of active vehicles are missing or of an earlier day.
   */
  async markFleetPlanned(
    db: Queryable,
    plan: { fleetId: number; today: string; waitsForDueDates: boolean },
  ): Promise<void> {
    await db.query(sql`
      update fleets set reminders_planned_on = ${plan.today}::date
      where id = ${plan.fleetId} and not exists (
        select from vehicles v left join vehicle_schedules s on s.vehicle_id = v.id
        where v.fleet_id = ${plan.fleetId} and v.is_active and (
          (s.computed_on = ${plan.today}::date and s.reminders_planned_on is distinct from ${plan.today}::date)
          or (${plan.waitsForDueDates} and (s.computed_on is null or s.computed_on < ${plan.today}::date))))`)
  },

  /**
   * Locks vehicles of a fleet with today's due dates and unplanned reminders; skips those that another server has
   * locked.
   */
  async takeVehicles(tx: Transaction, fleetId: number, today: string, after: number, limit: number) {
    const rows = await tx.query<{ vehicle_id: number }>(sql`
      select s.vehicle_id from vehicle_schedules s join vehicles v on v.id = s.vehicle_id and v.is_active
      where s.fleet_id = ${fleetId} and s.vehicle_id > ${after} and s.computed_on = ${today}::date
        and s.reminders_planned_on is distinct from ${today}::date
      order by s.vehicle_id limit ${limit} for update of s skip locked`)
    return rows.map((row) => row.vehicle_id)
  },

  async markPlanned(tx: Transaction, fleetId: number, vehicleIds: readonly number[], today: string) {
    await tx.query(sql`
      update vehicle_schedules set reminders_planned_on = ${today}::date
      where fleet_id = ${fleetId} and vehicle_id = any(${vehicleIds}::bigint[])`)
  },

  people(tx: Transaction, fleetId: number): Promise<Person[]> {
    return tx.query<Person>(sql`
      select u.id, u.roles <@ array['Driver'] as is_driver_only, ${byEmail} as by_email, ${byText} as by_text,
        coalesce(u.time_zone, f.time_zone) as time_zone
      from users u join fleets f on f.id = u.fleet_id where u.fleet_id = ${fleetId} and u.is_active order by u.id`)
  },

  drivers(tx: Transaction, fleetId: number, vehicleIds: readonly number[]) {
    return tx.query<{ vehicle_id: number; user_id: number }>(sql`
      select vehicle_id, user_id from vehicle_drivers
      where fleet_id = ${fleetId} and vehicle_id = any(${vehicleIds}::bigint[])`)
  },

  due(tx: Transaction, fleetId: number, vehicleIds: readonly number[]): Promise<DueRow[]> {
    return tx.query<DueRow>(sql`
      select i.vehicle_id, i.item_id, i.cycle_from, i.due_status, i.due_at, i.due_date, i.unit,
        ${openServices} as service_ids, s.reminder_date as snoozed_until
      from maintenance_intervals i join vehicle_schedules s on s.vehicle_id = i.vehicle_id
      where i.fleet_id = ${fleetId} and i.vehicle_id = any(${vehicleIds}::bigint[]) and i.due_status is not null
        and i.item_id is not null and i.cycle_from is not null`)
  },

  /**
   * Documents and plates that expire between two days. Of document types that exist once, the one that lasts longest.
   */
  documents(tx: Transaction, fleetId: number, vehicleIds: readonly number[], from: string, to: string) {
    return tx.query<DocumentRow>(sql`
      select g.vehicle_id, g.id as document_id, g.document_type, g.document_title, g.expiration_date as expiration
      from glovebox_items g where g.fleet_id = ${fleetId} and g.vehicle_id = any(${vehicleIds}::bigint[])
        and g.deleted_at is null and g.expiration_date between ${from}::date and ${to}::date
        and not ${isReplacedDocument}
      union all
      select v.id, null, 'license_plate', v.license_plate_number, v.license_plate_expiration
      from vehicles v where v.fleet_id = ${fleetId} and v.id = any(${vehicleIds}::bigint[])
        and v.license_plate_expiration between ${from}::date and ${to}::date`)
  },

  /**
   * Appointments of the next 25 hours, with each user who wants a reminder, sees the vehicle, and has none yet, or one
   * that `insert` lets wait again: users of the fleet, and fuel-card users who booked. Index shop_orders_upcoming.
   */
  appointments(tx: Transaction, now: Date, limit: number): Promise<AppointmentRow[]> {
    return tx.query<AppointmentRow>(sql`
      select o.fleet_id, o.vehicle_id, o.id as order_id, o.appointment_datetime as at,
        k.kind, k.channel, u.id as user_id, coalesce(u.time_zone, f.time_zone) as time_zone
      from shop_orders o join fleets f on f.id = o.fleet_id
        join lateral (
          select h.* from users h where h.fleet_id = o.fleet_id
          union all select b.* from users b where b.id = o.originator_id and b.fleet_id <> o.fleet_id
        ) u on u.is_active and (u.fleet_id = o.fleet_id or (${fleetAccess} ->> 'is_in_accounts')::boolean)
        join (values ('twenty_four_hour_reminder', 'email'), ('one_hour_reminder', 'email'),
          ('twenty_four_hour_reminder', 'text')) k (kind, channel)
        on coalesce((case k.channel when 'email' then u.email_notifications else u.text_notifications end
          ->> k.kind)::boolean, false)
      where ${hasAppointment} and o.appointment_datetime > ${now}
        and o.appointment_datetime < ${now}::timestamptz + interval '25 hours'
        -- An order that was booked after the time of the reminder gets none.
        and o.created_at <= o.appointment_datetime
          - case k.kind when 'one_hour_reminder' then interval '1 hour' else interval '24 hours' end
        and (not u.roles <@ array['Driver'] or u.id = o.originator_id or exists (select from vehicle_drivers d
          where d.vehicle_id = o.vehicle_id and d.user_id = u.id))
        and not exists (select from reminders old where old.user_id = u.id and old.channel = k.channel
          and old.occasion = 'order:' || o.id || ':' || floor(extract(epoch from o.appointment_datetime)) || ':' || k.kind
          -- The sender would withhold those of an inactive vehicle again.
          and not (${HAD_ENDED} and exists (select from vehicles v where v.id = o.vehicle_id and v.is_active)))
      order by o.appointment_datetime, o.id limit ${limit}`)
  },

  /**
   * Existing reminders stay unchanged. Reminders withheld because their reason had ended wait again, because the reason
   * applies again.
   */
  async insert(tx: Transaction, rows: readonly NewReminder[]): Promise<void> {
    if (rows.length === 0) return
    const given = sql`json_to_recordset(${JSON.stringify(rows)}) as r (fleet_id bigint, user_id bigint, vehicle_id bigint,
      channel text, kind text, occasion text, facts jsonb, planned_for timestamptz, send_at timestamptz)`
    // Not by `on conflict do update`, which would lock every existing reminder.
    await tx.query(sql`
      update reminders old set state = 'waiting', reason = null, decided_at = null, facts = r.facts,
        planned_for = r.planned_for, send_at = r.send_at
      from ${given}
      where old.user_id = r.user_id and old.occasion = r.occasion and old.channel = r.channel
        and ${HAD_ENDED}`)
    await tx.query(sql`
      insert into reminders (fleet_id, user_id, vehicle_id, channel, kind, occasion, facts, planned_for, send_at)
      select * from ${given}
      on conflict (user_id, occasion, channel) do nothing`)
  },
}
