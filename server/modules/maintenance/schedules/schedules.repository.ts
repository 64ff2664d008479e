import type { Interval } from '#contract/maintenance/intervals.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { templatesLock } from '../templates/templates-lock.ts'

/** A row of `maintenance_intervals`. */
type IntervalRow = Pick<
  Interval,
  'vehicle_id' | 'name' | 'tag' | 'due_status' | 'due_at' | 'due_date' | 'unit'
> & {
  item_id: number
  every_months: number | null
  service_definition_ids: number[]
  /** Null: all of them. */
  open_service_ids: number[] | null
  cycle_from: string
}
/** `former_from`: `cycle_from` of an earlier version for the same cycle; null: the same or none. */
export type NewIntervalRow = IntervalRow & { former_from: string | null }

interface NewMark {
  fleetId: number
  vehicleId: number
  actId: string
  serviceIds: readonly number[]
  day: string
  odometer: number | null
  userId: number
}

export const schedulesRepository = {
  /**
   * Replaces the computed rows of these vehicles, and deletes those of inactive vehicles. Unchanged rows are not
   * written, so that devices do not sync them. A stored start of an earlier version is kept, because reminders of the cycle
   * that were sent name it.
   */
  async putIntervals(
    tx: Transaction,
    fleetId: number,
    vehicleIds: readonly number[],
    rows: readonly NewIntervalRow[],
  ): Promise<void> {
    const given = sql`json_to_recordset(${JSON.stringify(rows)}) as r (vehicle_id bigint, item_id bigint, name text,
      tag text, due_status text, due_at int, due_date date, unit text, every_months int, service_definition_ids bigint[],
      open_service_ids bigint[], cycle_from date,
      former_from date)
      join vehicles v on v.fleet_id = ${fleetId} and v.id = r.vehicle_id and v.is_active`
    await tx.query(sql`
      delete from maintenance_intervals i where i.fleet_id = ${fleetId} and i.vehicle_id = any(${vehicleIds}::bigint[])
        and i.item_id is not null
        and not exists (select from ${given} where r.vehicle_id = i.vehicle_id and r.item_id = i.item_id)`)
    await tx.query(sql`
      insert into maintenance_intervals as i (fleet_id, vehicle_id, item_id, name, tag, due_status, due_at, due_date, unit,
        every_months, service_definition_ids, open_service_ids, cycle_from)
      select ${fleetId}, r.vehicle_id, r.item_id, r.name, r.tag, r.due_status, r.due_at, r.due_date, r.unit,
        r.every_months, r.service_definition_ids, r.open_service_ids, coalesce(k.cycle_from, r.cycle_from)
      from ${given} left join maintenance_intervals k
        on k.vehicle_id = r.vehicle_id and k.item_id = r.item_id and k.cycle_from = r.former_from
      on conflict (vehicle_id, item_id) do update set name = excluded.name, tag = excluded.tag,
        due_status = excluded.due_status, due_at = excluded.due_at, due_date = excluded.due_date, unit = excluded.unit,
        every_months = excluded.every_months, service_definition_ids = excluded.service_definition_ids,
        open_service_ids = excluded.open_service_ids, cycle_from = excluded.cycle_from
      where (i.name, i.tag, i.due_status, i.due_at, i.due_date, i.unit, i.every_months, i.service_definition_ids,
          i.open_service_ids, i.cycle_from)
        is distinct from (excluded.name, excluded.tag, excluded.due_status, excluded.due_at, excluded.due_date,
          excluded.unit, excluded.every_months, excluded.service_definition_ids, excluded.open_service_ids,
          excluded.cycle_from)`)
  },

  /**
   * Keeps templates of the fleet from changing until the transaction ends. Returns false if one is being changed. It does
   * not wait, because that save may wait for rows of this transaction.
   */
  async tryHoldTemplates(tx: Transaction, fleetId: number): Promise<boolean> {
    const [row] = await tx.query<{ is_held: boolean }>(
      sql`select pg_try_advisory_xact_lock_shared(${templatesLock(fleetId)}) as is_held`,
    )
    return row?.is_held ?? false
  },

  /** `computedOn` null: the next run computes the vehicles again. */
  async markComputed(
    tx: Transaction,
    fleetId: number,
    computed: readonly { vehicle_id: number; fingerprint: string }[],
    computedOn: string | null,
  ): Promise<void> {
    await tx.query(sql`
      insert into vehicle_schedules as s (vehicle_id, fleet_id, computed_on, completions_on, fingerprint)
      select r.vehicle_id, ${fleetId}, ${computedOn}::date, ${computedOn}::date, r.fingerprint
      from json_to_recordset(${JSON.stringify(computed)}) as r (vehicle_id bigint, fingerprint text)
      order by r.vehicle_id
      on conflict (vehicle_id) do update set computed_on = excluded.computed_on, completions_on = excluded.completions_on,
        fingerprint = excluded.fingerprint
      where (s.computed_on, s.completions_on, s.fingerprint)
        is distinct from (excluded.computed_on, excluded.completions_on, excluded.fingerprint)`)
  },

  /** Marks vehicles to be recomputed by the next run, for any number of vehicles. */
  async markStale(tx: Transaction, fleetId: number, vehicleIds: readonly number[]): Promise<void> {
    await tx.query(sql`
      update vehicle_schedules set computed_on = null where vehicle_id in (
        select vehicle_id from vehicle_schedules
        where fleet_id = ${fleetId} and vehicle_id = any(${vehicleIds}::bigint[]) and computed_on is not null
        order by vehicle_id for no key update)`)
  },

  /**
   * Ids of vehicles that were not computed today, or only by a version without completed intervals (decision 97),
   * ascending, after the id `after`.
   */
  async vehiclesToCompute(
    tx: Transaction,
    page: { fleetId: number; today: string; after: number; limit: number },
  ): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(sql`
      select v.id from vehicles v left join vehicle_schedules s on s.vehicle_id = v.id
      where v.fleet_id = ${page.fleetId} and v.id > ${page.after}
        and (s.computed_on is null or s.computed_on < ${page.today}::date or s.fingerprint is null
          or s.completions_on is distinct from s.computed_on)
      order by v.id limit ${page.limit}`)
    return rows.map(({ id }) => id)
  },

  /** All fleets with their time zones. Jobs only. */
  fleetTimeZones(db: Queryable): Promise<{ id: number; time_zone: string }[]> {
    return db.query(sql`select id, time_zone from fleets order by id`)
  },

  /** Marks services as done, with the odometer in the vehicle's unit. Idempotent. */
  async mark(tx: Transaction, mark: NewMark): Promise<void> {
    await tx.query(sql`
      insert into service_marks (fleet_id, vehicle_id, act_id, service_definition_id, day, odometer, unit, user_id)
      select ${mark.fleetId}, ${mark.vehicleId}, ${mark.actId}, s.id, ${mark.day}::date, ${mark.odometer}::int,
        v.odometer_units, ${mark.userId}
      from unnest(${mark.serviceIds}::bigint[]) as s (id)
      join vehicles v on v.fleet_id = ${mark.fleetId} and v.id = ${mark.vehicleId}
      on conflict (fleet_id, act_id, service_definition_id) do nothing`)
  },

  async unmark(
    tx: Transaction,
    vehicleKey: { fleetId: number; vehicleId: number },
    markIds: readonly string[],
  ): Promise<void> {
    await tx.query(sql`
      delete from service_marks where fleet_id = ${vehicleKey.fleetId} and vehicle_id = ${vehicleKey.vehicleId}
        and act_id || ':' || service_definition_id = any(${markIds}::text[])`)
  },

  async state(
    tx: Transaction,
    vehicleKey: { fleetId: number; vehicleId: number },
    change: { miles_per_month: number },
  ): Promise<void> {
    await tx.query(sql`
      insert into vehicle_schedules (vehicle_id, fleet_id, miles_per_month)
      values (${vehicleKey.vehicleId}, ${vehicleKey.fleetId}, ${change.miles_per_month})
      on conflict (vehicle_id) do update set miles_per_month = excluded.miles_per_month`)
  },

  /** Returns the moment at which a day ends in a time zone. */
  async endOfDay(tx: Transaction, day: string, timeZone: string): Promise<Date> {
    const [row] = await tx.query<{ ends_at: string }>(
      sql`select (${day}::date + 1)::timestamp at time zone ${timeZone} as ends_at`,
    )
    if (!row) throw new Error('No end of a day was returned.')
    return new Date(row.ends_at)
  },

  /**
   * Stores a snooze that was decided at `at`, unless a later decision is stored. Returns the stored day; null: none, because
   * the later decision was to undo a snooze.
   */
  async snooze(
    tx: Transaction,
    vehicleKey: { fleetId: number; vehicleId: number },
    snooze: { until: string; at: Date },
  ): Promise<string | null> {
    const isOlder = sql`s.snoozed_at > excluded.snoozed_at`
    const [row] = await tx.query<{ reminder_date: string | null }>(sql`
      insert into vehicle_schedules as s (vehicle_id, fleet_id, reminder_date, snoozed_at)
      values (${vehicleKey.vehicleId}, ${vehicleKey.fleetId}, ${snooze.until}, ${snooze.at})
      on conflict (vehicle_id) do update set
        reminder_date = case when ${isOlder} then s.reminder_date else excluded.reminder_date end,
        snoozed_at = case when ${isOlder} then s.snoozed_at else excluded.snoozed_at end
      returning s.reminder_date`)
    if (!row) throw new Error('No snooze was stored.')
    return row.reminder_date
  },

  /** Gives a vehicle back the snooze that it had before one that is undone at `at`; null: none. */
  async restoreSnooze(
    tx: Transaction,
    vehicleKey: { fleetId: number; vehicleId: number },
    snooze: { until: string | null; at: Date },
  ): Promise<void> {
    await tx.query(sql`
      update vehicle_schedules set reminder_date = ${snooze.until}, snoozed_at = ${snooze.at}
      where vehicle_id = ${vehicleKey.vehicleId} and fleet_id = ${vehicleKey.fleetId}`)
  },

  /** Lets maintenance reminders that the stored snooze withheld wait until `sendAt`. Index: reminders_vehicle. */
  async releaseSnoozed(
    tx: Transaction,
    vehicleKey: { fleetId: number; vehicleId: number },
    sendAt: Date,
  ): Promise<void> {
    await tx.query(sql`
      update reminders r set state = 'waiting', reason = null, decided_at = null, send_at = ${sendAt}
      from vehicle_schedules s
      where r.fleet_id = ${vehicleKey.fleetId} and r.vehicle_id = ${vehicleKey.vehicleId} and s.vehicle_id = r.vehicle_id
        and r.kind = 'maintenance' and r.reason = 'snoozed' and r.decided_at >= s.snoozed_at`)
  },

  async addItem(
    tx: Transaction,
    vehicleKey: { fleetId: number; vehicleId: number },
    item: {
      serviceIds: readonly number[]
      miles: number | null
      kilometers: number | null
      months: number | null
    },
  ): Promise<void> {
    await tx.query(sql`
      insert into schedule_items (fleet_id, vehicle_id, service_definition_ids, every_miles, every_kilometers, every_months)
      values (${vehicleKey.fleetId}, ${vehicleKey.vehicleId}, ${item.serviceIds}::bigint[], ${item.miles}, ${item.kilometers},
        ${item.months})`)
  },

  /** Removes an item that was added to a vehicle. Returns false if it has no such item, now or before. */
  async removeItem(
    tx: Transaction,
    vehicleKey: { fleetId: number; vehicleId: number },
    itemId: number,
  ): Promise<boolean> {
    const rows = await tx.query(sql`
      update schedule_items set removed_at = coalesce(removed_at, now())
      where id = ${itemId} and fleet_id = ${vehicleKey.fleetId} and vehicle_id = ${vehicleKey.vehicleId} and not is_copy returning id`)
    return rows.length > 0
  },

  /** Returns the reasons of items by id. */
  async reasons(
    db: Queryable,
    ids: readonly number[],
  ): Promise<Map<number, { en: string | null; fr: string | null }>> {
    const rows = await db.query<{ id: number; en: string | null; fr: string | null }>(
      sql`select id, reason_en as en, reason_fr as fr from schedule_items where id = any(${ids}::bigint[])`,
    )
    return new Map(rows.map((row) => [row.id, row]))
  },

  /** Returns when each of these services was last done on a vehicle. */
  async lastDone(
    db: Queryable,
    vehicleKey: { fleetId: number; vehicleId: number },
    serviceIds: readonly number[],
  ): Promise<Map<number, string>> {
    const rows = await db.query<{ id: number; day: string }>(sql`
      select s.service_definition_id as id, max(h.date_of_completion) as day
      from manual_maintenance_histories h join history_services s on s.history_id = h.id
      where h.fleet_id = ${vehicleKey.fleetId} and h.vehicle_id = ${vehicleKey.vehicleId} and h.deleted_at is null
        and s.service_definition_id = any(${serviceIds}::bigint[]) group by 1
      union all
      select s.service_definition_id, max((o.effective_at at time zone f.time_zone)::date)
      from shop_orders o join fleets f on f.id = o.fleet_id join order_services s on s.order_id = o.id
      where o.fleet_id = ${vehicleKey.fleetId} and o.vehicle_id = ${vehicleKey.vehicleId} and s.status not in ('rejected', 'deleted')
        and o.status in ('complete', 'paid', 'paid_in_shop', 'paid_deferred')
        and s.service_definition_id = any(${serviceIds}::bigint[]) group by 1
      order by day`)
    return new Map(rows.map((row) => [row.id, row.day]))
  },

  async reminderDates(
    db: Queryable,
    fleetId: number,
    ids: readonly number[],
  ): Promise<{ vehicle_id: number; reminder_date: string | null }[]> {
    return db.query(sql`
      select vehicle_id, reminder_date from vehicle_schedules
      where fleet_id = ${fleetId} and vehicle_id = any(${ids}::bigint[]) order by vehicle_id`)
  },
}
