import type { OrderRow } from '#contract/orders/order-row.ts'
import type { VEHICLE_SORTS, Vehicle, VehicleName } from '#contract/vehicles/vehicles.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { isDoneOrder, isOpenOrder, readOrders } from '../../orders/orders/orders.reads.ts'
import { historyOdometer, latestFirst, orderOdometer } from '../odometer/odometer.reads.ts'
import { readVehicleDetail } from './vehicle-detail.reads.ts'
import { visibleVehicle } from './vehicle-scope.ts'
import { type Matches, matching, type VehicleFilter } from './vehicle-search.reads.ts'
import { readVehicles } from './vehicles.reads.ts'

/**
 * The ORDER BY clause of each sort, each with its index (vehicles_by_…). Vehicles without a value come last both ways.
 */
const ORDERS: Record<(typeof VEHICLE_SORTS)[number], Query> = {
  name: sql`v.display_name, v.id`,
  '-name': sql`v.display_name desc, v.id desc`,
  odometer: sql`v.odometer, v.id`,
  '-odometer': sql`v.odometer desc nulls last, v.id desc`,
  last_maintenance: sql`v.last_maintenance_date, v.id`,
  '-last_maintenance': sql`v.last_maintenance_date desc nulls last, v.id desc`,
  year: sql`v.year, v.id`,
  '-year': sql`v.year desc nulls last, v.id desc`,
}

/** A vehicle has at most one open order: unique index shop_orders_one_open. */
const byAppointment = sql`(select o.appointment_datetime from shop_orders o
  where o.vehicle_id = v.id and ${isOpenOrder}), v.id`

/**
 * Over a shorter distance, in the vehicle's unit, a cost per mile is meaningless: one tire change would make it
 * dollars.
 */
const COSTED_DISTANCE_MIN = 500

