import { ManualHistory } from '#contract/maintenance/history-record.ts'
import { PaymentProvider } from '#contract/money/payment.ts'
import {
  COMMENTS_MAX,
  DEPARTMENT_MAX,
  FAULT_CODES_MAX,
  ORDER_LINES_MAX,
  ORDER_SEARCH_MAX,
  ORDERS_PER_PAGE,
  ORDERS_PER_PAGE_MAX,
  PERSON_NAME_MAX,
  PO_NUMBER_MAX,
  SERVICE_ROWS_MAX,
} from '#domain/core/limits.ts'
import {
  ORDER_SERVICE_STATUSES,
  ORDER_STATUSES,
  REJECTION_REASONS,
  STAYS,
} from '#domain/orders/order-rules.ts'
import { VEHICLE_CLASSES } from '#domain/vehicles/vehicle-facets.ts'
import { RequestedService } from '../catalog/shops.ts'
import {
  Day,
  FileLanguage,
  Id,
  Instant,
  isInOrder,
  MoneySum,
  SingleLineText,
  Text,
  TicketToken,
} from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { FaultCode, Order } from './order.ts'
import { ActivityItem } from './order-activity.ts'
import { OrderRow } from './order-row.ts'

/** Body of a service request (SVC-050, SVC-104). */
export const ServiceRequest = z.object({
  shop_id: Id,
  vehicle_id: Id,
  order_services: z
    .array(RequestedService)
    .check(z.minLength(1, 'required'), z.maxLength(SERVICE_ROWS_MAX, 'too_many')),
  po_number: z.optional(SingleLineText(PO_NUMBER_MAX)),
  customer_comments: z.optional(Text(COMMENTS_MAX)),
  appointment_datetime: Instant,
  /** Whether the user has a payment method (SVC-105). */
  payment_method_availability: z._default(z.boolean(), false),
  fault_codes: z._default(z.array(FaultCode).check(z.maxLength(FAULT_CODES_MAX, 'too_many')), []),
})
export type ServiceRequest = z.infer<typeof ServiceRequest>

/**
 * An approver's decision on one service; services with an earlier decision are sent with their current status
 * (APR-044).
 */
export const ServiceDecision = z.object({
  id: Id,
  status: z.enum(ORDER_SERVICE_STATUSES),
  rejection_reason: z.optional(z.nullable(z.enum(REJECTION_REASONS))),
})
export type ServiceDecision = z.infer<typeof ServiceDecision>

/** Statuses that a list can be filtered by. */
const Status = z.enum(ORDER_STATUSES)

const SORT_COLUMNS = ['date', 'vehicle', 'shop', 'distance', 'po_number', 'cost', 'status', 'kind'] as const
export type OrderSortColumn = (typeof SORT_COLUMNS)[number]
/** Sort columns of order lists; a minus means descending. Empty values are last in both directions. */
export const ORDER_SORTS = SORT_COLUMNS.flatMap((column) => [column, `-${column}`] as const)
export type OrderSort = (typeof ORDER_SORTS)[number]
const range = { startDate: z.optional(Day), endDate: z.optional(Day) }
/** Limits the list to orders and manual entries of these vehicles; '-': vehicles without a department or driver. */
const vehicles = {
  department: z.optional(Text(DEPARTMENT_MAX)),
  /** Full name. */
  driver: z.optional(Text(2 * PERSON_NAME_MAX + 1)),
  class: z.optional(z.enum(VEHICLE_CLASSES)),
}

