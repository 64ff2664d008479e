import { MILES_PER_MONTH_MAX, MILES_PER_MONTH_MIN } from '#domain/core/limits.ts'
import { DistanceUnit, Id } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import {
  IntervalCompletedInput,
  ServiceCompletedInput,
  ServicesCompletedInput,
  someServices,
} from './marks.ts'
import { VehicleSchedule } from './vehicle-schedule.ts'

const Tag = z.enum(['Past Due', 'Currently Due', 'Upcoming'])
const IntervalService = z.object({
  service_id: Id,
  service_name: z.string(),
  positions: z.array(z.string()),
  is_completed: z.boolean(),
})

/** Interval of a vehicle's schedule (SCH-029). A completed cycle is a separate row with `completed_on`. */
export const OemInterval = z.object({
  interval_id: Id,
  /** Label in the language of the request: '5,000 mi or 6 months'. */
  interval: z.string(),
  services: z.array(IntervalService),
  is_completed: z.boolean(),
  tag: Tag,
  due_at: z.nullable(z.int()),
  due_date: z.nullable(z.string()),
  unit: DistanceUnit,
  completed_on: z.nullable(z.string()),
  /** Reason for the frequency, in the language of the request. */
  reason: z.nullable(z.string()),
})
export type OemInterval = z.infer<typeof OemInterval>

/** Recommended service (SCH-030). */
const RecommendedService = z.object({
  service_id: Id,
  name: z.string(),
  positions: z.array(z.string()),
  is_completed: z.boolean(),
})
export type RecommendedService = z.infer<typeof RecommendedService>

/** One service of a vehicle's schedule (SCH-031). */
export const ScheduledService = z.object({
  id: Id,
  /** Its interval in the schedule. */
  interval_id: Id,
  name: z.string(),
  /** Miles; null: due by date only. */
  interval: z.nullable(z.int()),
  interval_kilometers: z.nullable(z.int()),
  interval_months: z.nullable(z.int()),
  recommendation_state: Tag,
  estimated_maintenance_date: z.nullable(z.string()),
  is_completed: z.boolean(),
  /** true: from the template of the vehicle's class. false: added to this vehicle. */
  recommended: z.boolean(),
})
export type ScheduledService = z.infer<typeof ScheduledService>

/** The next due item of a vehicle (VEH-095). */
const DueRow = z.object({
  id: Id,
  /** Label in the language of the request. */
  interval: z.string(),
  tag: Tag,
  vehicle: z.object({
    id: Id,
    name: z.string(),
    /** What tells vehicles with the same name apart. */
    license_plate_number: z.nullable(z.string()),
    vin: z.nullable(z.string()),
    other_id: z.nullable(z.string()),
  }),
  due_at: z.nullable(z.int()),
  due_date: z.nullable(z.string()),
  due_status: z.nullable(z.enum(['past_due', 'due_soon'])),
  unit: DistanceUnit,
  /** Those that are not done in the current cycle (SCH-052). */
  services: z.array(z.object({ service_id: Id, name: z.string() })),
  /** Day on which the snooze of the vehicle's reminders ends or ended (SVC-057); null: never snoozed. */
  snoozed_until: z.nullable(z.string()),
})
export type DueRow = z.infer<typeof DueRow>

/**
 * Mileage form (SCH-003 to SCH-006); both values in the vehicle's unit. A value that is left out stays as it is
 * (SCH-053). Codes: `mileage`.
 */
export const MileageInput = z
  .object({
    vehicle_id: Id,
    current_mileage: z.optional(z.int('mileage').check(z.gte(0, 'mileage'), z.lte(9_999_999, 'mileage'))),
    miles_per_month: z.optional(
      z.int('mileage').check(z.gte(MILES_PER_MONTH_MIN, 'mileage'), z.lte(MILES_PER_MONTH_MAX, 'mileage')),
    ),
  })
  .check(
    z.refine((input) => input.current_mileage !== undefined || input.miles_per_month !== undefined, {
      error: 'required',
      path: ['current_mileage'],
    }),
  )
export type MileageInput = z.infer<typeof MileageInput>

const done = z.object({ success: z.literal(true) })
/** The updated schedule and its most urgent interval. */
const afterMark = z.object({ success: z.literal(true), schedule: VehicleSchedule })
/** Records an event and edits no existing row, so it needs no revision. */
const mark = {
  access: 'schedules.mark',
  kind: 'write',
  idempotent: true,
  withoutIfMatch: true,
  problems: ['interval_reset'],
} as const
const oem = '/vehicles/{vehicle_id}/oem_schedules' as const

