import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { type OrderStatus, shopActionsFor } from '#domain/orders/order-rules.ts'
import { taxPercent } from '#domain/orders/tax-rates.ts'
import { convertDistance } from '#domain/vehicles/odometer-rules.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { documentsColumn } from '../../core/documents/documents.reads.ts'
import { PROMOTION_TERMS } from '../orders/lifecycle/promotion-terms.reads.ts'
import { type ShopSubmission, SUBMISSION } from './shop-submission.reads.ts'

type Row = Omit<ShopOrder, 'tax_percent' | 'may' | 'expires_at' | 'status' | 'last_reading'> &
  ShopSubmission & {
    status: OrderStatus
    shop_id: number | null
    shop_state: string | null
    vehicle_type_id: 'light' | 'medium_heavy'
    /** Null: no valid reading, or the vehicle has left the fleet. */
    reading: { value: number; unit: ShopOrder['odometer_units'] } | null
  }

/**
 * Reads an order as its shop sees it, with the context for the shop's actions; undefined if the transaction cannot see
 * it. Rejected lines are in a separate list without prices, so that they are not done or billed. A canceled order keeps
 * them among its lines. A service that was rejected and then entered again is not listed as rejected.
 */
export async function readShopOrder(
  db: Queryable,
  orderId: number,
): Promise<{ order: Omit<ShopOrder, 'expires_at'>; context: ShopContext } | undefined> {
  const [row] = await db.query<Row>(sql`
    select o.id, o.status, o.rev, f.name as fleet_name, f.country, o.shop_id, s.state as shop_state, v.vehicle_type_id,
      case when s.id is not null then json_build_object('name', s.name, 'city', s.city, 'state', s.state) end as shop,
      coalesce(s.time_zone, f.time_zone) as time_zone, o.appointment_datetime,
      o.proposed_datetime,
      json_build_object('name', v.display_name, 'year', v.year, 'make', v.make, 'model', v.model, 'vin', v.vin,
        'license_plate_number', v.license_plate_number, 'other_id', v.other_id) as vehicle,
      o.odometer, o.odometer_units,
      (select json_build_object('value', n.odometer, 'unit', n.odometer_units) from vehicles n
        where n.fleet_id = o.fleet_id and n.id = o.vehicle_id and n.odometer is not null) as reading,
      o.customer_comments, o.fault_codes,
      (select json_build_object('name', u.first_name || ' ' || u.last_name, 'phone', u.cell_phone) from users u
        where u.id = o.originator_id) as contact,
      o.po_number,
      (select coalesce(json_agg(json_build_object('id', r.id, 'service_definition_id', r.service_definition_id,
          'name_en', sd.name_en, 'name_fr', sd.name_fr, 'position', r.position, 'status', r.status,
          'quantity', r.quantity, 'price', r.price::text, 'total', r.total::text, 'note', r.note,
          'photos', ${documentsColumn(sql`d.order_service_id = r.id and d.order_id = o.id`)}) order by r.id), '[]')
        from order_services r join service_definitions sd on sd.id = r.service_definition_id
        where r.order_id = o.id and r.status <> 'deleted'
          and (r.status <> 'rejected' or o.status = 'cancel')) as lines,
      (select coalesce(json_agg(json_build_object('id', r.id, 'service_definition_id', r.service_definition_id,
          'name_en', sd.name_en, 'name_fr', sd.name_fr, 'position', r.position) order by r.id), '[]')
        from order_services r join service_definitions sd on sd.id = r.service_definition_id
        where r.order_id = o.id and r.status = 'rejected' and o.status <> 'cancel'
          and not exists (select from order_services other where other.order_id = o.id
            and other.service_definition_id = r.service_definition_id and other.position is not distinct from r.position
            and (other.status not in ('rejected', 'deleted') or (other.status = 'rejected' and other.id > r.id)))
      ) as rejected_lines,
      (select ${PROMOTION_TERMS}
        from customers_promotions c join promotions p on p.id = c.promotion_id
        where c.fleet_id = o.fleet_id and c.order_id = o.id) as promotion,
      o.pre_tax_sub_total, o.discount, o.tax_amount, o.total, ${SUBMISSION}, o.invoice_number,
      ${documentsColumn(sql`d.order_id = o.id and d.order_service_id is null`)} as invoices
    from shop_orders o join fleets f on f.id = o.fleet_id join current_and_former_vehicles v on v.id = o.vehicle_id and v.fleet_id = o.fleet_id
      left join shops s on s.id = o.shop_id
    where o.id = ${orderId}`)
  if (!row) return undefined
  const { shop_id, shop_state, vehicle_type_id, reading, sub_total, has_bill, ...order } = row
  const may = shopActionsFor(order.status).filter((action) => action !== 'reschedule' || shop_id !== null)
  const tax_percent = shop_state === null ? 0 : taxPercent(order.country, shop_state)
  const last_reading = reading && convertDistance(reading.value, reading.unit, order.odometer_units)
  return {
    order: { ...order, sent_sub_total: sub_total, has_final_bill: has_bill, last_reading, tax_percent, may },
    context: { shop_id, shop_state, vehicle_type_id },
  }
}

export interface ShopContext {
  shop_id: number | null
  shop_state: string | null
  vehicle_type_id: 'light' | 'medium_heavy'
}
