import { RequestedService } from '../catalog/shops.ts'
import { Day, DistanceUnit, Id, Instant, Language, MoneySum, Text, TicketToken } from '../core/fields.ts'
import {
  COMMENTS_MAX,
  FAULT_CODES_MAX,
  ORDERS_PER_PAGE,
  ORDERS_PER_PAGE_MAX,
  PO_NUMBER_MAX,
  SERVICE_ROWS_MAX,
} from '../core/limits.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { MaintenanceDocument, ManualHistory } from '../maintenance/history.ts'
import { PolicyReason } from '../maintenance/policies.ts'
import { OrderRow } from './order-row.ts'
import { ORDER_STATUSES } from './order-rules.ts'

/** Fault code of the telematics provider, attached to a request (doc2 §2). */
export const FaultCode = z.object({ id: Text(100), name: Text(300) })

/** Somebody whom an order names. */
export const OrderPerson = z.object({
  id: Id,
  name: z.string(),
  cellPhone: z.nullable(z.string()),
  email: z.string(),
  roles: z.array(z.string()),
})
export type OrderPerson = z.infer<typeof OrderPerson>

/** One order whole (SVC-045, APR-001..011). */
export const Order = z.extend(OrderRow, {
  odometer_units: DistanceUnit,
  customer_comments: z.nullable(z.string()),
  fault_codes: z.array(FaultCode),
  originator: z.nullable(OrderPerson),
  /** What this user may do with the order as it stands. */
  can_approve: z.boolean(),
  can_cancel: z.boolean(),
  can_edit: z.boolean(),
  /** Who may approve it, and who may cancel it, for those who may not (APR-011, APR-047). */
  approvers: z.array(OrderPerson),
  cancel_users: z.array(OrderPerson),
  /** Payment methods of the card provider; none before payments are set up. */
  braintree_payment_methods: z.array(z.object({ id: Id, card_type: z.string(), last_4: z.string() })),
  check_payment_method_of_previous_transaction: z.nullable(z.string()),
  previous_payments: MoneySum,
  /** The first is the applied one (SHP-028). */
  promotions: z.array(z.object({ id: Id, name: z.string(), description: z.string() })),
  /** Photos that the shop took, of these services; `invoice_document_url.url` opens them. */
  photos: z.array(z.extend(MaintenanceDocument, { order_service_id: Id })),
  last_approval_date: z.nullable(Instant),
  approver: z.nullable(z.string()),
  /** Why a policy approved it at once or, while it waits, why the one that comes nearest did not. */
  policy_reason: z.nullable(PolicyReason),
})
export type Order = z.infer<typeof Order>

/** What happened to an order, newest first (APR-057). `acting_user`: 'Auto-Approve' for a policy, else a name. */
export const ActivityItem = z.object({
  id: Id,
  created_at: Instant,
  acting_user: z.string(),
  activity_type: z.string(),
  total: MoneySum,
  service_details: z.array(z.object({ name: z.string(), price: MoneySum })),
  /** Why, where somebody said it. */
  note: z.nullable(z.string()),
})
export type ActivityItem = z.infer<typeof ActivityItem>

/** Body of a service request (doc2 §7, SVC-050, SVC-104). */
export const ServiceRequest = z.object({
  shop_id: Id,
  vehicle_id: Id,
  order_services: z
    .array(RequestedService)
    .check(z.minLength(1, 'required'), z.maxLength(SERVICE_ROWS_MAX, 'too_many')),
  po_number: z.optional(Text(PO_NUMBER_MAX)),
  customer_comments: z.optional(Text(COMMENTS_MAX)),
  appointment_datetime: Instant,
  /** Whether the user has a payment method (SVC-105). */
  payment_method_availability: z._default(z.boolean(), false),
  fault_codes: z._default(z.array(FaultCode).check(z.maxLength(FAULT_CODES_MAX, 'too_many')), []),
})
export type ServiceRequest = z.infer<typeof ServiceRequest>

/** Statuses that a list may be narrowed to. */
const Status = z.enum(ORDER_STATUSES)
const range = { startDate: z.optional(Day), endDate: z.optional(Day) }

