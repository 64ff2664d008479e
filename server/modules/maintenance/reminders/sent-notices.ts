import type { NoticeEvent } from '#contract/maintenance/sent-reminders.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** What somebody was told of an order, over one channel. */
export interface SentNotice {
  fleetId: number
  userId: number
  vehicleId: number
  orderId: number
  /** The entry of the activity log. */
  entryId: number
  event: NoticeEvent
  channel: 'email' | 'text'
  /** The mail or text message; null: there is no phone for it. */
  messageId: string | null
  /** When it happened, and when it goes out: text messages wait for the end of the quiet hours. */
  plannedFor: Date
  sendAt: Date
}

/** Writes it down beside the reminders of the person, who sees on one page what was sent and why not. */
export async function recordSentNotice(tx: Transaction, told: SentNotice): Promise<void> {
  const { channel, messageId, plannedFor } = told
  await tx.query(sql`
    insert into reminders (fleet_id, user_id, vehicle_id, channel, kind, occasion, facts, planned_for, send_at, decided_at,
      state, reason, mail_id, text_id)
    values (${told.fleetId}, ${told.userId}, ${told.vehicleId}, ${channel}, 'order', ${`notice:${told.entryId}`},
      ${{ order_id: told.orderId, event: told.event }}::jsonb, ${plannedFor}, ${told.sendAt}, ${plannedFor},
      ${messageId === null ? 'withheld' : 'handed_over'}, ${messageId === null ? 'no_phone' : null},
      ${channel === 'email' ? messageId : null}, ${channel === 'text' ? messageId : null})`)
}