export const ordersContract = {
  /**
   * Books an appointment. 409 `order_exists`: the vehicle has an open order. 409 `slot_taken`: another fleet booked the
   * time; `current` is the day with its remaining free times.
   */
  create: call({
    access: 'orders.request',
    kind: 'write',
    idempotent: true,
    problems: ['scheduling_not_supported', 'payment_method_missing', 'order_exists', 'slot_taken'],
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
  /**
   * Approves, cancels, or sets PO number and comments (null clears them), also together with a decision.
   *
   * `status: 'approved'` decides on every undecided service: 'approved', or 'rejected' with a reason; without
   * `order_services` all are approved. A rejected service that an earlier approval allowed keeps its former price, or its
   * present one if that is lower. If nothing is left, the order is canceled. The amount is authorized before the order is
   * approved (ruling 27). With a single provider, `payment_provider` may be left out.
   *
   * 403 `not_allowed`: see the order's `approvers`. 409 `order_status`: already decided, or the order has progressed
   * too far. 409 `payment_running`: another approval is being paid. 409 `payment_unknown`: the gateway did not respond;
   * repeat the request to get the outcome. 422 `payment_declined`: the order is unchanged, `fields.payment_method_id`
   * has the reason. 422 `validation`: `order_services.<n>`, `payment_provider` or `payment_method_id`.
   */
  update: call({
    access: 'orders.edit',
    kind: 'write',
    idempotent: true,
    problems: ['order_status', 'payment_running', 'payment_unknown', 'payment_declined'],
  })
    .route({ method: 'PUT', path: v4('/orders/{id}'), tags: ['orders'], summary: 'Change an order' })
    .input(
      z.object({
        id: Id,
        status: z.optional(z.enum(['approved', 'cancel'])),
        po_number: z.optional(z.nullable(SingleLineText(PO_NUMBER_MAX))),
        customer_comments: z.optional(z.nullable(Text(COMMENTS_MAX))),
        order_services: z.optional(
          z
            .array(ServiceDecision)
            .check(z.minLength(1, 'required'), z.maxLength(ORDER_LINES_MAX, 'too_many')),
        ),
        payment_provider: z.optional(PaymentProvider),
        payment_method_id: z.optional(Id),
      }),
    )
    .output(Order),
  /**
   * Orders of a range of days in the fleet's time zone. `captureActive`: open orders, soonest first unless `sort` is
   * given (the caller adds the extra day of SVC-012); else past orders, latest first (SVC-030, SVC-031). A
   * `state_id` decides which of the two, whatever `captureActive` is.
   *
   * `withMaintenanceHistory` includes manual entries of the same range among past orders: one list, sorted, counted and
   * paged together. `rows` names the rows of the page in order; the two arrays hold them. `outside_count`: open orders
   * that match everything except the days; 0 for past ones.
   */
  index: call({ access: 'orders.read' })
    .route({ method: 'POST', path: v4('/orders/index'), tags: ['orders'], summary: 'Orders' })
    .input(
      z
        .object({
          state_id: z.optional(Status),
          /** Only open orders whose vehicle is at the shop, or late there (decision 69). */
          stay: z.optional(z.enum(STAYS)),
          ...range,
          captureActive: z.boolean(),
          withMaintenanceHistory: z._default(z.boolean(), false),
          vehicle_id: z.optional(Id),
          /** Only orders at this shop; manual entries are then left out. */
          shop_id: z.optional(Id),
          ...vehicles,
          /** Words that must all occur in vehicle, shop, services, PO number or invoice number. */
          search: z.optional(Text(ORDER_SEARCH_MAX)),
          sort: z.optional(z.enum(ORDER_SORTS)),
          ...pageQuery(ORDERS_PER_PAGE, ORDERS_PER_PAGE_MAX),
        })
        .check(isInOrder('startDate', 'endDate')),
    )
    .output(
      z.object({
        orders: z.array(OrderRow),
        manual_maintenance_histories: z.array(ManualHistory),
        rows: z.array(z.object({ kind: z.enum(['order', 'manual']), id: z.string() })),
        outside_count: z.int(),
        ...pageFields,
      }),
    ),
  /**
   * Open orders of the fleet, soonest first: the active-maintenance panel (APR-066, APR-067). `counts` by status;
   * `today`: number of appointments today in the fleet's time zone.
   */
  fleetOrders: call({ access: 'orders.read' })
    .route({ method: 'GET', path: v4('/orders/fleet_orders'), tags: ['orders'], summary: 'Open orders' })
    .input(z.object(pageQuery(ORDERS_PER_PAGE, ORDERS_PER_PAGE_MAX)))
    .output(
      z.object({
        orders: z.array(OrderRow),
        counts: z.record(z.string(), z.int()),
        today: z.object({ day: z.string(), count: z.int() }),
        ...pageFields,
      }),
    ),
  /**
   * Maintenance cost by month, 0 for months without any (DSH-035): finished orders and manual entries, as in the
   * `ytd_maintenance_cost` of vehicles and fleets (decision 57). Canceled orders cost nothing, but are counted because
   * lists of past orders show them. Up to 62 months.
   */
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
        aggregate: z.array(
          z.object({
            month: z.string(),
            orders: z.int(),
            entries: z.int(),
            canceled: z.int(),
            total: MoneySum,
          }),
        ),
      }),
    ),
  /** The browser downloads it by URL, with a ticket for 'download' as `auth_token` (ruling 8). */
  csv: call({ access: 'orders.read', ticket: 'download' })
    .route({
      method: 'GET',
      path: v4('/orders.csv'),
      tags: ['orders'],
      summary: 'Orders as a CSV file',
      outputStructure: 'detailed',
    })
    .input(
      z
        .object({
          ...range,
          isActivePage: z._default(z.boolean(), false),
          /** As in the list: includes manual entries among past orders, in the same order. */
          withMaintenanceHistory: z._default(z.boolean(), false),
          sort: z.optional(z.enum(ORDER_SORTS)),
          /** As in the list: only these orders, whatever `isActivePage` is. */
          state_id: z.optional(Status),
          stay: z.optional(z.enum(STAYS)),
          search: z.optional(Text(ORDER_SEARCH_MAX)),
          ...vehicles,
          /** 'EN' or 'FR' (SVC-019), or any language code. */
          language: FileLanguage,
          auth_token: z.optional(TicketToken),
        })
        .check(isInOrder('startDate', 'endDate')),
    )
    .output(
      z.object({ headers: z.record(z.string(), z.string()), body: z.instanceof(ReadableStream<Uint8Array>) }),
    ),
  activity: call({ access: 'orders.read' })
    .route({
      method: 'GET',
      path: v4('/shop_order_activity_items'),
      tags: ['orders'],
      summary: 'List the activity of an order',
    })
    .input(z.object({ shop_order_id: Id }))
    .output(z.object({ shop_order_activity_items: z.array(ActivityItem) })),
}
