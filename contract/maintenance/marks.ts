import { SCHEDULE_SERVICES_MAX } from '#domain/core/limits.ts'
import { Day, Id, Instant, Odometer, Uuid } from '../core/fields.ts'
import * as z from '../core/zod.ts'

/** Fields of every mark: its own id, the day and the odometer reading. */
const markFields = {
  id: z.optional(Uuid),
  vehicle_id: Id,
  customer_id: z.optional(Id),
  completed_on: z.optional(Day),
  odometer: z.optional(Odometer),
  /**
   * Day of the last completion that the user saw. 409 `interval_reset` if the interval was completed since, so that it is
   * not reset twice. Not checked if omitted.
   */
  last_completed_on: z.optional(z.union([Day, z.literal('never')])),
  entered_at: z.optional(Instant),
}
export const someServices = z
  .array(Id)
  .check(z.minLength(1, 'required'), z.maxLength(SCHEDULE_SERVICES_MAX, 'too_many'))

/** Marks some services of an interval, each as done or not done (SCH-037). */
export const ServicesCompletedInput = z.object({
  ...markFields,
  interval_id: Id,
  service_completed_details: z
    .array(z.object({ id: Id, is_completed: z.boolean() }))
    .check(z.minLength(1, 'required'), z.maxLength(SCHEDULE_SERVICES_MAX, 'too_many')),
  are_all_completed: z.boolean(),
})
export type ServicesCompletedInput = z.infer<typeof ServicesCompletedInput>

/** Marks a whole interval as done or not done (SCH-038). */
export const IntervalCompletedInput = z.object({
  ...markFields,
  interval_id: Id,
  is_completed: z.boolean(),
  service_definition_ids: someServices,
})
export type IntervalCompletedInput = z.infer<typeof IntervalCompletedInput>

/** Marks one service as done or not done (SCH-039). */
export const ServiceCompletedInput = z.object({ ...markFields, service_id: Id, is_completed: z.boolean() })
export type ServiceCompletedInput = z.infer<typeof ServiceCompletedInput>
