import type { Country } from '#contract/core/locale.ts'
import { SENT_REMINDERS_DAYS, type SentReminder } from '#contract/maintenance/sent-reminders.ts'
import type { Actor } from '#server/actor.ts'
import type { Database } from '#server/db/database.ts'
import { formatDateTime } from '#server/modules/orders/orders/orders.reads.ts'
import { type SentRow, sentRemindersRepository as sent } from './sent-reminders.repository.ts'

/** The caller of these use cases: a user, about their own reminders. */
interface OwnReminders {
  db: Database
  actor: Actor
}

/** Lists a user's own reminders, and why some were not sent. */
export async function listSentReminders(
  { db, actor, clock }: OwnReminders & { clock: () => Date },
  query: { cursor?: string | undefined; per_page: number },
) {
  const since = new Date(clock().getTime() - SENT_REMINDERS_DAYS * 86_400_000)
  const [position, id] = query.cursor?.split('.').map(Number) ?? []
  const before: [number, number] | null = position === undefined || id === undefined ? null : [position, id]
  const rows = await sent.list(db, actor, { since, before, limit: query.per_page + 1 })
  const shown = rows.slice(0, query.per_page)
  const last = rows.length > query.per_page ? shown.at(-1) : undefined
  return {
    reminders: shown.map((row) => onWire(row, actor.fleet.country)),
    next_cursor: last ? `${last.position}.${last.id}` : null,
    time_zone: await sent.timeZone(db, actor),
  }
}

/** Sets the time zone in which the user gets reminders. */
export async function setReminderTimeZone({ db, actor }: OwnReminders, timeZone: string) {
  await sent.setTimeZone(db, actor, timeZone)
  return { time_zone: timeZone }
}

function onWire(
  { kind, facts, services, shop_zone, position: _position, ...row }: SentRow,
  country: Country,
): SentReminder {
  const { item_id: _item, cycle_from: _cycle, service_ids: _ids, ...details } = facts
  const more =
    kind === 'maintenance'
      ? { services }
      : kind === 'twenty_four_hour_reminder' || kind === 'one_hour_reminder'
        ? {
            appointment_date_pretty: null,
            appointment_time_pretty: null,
            shop_time_zone: shop_zone,
            ...(shop_zone && formatDateTime(String(facts.at), shop_zone, country)),
          }
        : {}
  // The planner writes the fields of each kind; tests check the response against the contract.
  const about = { kind, ...details, ...more } as SentReminder['about']
  return { ...row, about }
}