export const schedulesContract = {
  /** The vehicle's intervals, most urgent first, followed by completed ones, latest first (SCH-036). */
  oem: call({ access: 'schedules.read' })
    .route({
      method: 'GET',
      path: v4(oem),
      tags: ['schedules'],
      summary: 'Maintenance schedule of a vehicle',
    })
    .input(z.object({ vehicle_id: Id }))
    .output(
      z.object({
        intervals: z.array(OemInterval),
        completed_intervals: z.array(OemInterval),
        schedule: VehicleSchedule,
        current_mileage: z.nullable(z.int()),
        /** Stated value, else the average of the log; null: neither (SCH-005). */
        miles_per_month: z.nullable(z.int()),
        unit: DistanceUnit,
      }),
    ),
  servicesCompleted: call(mark)
    .route({
      method: 'PUT',
      path: v4(`${oem}/services_completed`),
      tags: ['schedules'],
      summary: 'Mark services of an interval as done',
    })
    .input(ServicesCompletedInput)
    .output(afterMark),
  intervalCompleted: call(mark)
    .route({
      method: 'PUT',
      path: v4(`${oem}/{interval_id}/mark_as_completed`),
      tags: ['schedules'],
      summary: 'Mark an interval as done',
    })
    .input(IntervalCompletedInput)
    .output(afterMark),
  serviceCompleted: call(mark)
    .route({
      method: 'PUT',
      path: v4('/vehicles/update_is_completed'),
      tags: ['schedules'],
      summary: 'Mark a service as done',
    })
    .input(ServiceCompletedInput)
    .output(afterMark),
  /** Services of one interval; defaults to the most urgent interval (SCH-033). */
  recommendedOem: call({ access: 'schedules.read' })
    .route({
      method: 'GET',
      path: v4('/services/recommended/oem'),
      tags: ['schedules'],
      summary: 'Services of an interval',
    })
    .input(z.object({ vehicleId: Id, interval: z.optional(Id) }))
    .output(z.object({ services: z.array(IntervalService) })),
  /** Recommended services outside the schedule (SCH-032, SCH-034). Providers other than 'advice': 404. */
  recommended: call({ access: 'schedules.read' })
    .route({
      method: 'GET',
      path: v4('/services/recommended/{provider}'),
      tags: ['schedules'],
      summary: 'Advised services',
    })
    .input(z.object({ provider: z.string().check(z.maxLength(40)), vehicle_id: Id }))
    .output(z.object({ services: z.array(RecommendedService) })),
  /** Returns a page of ten of a vehicle's services (SCH-044). */
  ofVehicle: call({ access: 'schedules.read' })
    .route({
      method: 'GET',
      path: v4('/vehicles/{vehicle_id}/show_services'),
      tags: ['schedules'],
      summary: 'Services of a vehicle',
    })
    .input(z.object({ vehicle_id: Id, ...pageQuery(10, 10) }))
    .output(z.object({ services: z.array(ScheduledService), ...pageFields })),
  /** Lists due items of the fleet or of some vehicles, most urgent first; an empty page is the last (SCH-045). */
  ofFleet: call({ access: 'schedules.read' })
    .route({
      method: 'GET',
      path: v4('/fleets/me/vehicle_services'),
      tags: ['schedules'],
      summary: 'List due maintenance of the fleet',
    })
    .input(
      z.object({
        vehicle_ids: z.optional(
          z.string().check(z.maxLength(8000, 'id'), z.regex(/^\d{1,15}(,\d{1,15}){0,499}$/, 'id')),
        ),
        service_schedules_by_vehicle: z.optional(z.boolean()),
        ...pageQuery(50, 200),
      }),
    )
    .output(z.object({ vehicle_services: z.array(DueRow), ...pageFields })),
  /** Adds services to a vehicle's own schedule (SCH-048, SCH-049). Requires miles or months. */
  add: call({ access: 'schedules.edit', kind: 'write', idempotent: true })
    .route({
      method: 'POST',
      path: v4('/vehicles/{vehicle_id}/vehicle_services'),
      tags: ['schedules'],
      summary: 'Add services to a vehicle',
      successStatus: 201,
    })
    .input(
      z
        .object({
          vehicle_id: Id,
          service_definition_ids: someServices,
          /** In the vehicle's unit. */
          interval: z.optional(z.int().check(z.gte(100, 'number'), z.lte(1_000_000, 'number'))),
          interval_months: z.optional(z.int().check(z.gte(1, 'number'), z.lte(240, 'number'))),
        })
        .check(
          z.refine((input) => input.interval !== undefined || input.interval_months !== undefined, {
            error: 'required',
            path: ['interval'],
          }),
        ),
    )
    .output(afterMark),
  /**
   * Removes an interval that was added to the vehicle by `add`, with all of its services (SCH-054). Succeeds again if it
   * was removed before; items of templates and of the vehicle's own schedule are not found.
   */
  remove: call({ access: 'schedules.edit', kind: 'write', idempotent: true, withoutIfMatch: true })
    .route({
      method: 'DELETE',
      path: v4('/vehicles/{vehicle_id}/vehicle_services/{interval_id}'),
      tags: ['schedules'],
      summary: 'Remove added services from a vehicle',
    })
    .input(z.object({ vehicle_id: Id, interval_id: Id }))
    .output(afterMark),
  serviceBased: call({ access: 'odometer.record', kind: 'write' })
    .route({
      method: 'PUT',
      path: v4('/service_based_reminders/{vehicle_id}'),
      tags: ['schedules'],
      summary: 'Mileage of a vehicle without manufacturer intervals',
    })
    .input(MileageInput)
    .output(done),
  intervalBased: call({ access: 'odometer.record', kind: 'write' })
    .route({
      method: 'PUT',
      path: v4('/interval_based_reminders/{vehicle_id}'),
      tags: ['schedules'],
      summary: 'Mileage of a vehicle with manufacturer intervals',
    })
    .input(MileageInput)
    .output(done),
}
