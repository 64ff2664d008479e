import {
  BULK_ACTION_MAX,
  CANCEL_NOTE_MAX,
  DEPARTMENT_MAX,
  PO_NUMBER_MAX,
  VEHICLE_DRIVERS_MAX,
} from '#domain/core/limits.ts'
import { BULK_ACTIONS } from '#domain/vehicles/bulk-action-rules.ts'
import { Day, Id, Instant, SingleLineText, Text, Uuid } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { SNOOZE_WEEKS } from '../maintenance/reminders.ts'

const Ids = z.array(Id).check(z.minLength(1, 'required'), z.maxLength(BULK_ACTION_MAX, 'too_many'))

/** What to do with each vehicle, or with each order. */
export const BulkActionInput = z.object({
  action: z.enum(BULK_ACTIONS, 'text'),
  /** For actions on vehicles. */
  vehicle_ids: z.optional(Ids),
  /** For actions on orders. */
  order_ids: z.optional(Ids),
  /** For 'department'; null removes it. */
  department_number: z.optional(z.nullable(SingleLineText(DEPARTMENT_MAX))),
  /** For 'drivers': replaces the drivers. */
  driver_ids: z.optional(z.array(Id).check(z.maxLength(VEHICLE_DRIVERS_MAX, 'too_many'))),
  /** For 'snooze'. */
  weeks: z.optional(z.literal(SNOOZE_WEEKS)),
  /** For 'book'. */
  shop_id: z.optional(Id),
  /** For 'book': the first day, in the shop's time zone; default: today. */
  from_day: z.optional(Day),
  /** For 'po_number'; null removes it. */
  po_number: z.optional(z.nullable(SingleLineText(PO_NUMBER_MAX))),
  /** For 'cancel_orders': the reason, for the activity of each order. */
  note: z.optional(Text(CANCEL_NOTE_MAX)),
})
export type BulkActionInput = z.infer<typeof BulkActionInput>

export const NewBulkAction = z.extend(BulkActionInput, { id: z.optional(Uuid) })
export type NewBulkAction = z.infer<typeof NewBulkAction>

/** Why a vehicle or order was left as it is; other codes are those of a change of a single one. */
export const BULK_REJECTIONS = [
  'not_found',
  'unchanged',
  'inactive',
  'changed_since',
  'not_allowed',
  'order_status',
  'order_exists',
  'nothing_due',
  'slot_taken',
  'duty',
  'needs_position',
  'validation',
  'internal',
] as const
export type BulkRejection = (typeof BULK_REJECTIONS)[number]

export const BulkActionItem = z.object({
  /** Null: the user may not see the order. */
  vehicle_id: z.nullable(Id),
  /** Null in an action on vehicles. */
  order_id: z.nullable(Id),
  vehicle_name: z.nullable(z.string()),
  state: z.enum(['waiting', 'done', 'refused']),
  reason: z.nullable(z.enum(BULK_REJECTIONS)),
})
export type BulkActionItem = z.infer<typeof BulkActionItem>

/** Vehicles or orders that an action leaves as they are. */
const RejectionSummary = z.object({
  refused: z.int(),
  /** How many, by reason. */
  reasons: z.array(z.object({ reason: z.enum(BULK_REJECTIONS), count: z.int() })),
  /** The first 50; `items` lists all. */
  refused_items: z.array(BulkActionItem),
})
export type RejectionSummary = z.infer<typeof RejectionSummary>

/** An appointment that a booking would make. The job takes the next free time if this one is taken meanwhile. */
const PlannedBooking = z.object({
  vehicle_id: Id,
  vehicle_name: z.string(),
  /** Names of the services, in the user's language. */
  services: z.array(z.string()),
  appointment_datetime: Instant,
  department_number: z.nullable(z.string()),
  /** Where the vehicle is: its garage, else the shop of its last order. Null: not known. */
  place: z.nullable(
    z.object({ city: z.string(), state: z.string(), source: z.enum(['garage', 'last_shop']) }),
  ),
  /** Miles from there to the shop, rounded. Null: not known. */
  distance: z.nullable(z.int()),
  kilometers: z.nullable(z.int()),
})
export type PlannedBooking = z.infer<typeof PlannedBooking>

