import { Id, Instant, Money, MoneySum } from '../core/fields.ts'
import * as z from '../core/zod.ts'

/** Service of an order (SVC-047). Amounts before tax; `status` as the server sends it. */
export const OrderService = z.object({
  id: Id,
  order_id: Id,
  service_definition_id: Id,
  name: z.string(),
  position: z.nullable(z.string()),
  vanity_label: z.nullable(z.string()),
  status: z.string(),
  price: Money,
  total: MoneySum,
  /** Price of an earlier approval; null: never approved. A different price needs approval again. */
  approved_price: z.nullable(Money),
  /** For a rejected service: one of REJECTION_REASONS. */
  rejection_reason: z.nullable(z.string()),
  /** Note of the shop. */
  note: z.nullable(z.string()),
  service_miles: z.nullable(z.int()),
  service_kilometers: z.nullable(z.int()),
  odometer_config: z.object({ quantity: z.int() }),
})
export type OrderService = z.infer<typeof OrderService>

/**
 * Order as lists return it (SVC-045). `state` is that of the appointment: requested or confirmed (SVC-040). `status` as
 * the server sends it, including values unknown to this app (SVC-041).
 */
export const OrderRow = z.object({
  id: Id,
  vehicle_id: Id,
  vehicle: z.object({
    id: Id,
    name: z.string(),
    year: z.nullable(z.int()),
    make: z.nullable(z.string()),
    model: z.nullable(z.string()),
    vin: z.nullable(z.string()),
    other_id: z.nullable(z.string()),
    department_number: z.nullable(z.string()),
    /** It was transferred to another fleet, so this fleet can no longer open it. */
    has_left: z.boolean(),
  }),
  shop_id: z.nullable(Id),
  shop: z.nullable(
    z.object({
      id: Id,
      name: z.string(),
      address_line1: z.string(),
      city: z.string(),
      state: z.string(),
      zip: z.string(),
      main_phone_number: z.string(),
    }),
  ),
  custom_shop_name: z.nullable(z.string()),
  status: z.string(),
  state: z.enum(['requested', 'confirmed']),
  appointment_datetime: Instant,
  /** In the shop's time zone, in the format of the fleet's country. */
  appointment_date_pretty: z.string(),
  appointment_time_pretty: z.string(),
  /** IANA name of the time zone of the two fields above: the shop's, else the fleet's. */
  appointment_time_zone: z.string(),
  /** When the shop completed the work; null: not yet, or not recorded. */
  completed_at: z.nullable(Instant),
  /** Day of completion in the shop's time zone. */
  completed_date_pretty: z.nullable(z.string()),
  miles: z.nullable(z.int()),
  kilometers: z.nullable(z.int()),
  po_number: z.nullable(z.string()),
  order_services: z.array(OrderService),
  /** Price of the services before promotion and tax. */
  pre_tax_sub_total: MoneySum,
  /** Discount of the applied promotion; tax is on the rest. */
  discount: MoneySum,
  tax_amount: MoneySum,
  total: MoneySum,
  saving: MoneySum,
  invoice_number: z.nullable(z.string()),
  maintenance_type: z.literal('FleetAdvise'),
  fleet_name: z.string(),
  due_status: z.nullable(z.enum(['past_due', 'due_soon'])),
  updated_at: Instant,
  rev: z.int(),
})
export type OrderRow = z.infer<typeof OrderRow>
