import { DistanceUnit, Id } from '../core/fields.ts'
import * as z from '../core/zod.ts'
import { OdometerReading } from '../vehicles/odometer.ts'

/** Classes that schedules are written for (ruling 22). */
export const DUTY_CLASSES = ['car', 'van', 'pickup', 'medium', 'heavy', 'electric', 'trailer'] as const
export const DutyClass = z.enum(DUTY_CLASSES)
export type DutyClass = z.infer<typeof DutyClass>

const Every = z.nullable(z.int())
export const Item = z.object({
  id: Id,
  service_ids: z.array(Id),
  every_miles: Every,
  every_kilometers: Every,
  every_months: Every,
  /** Added to this one vehicle, and not of its class. */
  is_own: z.boolean(),
})

/** All that decides what is due on a vehicle: `dueItems` of due-rules.ts gives the answer, here and on the server. */
export const VehicleSchedule = z.object({
  vehicle_id: Id,
  unit: DistanceUnit,
  duty_class: DutyClass,
  /** False: the vehicle has a schedule of its own, and a change of its class does not reach it. */
  follows_class: z.boolean(),
  items: z.array(Item),
  completions: z.array(
    z.object({
      id: z.string(),
      service_id: Id,
      day: z.string(),
      odometer: z.nullable(z.int()),
      unit: DistanceUnit,
      source: z.enum(['mark', 'history', 'order']),
    }),
  ),
  /** The latest of the log, valid or not. */
  readings: z.array(OdometerReading),
  start: z.object({ day: z.string(), odometer: z.nullable(z.int()) }),
  /** Use that somebody stated, in `unit` per month; null: the log tells. */
  miles_per_month: z.nullable(z.int()),
  /** Reminders are silent until then (SVC-057). */
  reminder_date: z.nullable(z.string()),
})
export type VehicleSchedule = z.infer<typeof VehicleSchedule>
