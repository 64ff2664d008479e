import { Day, Id, Instant, Uuid } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** Weeks that a reminder can be snoozed for (SVC-051). */
export const SNOOZE_WEEKS = [1, 2, 4, 8, 13] as const

/** `snooze`: the chosen number of weeks, such as '2 weeks'. The option "Remind Me" sends nothing (SVC-053). */
export const SnoozeInput = z.object({
  id: z.optional(Uuid),
  vehicle_id: Id,
  snooze: z.string('required').check(z.maxLength(8, 'choice'), z.regex(/^(1|2|4|8|13)( weeks?)?$/, 'choice')),
  /** Day of the request on the device; defaults to today. */
  from: z.optional(Day),
  entered_at: z.optional(Instant),
})
export type SnoozeInput = z.infer<typeof SnoozeInput>

/** SVC-057. */
const VehicleReminder = z.object({ vehicle_id: Id, reminder_date: z.nullable(z.string()) })

export const remindersContract = {
  snooze: call({ access: 'reminders.snooze', kind: 'write', idempotent: true })
    .route({
      method: 'POST',
      path: v4('/vehicles/{vehicle_id}/vehicle_reminders/snooze_reminder'),
      tags: ['schedules'],
      summary: 'Snooze the reminders of a vehicle',
    })
    .input(SnoozeInput)
    .output(
      // `reminder_date` null: the snooze was decided before a user undid another one, and has no effect.
      z.object({ success: z.literal(true), vehicle_id: Id, reminder_date: z.nullable(z.string()) }),
    ),
  snoozedDates: call({ access: 'schedules.read' })
    .route({
      method: 'GET',
      path: v4('/vehicles/me/vehicle_reminders/snoozed_date'),
      tags: ['schedules'],
      summary: 'List snooze end dates',
    })
    .input(
      z.object({
        vehicle_ids: z.string().check(z.maxLength(8000, 'id'), z.regex(/^\d{1,15}(,\d{1,15}){0,499}$/, 'id')),
      }),
    )
    .output(z.object({ vehicle_reminders: z.array(VehicleReminder) })),
}
