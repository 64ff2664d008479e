import { VOID_REASON_MAX } from '#domain/core/limits.ts'
import { Day, DistanceUnit, Id, Instant, Odometer, Text, Uuid } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** A reading of a vehicle's odometer log (ruling 20). */
export const OdometerReading = z.object({
  id: Uuid,
  vehicle_id: Id,
  value: z.int(),
  unit: DistanceUnit,
  read_on: z.string(),
  source: z.enum(['history', 'order', 'driver', 'telematics', 'import']),
  /** Inconsistent with earlier valid readings: stored and marked, but not used. */
  is_doubtful: z.boolean(),
  /** Set if a user voided it: the reason. */
  void_reason: z.nullable(z.string()),
  user_name: z.nullable(z.string()),
  created_at: Instant,
})
export type OdometerReading = z.infer<typeof OdometerReading>

/** A reading as entered. Past days are accepted; a future day is rejected: `future`. */
export const ReadingInput = z.object({
  id: z.optional(Uuid),
  vehicle_id: Id,
  value: Odometer,
  /** Defaults to the vehicle's unit. */
  unit: z.optional(DistanceUnit),
  read_on: Day,
  entered_at: z.optional(Instant),
})
export type ReadingInput = z.infer<typeof ReadingInput>

/** Voids a reading; `id` identifies this action, `reading_id` the reading. */
export const VoidInput = z.object({
  id: z.optional(Uuid),
  vehicle_id: Id,
  reading_id: Uuid,
  reason: Text(VOID_REASON_MAX),
  entered_at: z.optional(Instant),
})
export type VoidInput = z.infer<typeof VoidInput>

export const odometerContract = {
  list: call({ access: 'odometer.read' })
    .route({
      method: 'GET',
      path: v4('/vehicles/{vehicle_id}/odometer_readings'),
      tags: ['vehicles'],
      summary: 'Odometer log of a vehicle, newest first',
    })
    .input(z.object({ vehicle_id: Id, ...pageQuery(20, 100) }))
    .output(z.object({ odometer_readings: z.array(OdometerReading), ...pageFields })),
  /** The same reading again, by id: 200 with its current state. An id of something else: 409 `id_reused`. */
  create: call({ access: 'odometer.record', kind: 'write', idempotent: true, problems: ['id_reused'] })
    .route({
      method: 'POST',
      path: v4('/vehicles/{vehicle_id}/odometer_readings'),
      tags: ['vehicles'],
      summary: 'Enter an odometer reading',
      successStatus: 201,
    })
    .input(ReadingInput)
    .output(OdometerReading),
  /**
   * Voids a reading; it stays in the log with the reason. The same action again, by `id`: 200 with the current state;
   * already voided by another action: 409 `already_void`. Readings of manual histories are corrected there: 422
   * `validation` with reading_id `other_source`.
   */
  void: call({
    access: 'odometer.void',
    kind: 'write',
    idempotent: true,
    problems: ['already_void', 'id_reused'],
  })
    .route({
      method: 'POST',
      path: v4('/vehicles/{vehicle_id}/odometer_readings/{reading_id}/void'),
      tags: ['vehicles'],
      summary: 'Ignore an odometer reading',
    })
    .input(VoidInput)
    .output(OdometerReading),
}
