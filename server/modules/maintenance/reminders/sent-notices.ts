import type { NoticeEvent } from '#contract/maintenance/sent-reminders.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** A notice about an order to a user over one channel. */
interface SentNotice {
  fleetId: number
  userId: number
  vehicleId: number
  orderId: number
  /** Id of the activity entry. */
  entryId: number
  event: NoticeEvent
  channel: 'email' | 'text'
  /** Id of the email or text message; null: the user has no phone number. */
  messageId: string | null
  /** When it happened, and when it is sent: text messages wait for the end of the quiet hours. */
  plannedFor: Date
  sendAt: Date
}

/**
 * Records it with the user's reminders, so that one page shows everything that was sent or withheld. The vehicle may have
 * left the fleet since the event.
 */
export async function recordSentNotice(tx: Transaction, notice: SentNotice): Promise<void> {
  const { channel, messageId, plannedFor } = notice
  await tx.query(sql`
    insert into reminders (fleet_id, user_id, vehicle_id, channel, kind, occasion, facts, planned_for, send_at, decided_at,
      state, reason, mail_id, text_id, vehicle_has_left)
    values (${notice.fleetId}, ${notice.userId}, ${notice.vehicleId}, ${channel}, 'order', ${`notice:${notice.entryId}`},
      ${{ order_id: notice.orderId, event: notice.event }}::jsonb, ${plannedFor}, ${notice.sendAt}, ${plannedFor},
      ${messageId === null ? 'withheld' : 'handed_over'}, ${messageId === null ? 'no_phone' : null},
      ${channel === 'email' ? messageId : null}, ${channel === 'text' ? messageId : null},
      not exists (select from vehicles where fleet_id = ${notice.fleetId} and id = ${notice.vehicleId}))`)
}
