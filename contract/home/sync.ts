import { ManualHistory, OrderHistory } from '#contract/maintenance/history-record.ts'
import { SYNC_PAGE, SYNC_PAGE_MAX } from '#domain/core/limits.ts'
import { ServiceDefinition } from '../catalog/services.ts'
import { Shop } from '../catalog/shops.ts'
import { Count, Id, Instant, Text, Uuid } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { Interval } from '../maintenance/intervals.ts'
import { VehicleSchedule } from '../maintenance/vehicle-schedule.ts'
import { GloveboxItem } from '../vehicles/glovebox.ts'
import { ModelRecalls } from '../vehicles/recalls.ts'
import { TelematicsSnapshot } from '../vehicles/telematics.ts'
import { Vehicle } from '../vehicles/vehicles.ts'

/** Types of entities that devices store, as named in changes. */
const SYNC_TYPES = [
  'vehicle',
  'interval',
  'schedule',
  'telematics',
  'recall',
  'glovebox_item',
  'manual_history',
  'order_history',
  'service',
  'favorite_shop',
] as const
export type SyncType = (typeof SYNC_TYPES)[number]

const gone = z.object({
  id: z.string(),
  deleted: z.literal(true),
  reason: z.optional(z.enum(['deleted', 'no_access'])),
})
const change = <T extends SyncType, S extends z.core.$ZodType>(type: T, data: S) =>
  [
    z.object({ type: z.literal(type), id: z.string(), data }),
    z.extend(gone, { type: z.literal(type) }),
  ] as const

/** A change: the current entity, or a note that it is gone. `id` is text for every type. */
export const SyncChange = z.union([
  ...change('vehicle', Vehicle),
  ...change('interval', Interval),
  ...change('schedule', VehicleSchedule),
  ...change('telematics', TelematicsSnapshot),
  ...change('recall', ModelRecalls),
  ...change('glovebox_item', GloveboxItem),
  ...change('manual_history', ManualHistory),
  ...change('order_history', OrderHistory),
  ...change('service', ServiceDefinition),
  ...change('favorite_shop', Shop),
])
export type SyncChange = z.infer<typeof SyncChange>

/** A device with unsent entries: whose, how many and since when, never their content. */
export const UnsentDevice = z.object({
  device_id: Uuid,
  user_id: Id,
  user_name: z.nullable(z.string()),
  /** Queued entries and files. */
  pending: z.int(),
  /** Of these, files. */
  pending_files: z.int(),
  /** Entries and files that need user action. */
  stuck: z.int(),
  /** Of these, files. */
  stuck_files: z.int(),
  oldest_at: z.nullable(Instant),
  /** Last contact. */
  seen_at: Instant,
  app_version: z.string(),
  persisted: z.boolean(),
  installed: z.boolean(),
  /** Unsent entries and files that were lost when the browser removed the device's data, and when this was detected. */
  lost: z.int(),
  /** Of these, files. */
  lost_files: z.int(),
  lost_at: z.nullable(Instant),
})
export type UnsentDevice = z.infer<typeof UnsentDevice>

export const syncContract = {
  /**
   * Returns changes after `cursor` (without one: everything) in commit order; `next` is the following cursor. 410
   * `resync`: the cursor is no longer valid (too old, access changed, server restored), so pull everything again and
   * then delete what was not received.
   */
  pull: call({ access: 'sync.own', problems: ['resync'] })
    .route({ method: 'GET', path: v4('/sync'), tags: ['sync'], summary: 'Changes since a cursor' })
    .input(
      z.object({
        cursor: z.optional(z.string().check(z.maxLength(200, 'cursor'))),
        limit: z._default(z.int().check(z.gte(1), z.lte(SYNC_PAGE_MAX)), SYNC_PAGE),
      }),
    )
    .output(
      z.object({
        changes: z.array(SyncChange),
        next: z.string(),
        hasMore: z.boolean(),
        /** There are changes that a later call returns, once the transactions that began before them have ended. */
        withheld: z.optional(z.boolean()),
        total: z.optional(z.int()),
      }),
    ),
  /** Returns which of these acknowledged operations the server does not know (after a restore from a backup). */
  receipts: call({ access: 'sync.own', kind: 'write' })
    .route({ method: 'POST', path: v4('/sync/receipts'), tags: ['sync'], summary: 'Check receipts' })
    .input(z.object({ ids: z.array(Uuid).check(z.maxLength(1000, 'too_many')) }))
    .output(z.object({ missing: z.array(Uuid) })),
  heartbeat: call({ access: 'sync.own', kind: 'write' })
    .route({
      method: 'POST',
      path: v4('/clients/heartbeat'),
      tags: ['sync'],
      summary: 'Report unsent entries of a device',
    })
    .input(
      z.object({
        device_id: Uuid,
        /** Queued entries and files, and how many of them are files. */
        pending: Count,
        pending_files: z.optional(Count),
        oldest_at: z.nullable(Instant),
        stuck: Count,
        stuck_files: z.optional(Count),
        app_version: Text(40),
        persisted: z.boolean(),
        installed: z.boolean(),
        /** Unsent entries and files that were lost when the browser removed this device's data. Reported once. */
        lost: z.optional(Count),
        lost_files: z.optional(Count),
      }),
    )
    .output(z.object({ success: z.literal(true) })),
  /**
   * Lists devices of the fleet with unsent entries, or with entries that their browser removed, longest waiting first.
   * Each row is the device's last report (`seen_at`). Devices without contact for 90 days are left out.
   */
  unsent: call({ access: 'unsent.read' })
    .route({
      method: 'GET',
      path: v4('/clients/unsent'),
      tags: ['sync'],
      summary: 'Devices with unsent entries',
    })
    .input(z.object(pageQuery(50, 200)))
    .output(z.object({ devices: z.array(UnsentDevice), ...pageFields })),
  /** Checks that the server is reachable; needs no session. */
  ping: call({ access: 'anyone' })
    .route({
      method: 'GET',
      path: v4('/ping'),
      tags: ['sync'],
      summary: 'Check that the server is reachable',
    })
    .output(z.object({ ok: z.literal(true), time: Instant })),
}