/** What an action would do. */
const BulkActionCheck = z.extend(RejectionSummary, {
  possible: z.int(),
  /** The first 10 of them; for a booking, see `bookings`. */
  possible_items: z.optional(z.array(z.object({ id: Id, name: z.nullable(z.string()) }))),
  /** For 'deactivate': how many of them have an open order, which continues. */
  open_orders: z.optional(z.int()),
  /** For 'book': the first 50 appointments. */
  bookings: z.array(PlannedBooking),
  /** For 'book': how many of all appointments are farther than `FAR_FROM_SHOP_KM` from the vehicle. */
  far: z.int(),
  /** For 'book': the time zone of the shop. */
  time_zone: z.nullable(z.string()),
})
export type BulkActionCheck = z.infer<typeof BulkActionCheck>

/** Progress and outcome. */
export const BulkAction = z.extend(RejectionSummary, {
  id: Uuid,
  action: z.enum(BULK_ACTIONS),
  /** The action that this one undoes. */
  undoes: z.nullable(Uuid),
  undone_by: z.nullable(Uuid),
  status: z.enum(['waiting', 'running', 'completed', 'cancelled']),
  /** Number of rows: vehicles, or orders. */
  vehicles_total: z.int(),
  done: z.int(),
  /** Of a finished booking: whether an appointment is left that an undo would cancel. */
  can_undo: z.optional(z.boolean()),
  /** For 'book': the first 50 orders. */
  booked: z.array(z.object({ order_id: Id, vehicle_name: z.nullable(z.string()) })),
  created_at: Instant,
  finished_at: z.nullable(Instant),
})
export type BulkAction = z.infer<typeof BulkAction>

const PATH = '/bulk_actions'

export const bulkActionsContract = {
  /**
   * Returns what an action would do, without doing it. Vehicles and orders that the user may not see are `not_found`. A
   * POST, because thousands of ids do not fit in a URL. Errors for 'book': 404 (the shop),
   * scheduling_not_supported, payment_method_missing.
   */
  check: call({ access: 'vehicles.read', problems: ['not_offered'] })
    .route({
      method: 'POST',
      path: v4(`${PATH}/check`),
      tags: ['vehicles'],
      summary: 'Preview a change of many vehicles',
    })
    .input(BulkActionInput)
    .output(BulkActionCheck),
  /**
   * Starts an action, which a job does. With an id of the client, it can be found although the response was lost. The
   * same action again, by id: 200 with its current state. An id of something else: 409 `id_reused`. Errors: not_allowed,
   * not_offered, validation.
   */
  create: call({
    access: 'vehicles.read',
    kind: 'write',
    idempotent: true,
    problems: ['not_offered', 'id_reused'],
  })
    .route({
      method: 'POST',
      path: v4(PATH),
      tags: ['vehicles'],
      summary: 'Change many vehicles',
      successStatus: 201,
    })
    .input(NewBulkAction)
    .output(BulkAction),
  show: call({ access: 'vehicles.read' })
    .route({
      method: 'GET',
      path: v4(`${PATH}/{id}`),
      tags: ['vehicles'],
      summary: 'Progress of a bulk action',
    })
    .input(z.object({ id: Uuid }))
    .output(BulkAction),
  items: call({ access: 'vehicles.read' })
    .route({
      method: 'GET',
      path: v4(`${PATH}/{id}/items`),
      tags: ['vehicles'],
      summary: 'Vehicles of a bulk action',
    })
    .input(
      z.object({
        id: Uuid,
        state: z.optional(z.enum(['waiting', 'done', 'refused'])),
        ...pageQuery(50, 500),
      }),
    )
    .output(z.object({ items: z.array(BulkActionItem), ...pageFields })),
  /**
   * Stops after the current vehicles. What was done stays, and can be undone. Without effect on a finished action and on
   * an undo, which could not be continued.
   */
  cancel: call({ access: 'vehicles.read', kind: 'write', idempotent: true, withoutIfMatch: true })
    .route({
      method: 'PUT',
      path: v4(`${PATH}/{id}/cancel`),
      tags: ['vehicles'],
      summary: 'Stop a bulk action',
    })
    .input(z.object({ id: Uuid }))
    .output(BulkAction),
  /**
   * Gives each vehicle back what it had. Vehicles that changed since keep that, and are named. Errors: not_found,
   * already_undone (also while it runs, for an undo, and for a cancellation of orders, which has no inverse).
   */
  undo: call({
    access: 'vehicles.read',
    kind: 'write',
    idempotent: true,
    withoutIfMatch: true,
    problems: ['not_offered', 'already_undone'],
  })
    .route({
      method: 'PUT',
      path: v4(`${PATH}/{id}/undo`),
      tags: ['vehicles'],
      summary: 'Undo a bulk action',
    })
    .input(z.object({ id: Uuid }))
    .output(BulkAction),
}
