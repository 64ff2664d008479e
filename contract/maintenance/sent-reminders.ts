import { Day, DistanceUnit, Id, Instant, TimeZone, Uuid } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** Days that the page of one's reminders looks back. */
export const SENT_REMINDERS_DAYS = 30

/** Why a reminder was not sent. */
export const WITHHELD_REASONS = [
  'switched_off',
  'snoozed',
  'no_phone',
  'too_late',
  /** Done, cancelled, moved or replaced before its time came. */
  'over',
  /** The vehicle is no longer the person's, or out of use. */
  'not_yours',
] as const
export type WithheldReason = (typeof WITHHELD_REASONS)[number]

/** What of an order is told. Changed and proposed times have no preference of their own. */
export const NOTICE_EVENTS = [
  'appointment_requested',
  'appointment_confirmed',
  'appointment_changed',
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
  /** Null: the plate of the vehicle. */
  document_id: z.nullable(Uuid),
  document_type: z.enum(['driver_license', 'vehicle_insurance', 'registration', 'license_plate', 'other']),
  document_title: z.nullable(z.string()),
  expiration: Day,
})
const Appointment = z.object({
  kind: z.enum(['twenty_four_hour_reminder', 'one_hour_reminder']),
  order_id: Id,
  at: Instant,
  /** The same by the clock of the shop, as the order and its mails say it; null: the order is gone. */
  appointment_date_pretty: z.nullable(z.string()),
  appointment_time_pretty: z.nullable(z.string()),
  /** IANA name of that clock's zone. */
  shop_time_zone: z.nullable(z.string()),
})
/** An order that moved (ruling 14). */
const Notice = z.object({ kind: z.literal('order'), order_id: Id, event: z.enum(NOTICE_EVENTS) })

/** One reminder or notice to the person who asks, over one channel. */
export const SentReminder = z.object({
  id: Id,
  vehicle: z.object({ id: Id, name: z.string() }),
  channel: z.enum(['email', 'text']),
  about: z.discriminatedUnion('kind', [Maintenance, Document, Appointment, Notice]),
  /**
   * 'on_its_way': handed to the queue of mails or text messages, and not taken yet. 'undelivered': it
   * was refused for this address or number, or nobody took it while it was of use.
   */
  state: z.enum(['waiting', 'on_its_way', 'sent', 'undelivered', 'withheld']),
  reason: z.nullable(z.enum(WITHHELD_REASONS)),
  /** When it was sent, or is to be; of one that was withheld, when it was to be. */
  at: Instant,
  /** It waited for the end of the quiet hours. */
  is_moved: z.boolean(),
})
export type SentReminder = z.infer<typeof SentReminder>

export const sentRemindersContract = {
  /** Those of the last 30 days, newest first, to the person who asks; `cursor`: `next_cursor` of the page before. */
  list: call({ access: 'session.own' })
    .route({
      method: 'GET',
      path: v4('/users/me/reminders'),
      tags: ['access'],
      summary: 'Reminders that were sent to one, or were not, and why',
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
        /** By whose clock quiet hours and mornings are counted. */
        time_zone: z.string(),
      }),
    ),
  /** By whose clock mornings and quiet hours are; until then, that of the fleet. */
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