export const ordersContract = {
  /**
   * Books an appointment. 409 `order_exists`: the vehicle has an open order. 409 `slot_taken`: somebody was faster; the
   * problem's `current` is the day with its times that are still free.
   */
  create: call({
    access: 'orders.request',
    kind: 'outbox',
    problems: ['scheduling_not_supported', 'order_exists', 'slot_taken'],
  })
    .route({
      method: 'POST',
      path: v4('/orders'),
      tags: ['orders'],
      summary: 'Request a service',
      successStatus: 201,
    })
    .input(ServiceRequest)
    .output(Order),
  show: call({ access: 'orders.read' })
    .route({ method: 'GET', path: v4('/orders/{id}'), tags: ['orders'], summary: 'One order' })
    .input(z.object({ id: Id }))
    .output(Order),
  /** Cancels (`status: 'cancel'`), or sets the PO number (null: none). 409 `order_status`: it has gone too far. */
  update: call({
    access: 'orders.edit',
    kind: 'outbox',
    problems: ['order_status', 'slot_taken', 'scheduling_not_supported'],
  })
    .route({ method: 'PUT', path: v4('/orders/{id}'), tags: ['orders'], summary: 'Change an order' })
    .input(
      z.object({
        id: Id,
        status: z.optional(z.literal('cancel')),
        po_number: z.optional(z.nullable(Text(PO_NUMBER_MAX))),
      }),
    )
    .output(Order),
  /**
   * Orders of a range of days by the fleet's calendar. `captureActive`: the open ones, soonest first, each order within
   * one day of the range (SVC-012 is the caller's); else the past ones, latest first, with manual entries of the same
   * range beside them on `withMaintenanceHistory` (SVC-030, SVC-031). The two page side by side.
   */
  index: call({ access: 'orders.read' })
    .route({ method: 'POST', path: v4('/orders/index'), tags: ['orders'], summary: 'Orders' })
    .input(
      z.object({
        state_id: z.optional(Status),
        ...range,
        captureActive: z.boolean(),
        withMaintenanceHistory: z._default(z.boolean(), false),
        vehicle_id: z.optional(Id),
        search: z.optional(Text(100)),
        ...pageQuery(ORDERS_PER_PAGE, ORDERS_PER_PAGE_MAX),
      }),
    )
    .output(
      z.object({
        orders: z.array(OrderRow),
        manual_maintenance_histories: z.array(ManualHistory),
        ...pageFields,
      }),
    ),
  /** Open orders of the fleet, soonest first: the active-maintenance panel (APR-066, APR-067). */
  fleetOrders: call({ access: 'orders.read' })
    .route({ method: 'GET', path: v4('/orders/fleet_orders'), tags: ['orders'], summary: 'Open orders' })
    .input(z.object(pageQuery(ORDERS_PER_PAGE, ORDERS_PER_PAGE_MAX)))
    .output(z.object({ orders: z.array(OrderRow), counts: z.record(z.string(), z.int()), ...pageFields })),
  /** What finished orders cost, month by month, months without any as 0 (DSH-035); up to 60 months. */
  aggregate: call({ access: 'orders.read' })
    .route({
      method: 'GET',
      path: v4('/orders/aggregate'),
      tags: ['orders'],
      summary: 'Cost by month',
    })
    .input(z.object({ start_date: Day, end_date: Day, grouping: z._default(z.literal('month'), 'month') }))
    .output(
      z.object({
        aggregate: z.array(z.object({ month: z.string(), orders: z.int(), total: MoneySum })),
      }),
    ),
  /** A browser opens it as an address, with a ticket of purpose 'download' as `auth_token` (ruling 8). */
  csv: call({ access: 'orders.read', ticket: 'download' })
    .route({
      method: 'GET',
      path: v4('/orders.csv'),
      tags: ['orders'],
      summary: 'Orders as a CSV file',
      outputStructure: 'detailed',
    })
    .input(
      z.object({
        ...range,
        isActivePage: z._default(z.boolean(), false),
        /** 'EN' or 'FR' (SVC-019); small letters too. */
        language: z._default(z.enum(['EN', 'FR', ...Language.options]), 'EN'),
        auth_token: z.optional(TicketToken),
      }),
    )
    .output(
      z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream<Uint8Array>) }),
    ),
  activity: call({ access: 'orders.read' })
    .route({
      method: 'GET',
      path: v4('/shop_order_activity_items'),
      tags: ['orders'],
      summary: 'What happened to an order',
    })
    .input(z.object({ shop_order_id: Id }))
    .output(z.object({ shop_order_activity_items: z.array(ActivityItem) })),
}
