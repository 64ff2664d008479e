import { Day, DistanceUnit, Id, Instant, TimeZone, Uuid } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** Number of past days that the page of sent reminders covers. */
export const SENT_REMINDERS_DAYS = 30

/** Reasons why a reminder was not sent. */
const WITHHELD_REASONS = [
  'switched_off',
  'snoozed',
  'no_phone',
  'too_late',
  /** Completed, canceled, moved or replaced before it was due. */
  'over',
  /** The vehicle is no longer assigned to the user, or is inactive. */
  'not_yours',
] as const
export type WithheldReason = (typeof WITHHELD_REASONS)[number]

/** Events of an order that send notices. Changed, proposed and declined times have no separate preference. */
const NOTICE_EVENTS = [
  'appointment_requested',
  'appointment_confirmed',
  'appointment_changed',
  'appointment_declined',
  'appointment_proposed',
  'proposal_accepted',
  'proposal_declined',
  'approvals_required',
  'approvals_submitted',
  'services_completed',
  'services_canceled',
] as const
export type NoticeEvent = (typeof NOTICE_EVENTS)[number]

const Maintenance = z.object({
  kind: z.literal('maintenance'),
  services: z.array(z.string()),
  due_status: z.enum(['past_due', 'due_soon']),
  due_at: z.nullable(z.int()),
  due_date: z.nullable(Day),
  unit: DistanceUnit,
})
const Document = z.object({
  kind: z.literal('document'),
  /** Null: the license plate of the vehicle. */
  document_id: z.nullable(Uuid),
  document_type: z.enum(['driver_license', 'vehicle_insurance', 'registration', 'license_plate', 'other']),
  document_title: z.nullable(z.string()),
  expiration: Day,
})
const Appointment = z.object({
  kind: z.enum(['twenty_four_hour_reminder', 'one_hour_reminder']),
  order_id: Id,
  at: Instant,
  /** The same in the shop's time zone, as the order and its emails show it; null: the order no longer exists. */
  appointment_date_pretty: z.nullable(z.string()),
  appointment_time_pretty: z.nullable(z.string()),
  /** IANA name of that time zone. */
  shop_time_zone: z.nullable(z.string()),
})
/** A status change of an order (ruling 14). */
const Notice = z.object({ kind: z.literal('order'), order_id: Id, event: z.enum(NOTICE_EVENTS) })

/** A reminder or notice to the current user over one channel. */
export const SentReminder = z.object({
  id: Id,
  vehicle: z.object({ id: Id, name: z.string() }),
  channel: z.enum(['email', 'text']),
  about: z.discriminatedUnion('kind', [Maintenance, Document, Appointment, Notice]),
  /**
   * 'on_its_way': in the mail or SMS queue, not accepted yet. 'undelivered': rejected for this address or number, or
   * not accepted before it expired.
   */
  state: z.enum(['waiting', 'on_its_way', 'sent', 'undelivered', 'withheld']),
  reason: z.nullable(z.enum(WITHHELD_REASONS)),
  /** When it was or will be sent; for a withheld reminder, when it was planned. */
  at: Instant,
  /** It was delayed until the end of the quiet hours. */
  is_moved: z.boolean(),
})
export type SentReminder = z.infer<typeof SentReminder>

export const sentRemindersContract = {
  /** Lists the user's reminders of the last 30 days, newest first; `cursor`: `next_cursor` of the previous page. */
  list: call({ access: 'session.own' })
    .route({
      method: 'GET',
      path: v4('/users/me/reminders'),
      tags: ['access'],
      summary: 'List own reminders and notices, with their outcome',
    })
    .input(
      z.object({
        cursor: z.optional(
          z.string('cursor').check(z.maxLength(32, 'cursor'), z.regex(/^\d{1,16}\.\d{1,15}$/, 'cursor')),
        ),
        per_page: z._default(z.int().check(z.gte(1), z.lte(100)), 50),
      }),
    )
    .output(
      z.object({
        reminders: z.array(SentReminder),
        next_cursor: z.nullable(z.string()),
        /** Time zone of quiet hours and mornings. */
        time_zone: z.string(),
      }),
    ),
  /** Sets the time zone of mornings and quiet hours; it defaults to the fleet's. */
  setTimeZone: call({ access: 'session.own', kind: 'write' })
    .route({
      method: 'PUT',
      path: v4('/users/me/time_zone'),
      tags: ['access'],
      summary: "Set one's own time zone",
    })
    .input(
      z.object({
        time_zone: TimeZone,
      }),
    )
    .output(z.object({ time_zone: z.string() })),
}
