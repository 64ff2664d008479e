import { DistanceUnit, Id } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** Next maintenance interval of a vehicle: what is due and when (SCH-029). */
export const Interval = z.object({
  id: Id,
  vehicle_id: Id,
  name: z.string(),
  tag: z.enum(['Past Due', 'Currently Due', 'Upcoming']),
  due_status: z.nullable(z.enum(['past_due', 'due_soon'])),
  /** Odometer at which it is due, in `unit`; null: due by date only. */
  due_at: z.nullable(z.int()),
  due_date: z.nullable(z.string()),
  unit: DistanceUnit,
  /** The corresponding interval of the vehicle's schedule. */
  interval_id: z.optional(z.nullable(Id)),
  /** Months of one cycle, for intervals by date only, which have an empty name. */
  every_months: z.optional(z.nullable(z.int())),
  /** Those that are not done in the current cycle (SCH-052). */
  services: z.array(z.object({ service_id: Id, name_en: z.string(), name_fr: z.string() })),
})
export type Interval = z.infer<typeof Interval>

export const intervalsContract = {
  next: call({ access: 'intervals.read' })
    .route({
      method: 'GET',
      path: v4('/vehicles/next_maintenance_interval'),
      tags: ['maintenance'],
      summary: 'Next interval of each vehicle',
    })
    /** `vehicleIds`: up to 500, comma-separated. */
    .input(
      z.object({
        vehicleIds: z.string().check(z.maxLength(8000, 'id'), z.regex(/^\d{1,15}(,\d{1,15}){0,499}$/, 'id')),
      }),
    )
    .output(z.object({ intervals: z.array(Interval) })),
}
