import { DistanceUnit, Id } from '../core/fields.ts'
import * as z from '../core/zod.ts'
import { OdometerReading } from '../vehicles/odometer.ts'

/** Vehicle classes that have a schedule template (ruling 22). */
export const DUTY_CLASSES = ['car', 'van', 'pickup', 'medium', 'heavy', 'electric', 'trailer'] as const
export const DutyClass = z.enum(DUTY_CLASSES)
export type DutyClass = z.infer<typeof DutyClass>

const Every = z.nullable(z.int())
const Item = z.object({
  id: Id,
  service_ids: z.array(Id),
  every_miles: Every,
  every_kilometers: Every,
  every_months: Every,
  /** Added to this vehicle, not part of its class. */
  is_own: z.boolean(),
})

/** Input of `dueItems` (due-rules.ts), which computes what is due on a vehicle, here and on the server. */
export const VehicleSchedule = z.object({
  vehicle_id: Id,
  unit: DistanceUnit,
  duty_class: DutyClass,
  /** False: the vehicle has its own schedule, so changes to its class do not affect it. */
  follows_class: z.boolean(),
  items: z.array(Item),
  /** Changes with every change of the items that a save replaces: all but `is_own`. */
  revision: z.optional(z.string()),
  completions: z.array(
    z.object({
      id: z.string(),
      service_id: Id,
      day: z.string(),
      odometer: z.nullable(z.int()),
      unit: DistanceUnit,
      /** Odometer on that day, in the schedule's unit; only if none was recorded and `readings` start later. */
      last_reading: z.optional(z.int()),
      source: z.enum(['mark', 'history', 'order']),
    }),
  ),
  /** Latest valid readings of the log, and a few doubtful and void ones, newest first. */
  readings: z.array(OdometerReading),
  /**
   * The first day from `from` on with a reading above `due_at`, for intervals whose due reading was exceeded before
   * `readings` start.
   */
  exceeded: z.optional(z.array(z.object({ due_at: z.int(), from: z.string(), read_on: z.string() }))),
  start: z.object({ day: z.string(), odometer: z.nullable(z.int()) }),
  /** Stated use in `unit` per month; null: computed from the log. */
  miles_per_month: z.nullable(z.int()),
  /** Reminders are snoozed until then (SVC-057). */
  reminder_date: z.nullable(z.string()),
})
export type VehicleSchedule = z.infer<typeof VehicleSchedule>
