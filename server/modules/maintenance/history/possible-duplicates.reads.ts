import type { ManualHistory, PossibleDuplicate } from '#contract/maintenance/history-record.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { DUPLICATE_DAYS, DUPLICATE_ODOMETER_SHARE, DUPLICATES_SHOWN_MAX } from '#server/limits.ts'
import { visibleVehicle } from '#server/modules/vehicles/vehicles/vehicle-scope.ts'

/**
 * Finds possible duplicates of an entry (docs/offline.md row 25): same vehicle, a service in common at the same
 * position (a missing position matches any), completed within a day, odometer within 1 %. Closest first; never the
 * entry itself, deleted entries, or entries that the actor cannot see. Index manual_histories_vehicle.
 */
export function possibleDuplicatesOf(
  db: Queryable,
  actor: Actor,
  entry: ManualHistory,
): Promise<PossibleDuplicate[]> {
  const { id, vehicle_id, odometer, odometer_units, date_of_completion: day } = entry
  const name = actor.language === 'fr' ? sql`sd.name_fr` : sql`sd.name_en`
  return db.query<PossibleDuplicate>(sql`
    select h.id, h.date_of_completion, h.odometer, h.odometer_units, same.services,
      coalesce(s.name, h.custom_shop_name) as shop_name,
      (select coalesce(sum(r.price), 0)::numeric(12, 2)::text from history_services r where r.history_id = h.id) as total,
      (select u.first_name || ' ' || u.last_name from users u where u.id = h.created_by) as created_by_name,
      coalesce(h.created_by = ${actor.userId}, false) as is_own
    from manual_maintenance_histories h
    join vehicles v on v.id = h.vehicle_id
    left join shops s on s.id = h.shop_id
    cross join lateral (
      select array_agg(distinct ${name} order by ${name}) as services
      from history_services theirs
      join history_services mine on mine.history_id = ${id}
        and mine.service_definition_id = theirs.service_definition_id
        and (mine.position is null or theirs.position is null or mine.position = theirs.position)
      join service_definitions sd on sd.id = theirs.service_definition_id
      where theirs.history_id = h.id) same
    where ${visibleVehicle(actor)} and h.vehicle_id = ${vehicle_id} and h.deleted_at is null and h.id <> ${id}
      and h.date_of_completion between ${day}::date - ${DUPLICATE_DAYS}::int and ${day}::date + ${DUPLICATE_DAYS}::int
      and h.odometer_units = ${odometer_units}
      and abs(h.odometer - ${odometer}::int) <= ${odometer}::int * ${DUPLICATE_ODOMETER_SHARE}::float8
      and same.services is not null
    order by abs(h.date_of_completion - ${day}::date), abs(h.odometer - ${odometer}::int), h.id
    limit ${DUPLICATES_SHOWN_MAX}`)
}
