import type { WithheldReason } from '#contract/maintenance/sent-reminders.ts'
import { EMAIL_NOTIFICATIONS, TEXT_NOTIFICATIONS } from '#domain/access/preferences-rules.ts'
import type { Addressee, WaitingRow } from './reminder-sender.repository.ts'
import { afterQuietHours, isTooLate, sendableAt } from './reminder-times.ts'

type ReminderDecision = { send: true } | { withhold: WithheldReason } | { wait: Date }

/**
 * Decides whether a due reminder is sent, by the current preferences and vehicles, which may have changed since
 * planning.
 */
export function decideReminder(row: WaitingRow, person: Addressee, now: Date): ReminderDecision {
  if (!person.is_active || !row.is_visible) return { withhold: 'not_yours' }
  if (!isWanted(row, person)) return { withhold: 'switched_off' }
  if (!row.is_current) return { withhold: 'over' }
  if (row.kind === 'maintenance' && row.is_snoozed) return { withhold: 'snoozed' }
  if (row.channel === 'text' && !person.cell_phone) return { withhold: 'no_phone' }
  if (row.kind === 'maintenance' || row.kind === 'document')
    return sendOrWait(afterQuietHours(person.time_zone, now), now)
  const appointment = new Date(String(row.facts.at))
  if (isTooLate(row.kind, appointment, now)) return { withhold: 'too_late' }
  return sendOrWait(sendableAt(row.kind, appointment, person.time_zone, now), now)
}

const sendOrWait = (at: Date, now: Date): ReminderDecision => (at > now ? { wait: at } : { send: true })

function isWanted({ kind, channel }: WaitingRow, person: Addressee): boolean {
  if (kind === 'maintenance' || kind === 'document')
    return channel === 'email' ? person.by_email : person.by_text
  const chosen: Record<string, boolean> =
    channel === 'email'
      ? { ...EMAIL_NOTIFICATIONS, ...person.email_notifications }
      : { ...TEXT_NOTIFICATIONS, ...person.text_notifications }
  return chosen[kind] ?? false
}
