import { can } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import { countRows, largeCounts } from '#server/db/counts.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { visibleVehicle } from '../../vehicles/vehicles/vehicle-scope.ts'
import { openServices } from '../intervals/intervals.reads.ts'

export interface DueFilter {
  /** null: all visible vehicles. */
  vehicleIds: readonly number[] | null
  /** Only the most urgent item of each vehicle. */
  byVehicle: boolean
}
interface DueRowJson {
  id: number
  /** '5,000 mi'; empty: by months only. */
  name: string
  every_months: number | null
  tag: 'Past Due' | 'Currently Due' | 'Upcoming'
  vehicle: {
    id: number
    name: string
    license_plate_number: string | null
    vin: string | null
    other_id: string | null
  }
  due_at: number | null
  due_date: string | null
  due_status: 'past_due' | 'due_soon' | null
  unit: 'mi' | 'km'
  services: { service_id: number; name: string }[]
  snoozed_until: string | null
}

export const dueRowsRepository = {
  /** Most urgent first; indexes maintenance_intervals_pressure and maintenance_intervals_vehicle. */
  list(
    db: Queryable,
    actor: Actor,
    filter: DueFilter,
    page: { page: number; per_page: number },
  ): Promise<DueRowJson[]> {
    const name = actor.language === 'fr' ? sql`s.name_fr` : sql`s.name_en`
    return db.query<DueRowJson>(sql`
      select i.id, i.name, i.every_months, i.tag, i.due_at, i.due_date, i.due_status, i.unit,
        json_build_object('id', v.id, 'name', v.display_name, 'license_plate_number', v.license_plate_number,
          'vin', v.vin, 'other_id', v.other_id) as vehicle,
        (select reminder_date from vehicle_schedules where vehicle_id = v.id) as snoozed_until,
        (select coalesce(json_agg(json_build_object('service_id', s.id, 'name', ${name})
            order by array_position(i.service_definition_ids, s.id)), '[]')
          from service_definitions s where s.id = any(${openServices})) as services
      from (${matching(actor, filter)}) i join vehicles v on v.id = i.vehicle_id
      order by ${urgency}, i.id limit ${page.per_page} offset ${(page.page - 1) * page.per_page}`)
  },

  async count(db: Queryable, actor: Actor, filter: DueFilter): Promise<number> {
    const isAll = can(actor, 'vehicles.readAll') && filter.vehicleIds === null && !filter.byVehicle
    // Few vehicles are inactive: counts all rows of the fleet from an index and subtracts those.
    if (!isAll) return countRows(db, sql`select count(*) from (${matching(actor, filter)}) i`)
    return countOf(String(actor.fleet.id), () =>
      countRows(
        db,
        sql`select (select count(*) from maintenance_intervals i where i.fleet_id = ${actor.fleet.id})
            - (select count(*) from vehicles v join maintenance_intervals i on i.vehicle_id = v.id
              where v.fleet_id = ${actor.fleet.id} and not v.is_active) as count`,
      ),
    )
  },
}
const countOf = largeCounts()

const urgency = sql`array_position(array['Past Due', 'Currently Due', 'Upcoming'], i.tag), i.due_date, i.due_at`

function matching(actor: Actor, { vehicleIds, byVehicle }: DueFilter): Query {
  const some = vehicleIds === null ? sql`` : sql`and v.id = any(${vehicleIds}::bigint[])`
  const rest = sql`from maintenance_intervals i where i.fleet_id = ${actor.fleet.id}
    and i.vehicle_id in (select v.id from vehicles v where ${visibleVehicle(actor)} and v.is_active ${some})`
  return byVehicle
    ? sql`select distinct on (i.vehicle_id) i.* ${rest} order by i.vehicle_id, ${urgency}, i.id`
    : sql`select i.* ${rest}`
}
