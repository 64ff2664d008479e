import type { DutyClass } from '#contract/maintenance/vehicle-schedule.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { templatesLock } from './templates-lock.ts'

export interface StoredItem {
  id: number
  service_ids: number[]
  every_miles: number | null
  every_kilometers: number | null
  every_months: number | null
  reason_en: string | null
  reason_fr: string | null
}
export interface StoredTemplate {
  duty_class: DutyClass
  is_own: boolean
  items: StoredItem[]
}
export type NewItem = Omit<StoredItem, 'id'>

/** Owner of items: a fleet's template, or one vehicle's own schedule. */
export type Owner = { fleetId: number } & ({ templateId: number } | { vehicleId: number })

const columns = sql`id, service_definition_ids as service_ids, every_miles, every_kilometers, every_months, reason_en,
  reason_fr`

export const templatesRepository = {
  /** Templates of a fleet's classes: its own, else the default. */
  async list(db: Queryable, fleetId: number): Promise<StoredTemplate[]> {
    return db.query<StoredTemplate>(sql`
      select distinct on (t.duty_class) t.duty_class, t.fleet_id is not null as is_own,
        (select coalesce(json_agg(i order by i.id), '[]') from (
          select ${columns} from schedule_items where template_id = t.id and removed_at is null) i) as items
      from schedule_templates t where t.fleet_id is null or t.fleet_id = ${fleetId}
      order by t.duty_class, t.fleet_id nulls last`)
  },

  /** Serializes template changes of a fleet, and waits for computations that read the templates. */
  async hold(tx: Transaction, fleetId: number): Promise<void> {
    await tx.query(sql`select pg_advisory_xact_lock(${templatesLock(fleetId)})`)
  },

  /** Returns the fleet's own template of a class; creates it if missing. */
  async own(tx: Transaction, fleetId: number, dutyClass: DutyClass): Promise<number> {
    await tx.query(sql`
      insert into schedule_templates (fleet_id, duty_class) values (${fleetId}, ${dutyClass})
      on conflict (fleet_id, duty_class) do nothing`)
    const [row] = await tx.query<{ id: number }>(sql`
      select id from schedule_templates where fleet_id = ${fleetId} and duty_class = ${dutyClass} for update`)
    if (!row) throw new Error('A template that was just made is not there')
    return row.id
  },

  /**
   * Deletes the fleet's own template of a class. Due dates refer to its items until they are recomputed, so the items
   * become removed ones of the default template.
   */
  async drop(tx: Transaction, fleetId: number, dutyClass: DutyClass): Promise<void> {
    await tx.query(sql`
      update schedule_items i set template_id = d.id, removed_at = coalesce(i.removed_at, now())
      from schedule_templates t join schedule_templates d on d.duty_class = t.duty_class and d.fleet_id is null
      where t.fleet_id = ${fleetId} and t.duty_class = ${dutyClass} and i.template_id = t.id`)
    await tx.query(
      sql`delete from schedule_templates where fleet_id = ${fleetId} and duty_class = ${dutyClass}`,
    )
  },

  /** Active items of an owner. */
  itemsOf(tx: Transaction, owner: Owner): Promise<StoredItem[]> {
    return tx.query<StoredItem>(sql`
      select ${columns} from schedule_items where ${ownedBy(owner)} and removed_at is null
      order by id for no key update`)
  },

  async insert(tx: Transaction, owner: Owner, item: NewItem): Promise<void> {
    const [templateId, vehicleId] = 'templateId' in owner ? [owner.templateId, null] : [null, owner.vehicleId]
    await tx.query(sql`
      insert into schedule_items (fleet_id, template_id, vehicle_id, is_copy, service_definition_ids, every_miles,
        every_kilometers, every_months, reason_en, reason_fr)
      values (${owner.fleetId}, ${templateId}, ${vehicleId}, ${vehicleId !== null}, ${item.service_ids}::bigint[],
        ${item.every_miles}, ${item.every_kilometers}, ${item.every_months}, ${item.reason_en}, ${item.reason_fr})`)
  },

  async change(tx: Transaction, owner: Owner, item: StoredItem): Promise<void> {
    await tx.query(sql`
      update schedule_items set service_definition_ids = ${item.service_ids}::bigint[], every_miles = ${item.every_miles},
        every_kilometers = ${item.every_kilometers}, every_months = ${item.every_months}, reason_en = ${item.reason_en},
        reason_fr = ${item.reason_fr}
      where id = ${item.id} and ${ownedBy(owner)}`)
  },

  async remove(tx: Transaction, owner: Owner, ids: readonly number[]): Promise<void> {
    await tx.query(sql`
      update schedule_items set removed_at = now() where id = any(${ids}::bigint[]) and ${ownedBy(owner)}`)
  },

  /** User settings of a vehicle's schedule. */
  async state(
    tx: Transaction,
    vehicleKey: { fleetId: number; vehicleId: number },
    change: { dutyClass: DutyClass | null; followsClass: boolean },
  ): Promise<void> {
    await tx.query(sql`
      insert into vehicle_schedules (vehicle_id, fleet_id, duty_class, follows_class)
      values (${vehicleKey.vehicleId}, ${vehicleKey.fleetId}, ${change.dutyClass}, ${change.followsClass})
      on conflict (vehicle_id) do update set duty_class = excluded.duty_class, follows_class = excluded.follows_class`)
  },

  /**
   * Marks the schedules of a fleet to be recomputed by the next run, without waiting for the next day. Locks them in
   * order of id, as computations do, to avoid deadlocks.
   */
  async markStale(tx: Transaction, fleetId: number): Promise<void> {
    await tx.query(sql`
      update vehicle_schedules set computed_on = null where vehicle_id in (
        select vehicle_id from vehicle_schedules where fleet_id = ${fleetId} order by vehicle_id for no key update)`)
  },

  /** Active vehicles with the data that determines their class. */
  vehicles(db: Queryable, fleetId: number) {
    return db.query<{
      duty_class: DutyClass | null
      vehicle_type_id: 'light' | 'medium_heavy'
      engine: string | null
      follows_class: boolean
      count: number
    }>(sql`
      select s.duty_class, v.vehicle_type_id, v.engine, coalesce(s.follows_class, true) as follows_class,
        count(*)::int as count
      from vehicles v left join vehicle_schedules s on s.vehicle_id = v.id
      where v.fleet_id = ${fleetId} and v.is_active group by 1, 2, 3, 4`)
  },
}

const ownedBy = (owner: Owner) =>
  'templateId' in owner
    ? sql`fleet_id = ${owner.fleetId} and template_id = ${owner.templateId}`
    : sql`fleet_id = ${owner.fleetId} and vehicle_id = ${owner.vehicleId} and is_copy`
