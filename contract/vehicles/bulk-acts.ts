import { BULK_ACT_MAX, DEPARTMENT_MAX, VEHICLE_DRIVERS_MAX } from '#domain/core/limits.ts'
import { BULK_ACTS } from '#domain/vehicles/bulk-act-rules.ts'
import { Id, Instant, SingleLineText, Uuid } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { SNOOZE_WEEKS } from '../maintenance/reminders.ts'

/** What to do with each vehicle. */
export const BulkActInput = z.object({
  act: z.enum(BULK_ACTS, 'text'),
  vehicle_ids: z.array(Id).check(z.minLength(1, 'required'), z.maxLength(BULK_ACT_MAX, 'too_many')),
  /** For 'department'; null removes it. */
  department_number: z.optional(z.nullable(SingleLineText(DEPARTMENT_MAX))),
  /** For 'drivers': replaces the drivers. */
  driver_ids: z.optional(z.array(Id).check(z.maxLength(VEHICLE_DRIVERS_MAX, 'too_many'))),
  /** For 'snooze'. */
  weeks: z.optional(z.literal(SNOOZE_WEEKS)),
})
export type BulkActInput = z.infer<typeof BulkActInput>

/** Why a vehicle was left as it is; other codes are those of the single act, such as 'validation'. */
export const BULK_REFUSALS = [
  'not_found',
  'unchanged',
  'inactive',
  'changed_since',
  'not_allowed',
  'validation',
  'internal',
] as const
export type BulkRefusal = (typeof BULK_REFUSALS)[number]

export const BulkActItem = z.object({
  vehicle_id: Id,
  vehicle_name: z.nullable(z.string()),
  state: z.enum(['waiting', 'done', 'refused']),
  reason: z.nullable(z.enum(BULK_REFUSALS)),
})
export type BulkActItem = z.infer<typeof BulkActItem>

/** Vehicles that an act leaves as they are. */
const Refusals = z.object({
  refused: z.int(),
  /** How many, by reason. */
  reasons: z.array(z.object({ reason: z.enum(BULK_REFUSALS), count: z.int() })),
  /** The first 50; `items` lists all. */
  refused_items: z.array(BulkActItem),
})
export type Refusals = z.infer<typeof Refusals>

/** Progress and outcome. */
export const BulkAct = z.extend(Refusals, {
  id: Uuid,
  act: z.enum(BULK_ACTS),
  /** The act that this one undoes. */
  undoes: z.nullable(Uuid),
  undone_by: z.nullable(Uuid),
  status: z.enum(['waiting', 'running', 'completed', 'cancelled']),
  vehicles_total: z.int(),
  done: z.int(),
  created_at: Instant,
  finished_at: z.nullable(Instant),
})
export type BulkAct = z.infer<typeof BulkAct>

const PATH = '/bulk_acts'

export const bulkActsContract = {
  /**
   * Tells what an act would do, without doing it. Vehicles that the user may not see are `not_found`. A POST, because
   * thousands of ids do not fit in an address.
   */
  check: call({ access: 'vehicles.read', problems: ['not_offered'] })
    .route({
      method: 'POST',
      path: v4(`${PATH}/check`),
      tags: ['vehicles'],
      summary: 'Preview an act on many vehicles',
    })
    .input(BulkActInput)
    .output(z.extend(Refusals, { possible: z.int() })),
  /** Starts an act, which a job does. Errors: not_allowed, not_offered, validation. */
  create: call({ access: 'vehicles.read', kind: 'write', idempotent: true, problems: ['not_offered'] })
    .route({
      method: 'POST',
      path: v4(PATH),
      tags: ['vehicles'],
      summary: 'Act on many vehicles',
      successStatus: 201,
    })
    .input(BulkActInput)
    .output(BulkAct),
  show: call({ access: 'vehicles.read' })
    .route({
      method: 'GET',
      path: v4(`${PATH}/{id}`),
      tags: ['vehicles'],
      summary: 'Progress of an act on many',
    })
    .input(z.object({ id: Uuid }))
    .output(BulkAct),
  items: call({ access: 'vehicles.read' })
    .route({
      method: 'GET',
      path: v4(`${PATH}/{id}/items`),
      tags: ['vehicles'],
      summary: 'Vehicles of an act on many',
    })
    .input(
      z.object({
        id: Uuid,
        state: z.optional(z.enum(['waiting', 'done', 'refused'])),
        ...pageQuery(50, 500),
      }),
    )
    .output(z.object({ items: z.array(BulkActItem), ...pageFields })),
  /** Stops after the current vehicles. What was done stays, and can be undone. Without effect on a finished act. */
  cancel: call({ access: 'vehicles.read', kind: 'write', idempotent: true, withoutIfMatch: true })
    .route({
      method: 'PUT',
      path: v4(`${PATH}/{id}/cancel`),
      tags: ['vehicles'],
      summary: 'Stop an act on many',
    })
    .input(z.object({ id: Uuid }))
    .output(BulkAct),
  /**
   * Gives each vehicle back what it had. Vehicles that changed since keep that, and are named. Errors: not_found,
   * already_undone (also while it runs, and for an undo).
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
      summary: 'Undo an act on many',
    })
    .input(z.object({ id: Uuid }))
    .output(BulkAct),
}
