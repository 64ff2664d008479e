import { SCHEDULE_ITEMS_MAX, SCHEDULE_SERVICES_MAX } from '#domain/core/limits.ts'
import { DistanceUnit, Id, Text } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'
import { DutyClass, VehicleSchedule } from './vehicle-schedule.ts'

const Every = z.nullable(z.int())
const TemplateItem = z.object({
  id: Id,
  service_ids: z.array(Id),
  every_miles: Every,
  every_kilometers: Every,
  every_months: Every,
  /** Reason for the frequency, in the language of the request; null for items that a fleet entered. */
  reason: z.nullable(z.string()),
})

/** Schedule of all vehicles of a class (ruling 22). */
export const ScheduleTemplate = z.object({
  duty_class: DutyClass,
  /** Whether the fleet has changed the default template. */
  is_own: z.boolean(),
  /** Changes whenever an item changes. */
  revision: z.string(),
  /** Active vehicles that follow it, and those of the class that have their own schedule. */
  following: z.int(),
  not_following: z.int(),
  items: z.array(TemplateItem),
})
export type ScheduleTemplate = z.infer<typeof ScheduleTemplate>

/**
 * An item, as saved. With an existing `id` it updates that item; existing items that are left out are removed. `every`
 * is in `unit`; a distance or months are required: `required`.
 */
const ItemInput = z
  .object({
    id: z.optional(Id),
    service_ids: z
      .array(Id)
      .check(z.minLength(1, 'required'), z.maxLength(SCHEDULE_SERVICES_MAX, 'too_many')),
    every: z.nullable(z.int('number').check(z.gte(100, 'number'), z.lte(1_000_000, 'number'))),
    every_months: z.nullable(z.int('number').check(z.gte(1, 'number'), z.lte(240, 'number'))),
  })
  .check(
    z.refine((item) => item.every !== null || item.every_months !== null, {
      error: 'required',
      path: ['every'],
    }),
  )
export type ItemInput = z.infer<typeof ItemInput>
const items = z
  .array(ItemInput)
  .check(z.minLength(1, 'required'), z.maxLength(SCHEDULE_ITEMS_MAX, 'too_many'))

export const templatesContract = {
  list: call({ access: 'schedules.read' })
    .route({
      method: 'GET',
      path: v4('/schedule_templates'),
      tags: ['schedules'],
      summary: 'Schedules by class of vehicle',
    })
    .input(z.object({}))
    .output(z.object({ templates: z.array(ScheduleTemplate) })),
  /**
   * Replaces the default template for the fleet; all vehicles that follow the class use it. 412 `stale`: the template
   * has a newer `revision`.
   */
  save: call({ access: 'schedules.edit', kind: 'write', problems: ['stale'] })
    .route({
      method: 'PUT',
      path: v4('/schedule_templates/{duty_class}'),
      tags: ['schedules'],
      summary: 'Change the schedule of a class',
    })
    .input(z.object({ duty_class: DutyClass, unit: DistanceUnit, items, revision: z.optional(Text(40)) }))
    .output(z.object({ template: ScheduleTemplate })),
  /** Restores the default template. */
  reset: call({ access: 'schedules.edit', kind: 'write' })
    .route({
      method: 'DELETE',
      path: v4('/schedule_templates/{duty_class}'),
      tags: ['schedules'],
      summary: 'Reset a class to the standard schedule',
    })
    .input(z.object({ duty_class: DutyClass }))
    .output(z.object({ template: ScheduleTemplate })),
  /**
   * Gives the vehicle its own schedule if `items` is sent; otherwise it follows its class. `duty_class` null: derived from
   * its data. Services that were added to the vehicle stay. 412 `stale`: the schedule has a newer `revision`
   * and other items.
   */
  ofVehicle: call({ access: 'schedules.edit', kind: 'write', problems: ['stale'] })
    .route({
      method: 'PUT',
      path: v4('/vehicles/{vehicle_id}/schedule'),
      tags: ['schedules'],
      summary: 'Set the schedule of a vehicle',
    })
    .input(
      z.object({
        vehicle_id: Id,
        duty_class: z.nullable(DutyClass),
        items: z.optional(items),
        revision: z.optional(Text(40)),
      }),
    )
    .output(z.object({ schedule: VehicleSchedule })),
}
