import type { DistanceUnit, Language } from '#contract/core/fields.ts'
import type { ManualHistory } from '#contract/maintenance/history-record.ts'
import { can } from '#domain/access/permissions.ts'
import { searchedWords } from '#domain/vehicles/vehicle-search.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { plainTextOf } from '#server/texts/plain-text-of.ts'
import {
  type DocumentJson,
  documentsColumn,
  maintenanceDocument,
} from '../../core/documents/documents.reads.ts'
import {
  containing,
  hasFacets,
  havingFacets,
  type VehicleFacets,
  visibleVehicle,
} from '../../vehicles/vehicles/vehicle-scope.ts'

export interface HistoryFilter {
  vehicle_id?: number | undefined
  appointment_datetime_from?: string | undefined
  appointment_datetime_to?: string | undefined
  search?: string | undefined
  facets?: VehicleFacets | undefined
}

type Same =
  | 'id'
  | 'vehicle_id'
  | 'shop_id'
  | 'shop'
  | 'custom_shop_name'
  | 'zip'
  | 'po_number'
  | 'customer_comments'
  | 'odometer'
  | 'odometer_units'
  | 'date_of_completion'
  | 'is_carried_over'
  | 'created_by_name'
  | 'entered_at'
  | 'updated_at'
  | 'rev'
type HistoryRow = Pick<ManualHistory, Same> & {
  services: ServiceJson[]
  documents: DocumentJson[]
  total: string
}
interface ServiceJson {
  id: string
  service_definition_id: number
  name: string
  price: string
  position: string | null
  distance: number | null
}

/**
 * Returns manual histories as sent to clients, with their services and live documents; deleted ones are included unless
 * excluded by conditions. `rest` follows `from manual_maintenance_histories h join vehicles v … where`.
 */
export async function readHistories(
  db: Queryable,
  language: Language,
  rest: Query,
): Promise<ManualHistory[]> {
  const name = language === 'fr' ? sql`sd.name_fr` : sql`sd.name_en`
  const rows = await db.query<HistoryRow>(sql`
    select h.id, h.vehicle_id, h.shop_id, h.custom_shop_name, h.zip, h.po_number, h.customer_comments, h.odometer,
      h.odometer_units, h.date_of_completion, h.entered_at, h.updated_at, h.rev,
      h.source_order_id is not null as is_carried_over,
      (select json_build_object('name', s.name, 'city', s.city, 'state', s.state) from shops s where s.id = h.shop_id) as shop,
      (select u.first_name || ' ' || u.last_name from users u where u.id = h.created_by) as created_by_name,
      hs.services, hs.total, ${documentsColumn(sql`d.history_id = h.id`)} as documents
    from manual_maintenance_histories h
    join vehicles v on v.id = h.vehicle_id
    cross join lateral (
      select coalesce(sum(r.price), 0)::numeric(12, 2) as total,
        coalesce(json_agg(json_build_object('id', r.id, 'service_definition_id', r.service_definition_id,
          'name', ${name}, 'price', r.price::text, 'position', r.position, 'distance', r.service_distance)
          order by r.row_number), '[]') as services
      from history_services r join service_definitions sd on sd.id = r.service_definition_id
      where r.history_id = h.id) hs
    where ${rest}`)
  return rows.map(toHistory)
}

/**
 * FROM clause of the live entries `h` that match. Vehicle `v` and shop `s` are joined only if needed, or with
 * `withNames`, because the join is expensive.
 */
export function matchingHistories(actor: Actor, filter: HistoryFilter, withNames = false): Query {
  const words = searchedWords(filter.search ?? '')
  const { facets = {} } = filter
  const source =
    can(actor, 'vehicles.readAll') && !withNames && words.length === 0 && !hasFacets(facets)
      ? sql`manual_maintenance_histories h where h.fleet_id = ${actor.fleet.id}`
      : sql`manual_maintenance_histories h join vehicles v on v.id = h.vehicle_id left join shops s on s.id = h.shop_id
          where ${visibleVehicle(actor)} and h.fleet_id = ${actor.fleet.id}`
  let where = sql`${source} and h.deleted_at is null`
  if (filter.vehicle_id !== undefined) where = sql`${where} and h.vehicle_id = ${filter.vehicle_id}`
  if (filter.appointment_datetime_from !== undefined)
    where = sql`${where} and h.date_of_completion >= ${filter.appointment_datetime_from}`
  if (filter.appointment_datetime_to !== undefined)
    where = sql`${where} and h.date_of_completion <= ${filter.appointment_datetime_to}`
  if (hasFacets(facets)) where = sql`${where} and ${havingFacets(facets)}`
  for (const word of words) where = sql`${where} and ${mentions(word)}`
  return where
}

/** Whether a plain word occurs in an identifying field of an entry; services match in either language. */
function mentions(word: string): Query {
  const pattern = containing(word)
  return sql`((select ${plainTextOf(sql`p.text`)} from (select concat_ws(' ', v.display_name, v.year, v.make, v.model, v.vin,
      v.license_plate_number, v.other_id, v.department_number, s.name, s.city, s.state, h.custom_shop_name, h.po_number)
      as text offset 0) p) like ${pattern}
    or exists (select from history_services r where r.history_id = h.id and r.service_definition_id = any(array(
        select sd.id from service_definitions sd
        where ${plainTextOf(sql`sd.name_en`)} like ${pattern} or ${plainTextOf(sql`sd.name_fr`)} like ${pattern}))))`
}

/** Returns manual histories of a fleet by id, without deleted ones. */
export function historiesByIds(
  db: Queryable,
  viewer: { fleetId: number; language: Language },
  ids: readonly string[],
): Promise<ManualHistory[]> {
  return readHistories(
    db,
    viewer.language,
    sql`h.fleet_id = ${viewer.fleetId} and h.id = any(${ids}::uuid[]) and h.deleted_at is null`,
  )
}

function toHistory({ services, documents, ...row }: HistoryRow): ManualHistory {
  return {
    ...row,
    maintenance_type: 'Manually Entered',
    status: 'complete',
    order_services: services.map((service) => toService(service, row.odometer_units)),
    maintenance_documents: documents.map(maintenanceDocument),
    attachments_missing: documents.filter((document) => document.state === 'awaited').length,
  }
}

const toService = ({ distance, ...service }: ServiceJson, unit: DistanceUnit) => ({
  ...service,
  service_miles: unit === 'mi' ? distance : null,
  service_kilometers: unit === 'km' ? distance : null,
  status: 'complete' as const,
})