export const vehiclesRepository = {
  /** `found`: the result of `findMatches` for the same filter. */
  list(
    db: Queryable,
    actor: Actor,
    filter: VehicleFilter,
    found: Matches,
    page: { sort: keyof typeof ORDERS; per_page: number; page: number },
  ): Promise<Vehicle[]> {
    const offset = (page.page - 1) * page.per_page
    const order = filter.active_order ? byAppointment : ORDERS[page.sort]
    const where = matching(actor, filter, found.ids)
    const slice = sql`order by ${order} limit ${page.per_page} offset ${offset}`
    if (!filter.search) return readVehicles(db, sql`${where} ${slice}`)
    // A walk that tests many vehicles reads their ids from the index of the order, and only the page's rows whole.
    return readVehicles(
      db,
      sql`v.id in (select v.id from vehicles v where ${where} ${slice}) order by ${order}`,
    )
  },

  /** Returns the open orders of vehicles of the actor's fleet, as lists show them. */
  openOrders(db: Queryable, actor: Actor, ids: readonly number[]): Promise<OrderRow[]> {
    return readOrders(
      db,
      actor.language,
      sql`o.fleet_id = ${actor.fleet.id} and o.vehicle_id = any(${ids}::bigint[]) and ${isOpenOrder}`,
    )
  },

  /** Merges the daily increments to the vehicle counts of each fleet. Jobs only. */
  async compactTallies(db: Queryable): Promise<void> {
    await db.query(sql`
      with folded as (
        delete from vehicle_tallies where fleet_id in (select fleet_id from vehicle_tallies group by fleet_id having count(*) > 2)
        returning fleet_id, is_active, count)
      insert into vehicle_tallies
      select fleet_id, is_active, sum(count) from folded group by fleet_id, is_active having sum(count) <> 0`)
  },

  async find(db: Queryable, actor: Actor, id: number): Promise<Vehicle | undefined> {
    return (await readVehicles(db, sql`${visibleVehicle(actor)} and v.id = ${id}`))[0]
  },

  detail: readVehicleDetail,

  /** `found`: as for `list`. Index: vehicles_by_name. */
  names(
    db: Queryable,
    actor: Actor,
    query: Pick<VehicleFilter, 'search'> & { page: number; per_page: number },
    found: Matches,
  ): Promise<VehicleName[]> {
    return db.query<VehicleName>(sql`
      select v.id, v.vin, v.year, v.make, v.model, v.name_of_vehicle, v.license_plate_number, v.is_active
      from vehicles v where ${matching(actor, query, found.ids)} order by v.display_name, v.id
      limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`)
  },

  async isVisible(db: Queryable, actor: Actor, id: number): Promise<boolean> {
    const rows = await db.query(sql`select from vehicles v where ${visibleVehicle(actor)} and v.id = ${id}`)
    return rows.length > 0
  },

  /** Returns the ids of the actor's vehicles, or only those among the given ones. */
  async visibleIds(db: Queryable, actor: Actor, among?: readonly number[]): Promise<number[]> {
    const given = among ? sql`and v.id = any(${among}::bigint[])` : sql``
    const rows = await db.query<{ id: number }>(
      sql`select v.id from vehicles v where ${visibleVehicle(actor)} ${given} order by v.id`,
    )
    return rows.map((row) => row.id)
  },

  /**
   * Locks these vehicles against other writers until the transaction ends, in order of id to avoid deadlocks. Returns the
   * ids of those in the fleet.
   */
  async lock(tx: Transaction, fleetId: number, ids: readonly number[]): Promise<number[]> {
    const rows = await tx.query<{ id: number }>(sql`
      select id from vehicles where fleet_id = ${fleetId} and id = any(${ids}::bigint[]) order by id for no key update`)
    return rows.map(({ id }) => id)
  },

  /**
   * Updates vehicles from their records. Odometer: latest valid reading (ruling 20). Last maintenance and cost of the
   * year: manual histories and finished orders (decision 57). Cost per mile: their total cost over the distance of the
   * log. For a transferred vehicle, both count from its arrival, because the cost of its orders stays in the old fleet.
   * `today` is a day in the fleet's time zone; an entry may be dated later, because the user's day may be ahead
   * (`latestDay`). Lock the vehicles first: a concurrent writer's entry would be missed. Returns whether a vehicle changed.
   */
  async refresh(
    tx: Transaction,
    fleetId: number,
    vehicleIds: readonly number[],
    today: string,
  ): Promise<boolean> {
    const changed = await tx.query(sql`
      with now_known as (
        select v.id, n.* from vehicles v cross join lateral (
          with work as (
            select h.date_of_completion as day,
              ${historyOdometer} as odometer,
              h.odometer_units as unit, h.total
            from manual_maintenance_histories h
            where h.fleet_id = ${fleetId} and h.vehicle_id = v.id and h.deleted_at is null
            union all
            select (o.effective_at at time zone f.time_zone)::date, ${orderOdometer}, o.odometer_units, o.total
            from shop_orders o join fleets f on f.id = o.fleet_id
            where o.fleet_id = ${fleetId} and o.vehicle_id = v.id and ${isDoneOrder}
          ),
          latest as (select day, odometer, unit from work order by day desc, odometer desc nulls last limit 1),
          reading as (
            select value as odometer, unit from odometer_readings o
            where fleet_id = ${fleetId} and vehicle_id = v.id and not is_doubtful and voided_at is null
            order by ${latestFirst(sql`o`)} limit 1
          )
          select (select round(odometer * ${inUnitOfVehicle()}) from reading)::int as odometer,
            (select day from latest) as last_date,
            (select round(odometer * ${inUnitOfVehicle()}) from latest)::int as last_odometer,
            (select coalesce(sum(total), 0) from work
              where date_trunc('year', day) = date_trunc('year', ${today}::date)) as cost,
            (select round((select coalesce(sum(total), 0) from work
                where day >= coalesce(v.arrived_on, '-infinity')) / distance, 4) from (
              select max(value * ${inUnitOfVehicle()}) - min(value * ${inUnitOfVehicle()}) as distance
              from odometer_readings
              where fleet_id = ${fleetId} and vehicle_id = v.id and not is_doubtful and voided_at is null
                and read_on >= coalesce((select max(o.read_on) from odometer_readings o where o.fleet_id = ${fleetId}
                  and o.vehicle_id = v.id and not o.is_doubtful and o.voided_at is null
                  and o.read_on < v.arrived_on), '-infinity')
            ) driven where distance >= ${COSTED_DISTANCE_MIN}) as per_distance
        ) n where v.fleet_id = ${fleetId} and v.id = any(${vehicleIds}::bigint[])
      )
      update vehicles v set odometer = n.odometer, last_maintenance_date = n.last_date,
        last_maintenance_odometer = n.last_odometer, ytd_maintenance_cost = n.cost,
        cost_per_mile = n.per_distance, rev = v.rev + 1, updated_at = now()
      from now_known n
      where v.id = n.id
        and (v.odometer, v.last_maintenance_date, v.last_maintenance_odometer, v.ytd_maintenance_cost, v.cost_per_mile)
        is distinct from (n.odometer, n.last_date, n.last_odometer, n.cost, n.per_distance)
      returning v.id`)
    return changed.length > 0
  },

  /**
   * Resets the cost of the year for vehicles whose last work was in an earlier year of the fleet's time zone. Jobs only.
   * Each batch is one statement with its own commit, so that the new year of a large database exceeds no timeout and
   * blocks no writer for long. Skips vehicles that are being changed: the next hourly run takes them. Call it outside a
   * transaction. Passes each fleet with a changed vehicle to `announce`, once per batch.
   */
  async closeYears(
    { db, announce }: { db: Queryable; announce: (fleetId: number) => void },
    limit = CLOSED_BATCH,
  ): Promise<void> {
    for (let after: number | undefined = 0; after !== undefined; ) {
      // A CTE, because a subquery that locks rows may run several times.
      const closed: Closed[] = await db.query<Closed>(sql`
        with batch as materialized (
          select v.id from vehicles v join fleets f on f.id = v.fleet_id
          where v.id > ${after} and v.ytd_maintenance_cost <> 0 and (v.last_maintenance_date is null
            or v.last_maintenance_date < date_trunc('year', now() at time zone f.time_zone)::date)
          order by v.id limit ${limit} for no key update of v skip locked),
        closed as (
          update vehicles v set ytd_maintenance_cost = 0, rev = v.rev + 1, updated_at = now() from batch b
          where v.id = b.id returning v.id, v.fleet_id)
        select id, fleet_id from closed order by id`)
      for (const id of new Set(closed.map(({ fleet_id }) => fleet_id))) announce(id)
      after = closed.length === limit ? closed.at(-1)?.id : undefined
    }
  },
}

type Closed = { id: number; fleet_id: number }

/** Vehicles per transaction of `closeYears`. */
const CLOSED_BATCH = 2000

const inUnitOfVehicle = () =>
  sql`case when unit = v.odometer_units then 1 when unit = 'mi' then 1.609344 else 1 / 1.609344 end`
