import type { DistanceUnit } from '#contract/core/fields.ts'
import type { OrderHistory } from '#contract/maintenance/history-record.ts'
import { convertDistance } from '#domain/vehicles/odometer-rules.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import {
  type DocumentJson,
  documentsColumn,
  maintenanceDocument,
} from '../../core/documents/documents.reads.ts'

type OrderRow = Omit<OrderHistory, 'maintenance_type' | 'miles' | 'kilometers' | 'maintenance_documents'> & {
  odometer: number | null
  odometer_units: DistanceUnit
  documents: DocumentJson[]
}

/** Returns shop orders as histories show them; `rest` follows `from shop_orders o join vehicles v … where`. */
export async function readOrderHistories(db: Queryable, rest: Query): Promise<OrderHistory[]> {
  const rows = await db.query<OrderRow>(sql`
    select o.id, o.vehicle_id, o.status, o.appointment_datetime, o.completed_at, o.custom_shop_name, o.po_number,
      o.invoice_number, o.odometer, o.odometer_units, o.total,
      (select json_build_object('name', s.name, 'city', s.city, 'state', s.state) from shops s where s.id = o.shop_id) as shop,
      (select coalesce(json_agg(json_build_object('service_definition_id', os.service_definition_id, 'name', os.name, 'status', os.status, 'total', os.total::text)
        order by os.id), '[]') from order_services os where os.order_id = o.id and os.status <> 'deleted') as order_services,
      ${documentsColumn(sql`d.order_id = o.id and d.order_service_id is null`)} as documents
    from shop_orders o join vehicles v on v.id = o.vehicle_id
    where ${rest}`)
  return rows.map(toOrderHistory)
}

/** Returns orders of a fleet by id, including open ones: devices store both, and distinguish them by status. */
export function orderHistoriesByIds(
  db: Queryable,
  fleetId: number,
  ids: readonly number[],
): Promise<OrderHistory[]> {
  return readOrderHistories(db, sql`o.fleet_id = ${fleetId} and o.id = any(${ids}::bigint[])`)
}

function toOrderHistory({ odometer, odometer_units, documents, ...row }: OrderRow): OrderHistory {
  const inUnit = (unit: DistanceUnit) =>
    odometer === null ? null : convertDistance(odometer, odometer_units, unit)
  return {
    ...row,
    maintenance_type: 'FleetAdvise',
    miles: inUnit('mi'),
    kilometers: inUnit('km'),
    maintenance_documents: documents.map(maintenanceDocument),
  }
}
