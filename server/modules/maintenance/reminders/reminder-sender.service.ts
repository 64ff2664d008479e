import { brandOrDefault } from '#server/brands/brand-or-default.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { isDatabaseUnavailable, isStatementTimeout } from '#server/db/database-errors.ts'
import { type EmailContent, renderEmail } from '#server/integrations/mail/render-email.ts'
import type { Ports } from '#server/use-case.ts'
import { readOrder } from '../../orders/orders/orders.reads.ts'
import { decideReminder } from './reminder-decision.ts'
import {
  appointmentEmail,
  appointmentText,
  digestEmail,
  digestText,
  type ReminderContext,
} from './reminder-emails.ts'
import { type Addressee, reminderSenderRepository, type WaitingRow } from './reminder-sender.repository.ts'
import { isQuietAt, usefulUntil } from './reminder-times.ts'
import { subscriptionOf, unsubscribeToken } from './unsubscribe-token.ts'

/** Users and reminders per transaction: few enough that locks are short. */
const PEOPLE = 20
const REMINDERS = 20_000
const RETRY_DELAY_MS = 3_600_000
/** Short enough that a reminder an hour before an appointment is not too late after it. */
const APPOINTMENT_RETRY_DELAY_MS = 300_000

interface SenderPorts extends Pick<Ports, 'mail' | 'sms' | 'brands' | 'originOf' | 'unsubscribeSecret'> {
  log: { error(about: object, message: string): void }
}
interface SenderDependencies {
  db: Database
  ports: SenderPorts
  /** Reminders per transaction. */
  remindersMax?: number
}
type Sending = { tx: Transaction; now: Date; ports: SenderPorts }

/** Binds the database and the ports, for the jobs. */
export function reminderSender({ db, ports, remindersMax = REMINDERS }: SenderDependencies) {
  return {
    round: (now: Date) => sendDueReminders({ db, ports, remindersMax }, now),
    forgetOld: () => reminderSenderRepository.forgetOld(db),
  }
}
export type ReminderSender = ReturnType<typeof reminderSender>

/**
 * Moves the due reminders of some users to the mail and SMS queues. Each is processed exactly once, also with concurrent
 * runs, because the message and its state are written in one transaction. @returns number of reminders
 */
async function sendDueReminders(
  { db, ports, remindersMax }: Required<SenderDependencies>,
  now: Date,
): Promise<number> {
  return db.system(async (tx) => {
    const people = await reminderSenderRepository.takePeople(tx, now, PEOPLE)
    if (people.length === 0) return 0
    const ids = people.map((person) => person.id)
    const rows = await reminderSenderRepository.waiting(tx, ids, now, remindersMax)
    const rowsByUser = Map.groupBy(rows, (row) => row.user_id)
    // The limit may have cut off some of the last user's reminders, so that user waits for the next round.
    const last = rows.at(-1)
    if (last && rows.length === remindersMax && rowsByUser.size > 1) rowsByUser.delete(last.user_id)
    for (const person of people)
      await sendOrPostpone({ tx, now, ports }, person, rowsByUser.get(person.id) ?? [])
    return rows.length
  })
}

/** A failure for one user does not affect others; it is retried in an hour, or in minutes for appointments. */
async function sendOrPostpone(
  sending: Sending,
  person: Addressee,
  rows: readonly WaitingRow[],
): Promise<void> {
  const { tx, ports } = sending
  try {
    await tx.attempt(() => sendAll(sending, person, rows))
  } catch (error) {
    // Retrying a user whose reminders exceed the statement timeout at once would hold back the others.
    if (isDatabaseUnavailable(error) && !isStatementTimeout(error)) throw error
    ports.log.error({ err: error, userId: person.id }, 'The reminders of one user could not be written')
    const [daily, appointments] = [rows.filter(isDaily), rows.filter((row) => !isDaily(row))]
    await postponeBy(sending, daily, RETRY_DELAY_MS)
    await postponeBy(sending, appointments, APPOINTMENT_RETRY_DELAY_MS)
  }
}

const isDaily = ({ kind }: WaitingRow): boolean => kind === 'maintenance' || kind === 'document'

const postponeBy = ({ tx, now }: Sending, rows: readonly WaitingRow[], delayMs: number): Promise<void> =>
  reminderSenderRepository.postpone(
    tx,
    rows.map(({ id }) => id),
    new Date(now.getTime() + delayMs),
  )

async function sendAll(sending: Sending, person: Addressee, rows: readonly WaitingRow[]): Promise<void> {
  const { tx, now } = sending
  const messages = Map.groupBy(await sendable(sending, person, rows), messageKey)
  for (const [, together] of messages) {
    const [first] = together
    if (!first) continue
    const context = await contextOf(sending, person, together, first)
    const ids = together.map((row) => row.id)
    const made = await queueMessage(sending, together, context, first.channel === 'text')
    if (made === null) await reminderSenderRepository.withhold(tx, ids, 'over', now)
    else await reminderSenderRepository.handOver(tx, ids, made, now)
  }
}

/** Returns the reminders to send now; records for the others why they are withheld, or until when they wait. */
async function sendable({ tx, now }: Sending, person: Addressee, rows: readonly WaitingRow[]) {
  const sendable: WaitingRow[] = []
  const withheld = new Map<string, number[]>()
  for (const row of rows) {
    const verdict = decideReminder(row, person, now)
    if ('send' in verdict) sendable.push(row)
    else if ('wait' in verdict) await reminderSenderRepository.postpone(tx, [row.id], verdict.wait)
    else withheld.set(verdict.withhold, [...(withheld.get(verdict.withhold) ?? []), row.id])
  }
  for (const [reason, ids] of withheld) await reminderSenderRepository.withhold(tx, ids, reason, now)
  return sendable
}

async function contextOf(
  { tx, now, ports }: Sending,
  person: Addressee,
  rows: readonly WaitingRow[],
  { kind, fleet_id: fleetId }: WaitingRow,
): Promise<ReminderContext> {
  const { brands, originOf } = ports
  const brand = brandOrDefault(brands, person.brand)
  const origin = originOf(brand)
  const token = unsubscribeToken(await ports.unsubscribeSecret(), person.id, subscriptionOf(kind))
  const serviceIds = new Set(rows.flatMap(({ facts }) => (facts.service_ids as number[] | undefined) ?? []))
  const serviceNames = await reminderSenderRepository.serviceNames(tx, person.language, [...serviceIds])
  return { person, brand, origin, fleetId, ending: `${origin}/unsubscribe/${token}`, now, serviceNames }
}

/** Queues one message about these reminders, and returns its id; null: its order no longer exists. */
async function queueMessage(
  { tx, ports }: Sending,
  rows: readonly WaitingRow[],
  context: ReminderContext,
  isText: boolean,
) {
  const { person } = context
  const orderId = rows[0]?.facts.order_id
  if (orderId === undefined)
    return isText
      ? queueText(tx, ports, context, digestText(rows, context))
      : queueMail(tx, ports, context, digestEmail(rows, context))
  const order = await readOrder(tx, person.language, Number(orderId))
  if (!order) return null
  const usefulMinutes = usefulMinutesOf(rows, context.now)
  return isText
    ? queueText(tx, ports, context, appointmentText(order, context), usefulMinutes)
    : queueMail(tx, ports, context, appointmentEmail(order, context), usefulMinutes)
}

async function queueMail(
  tx: Transaction,
  { mail }: SenderPorts,
  { person, brand, ending }: ReminderContext,
  content: EmailContent,
  usefulMinutes?: number,
) {
  const message = { subject: content.heading, ...renderEmail(brand, content) }
  const mailed = { recipient: person.email, unsubscribe: ending, usefulMinutes, ...message }
  return { mail: await mail.queue(tx, mailed) }
}

async function queueText(
  tx: Transaction,
  { sms }: SenderPorts,
  { person: { cell_phone, time_zone }, now }: ReminderContext,
  text: string,
  usefulMinutes?: number,
) {
  // A reminder that is sent in quiet hours was requested for then.
  const quietZone = isQuietAt(time_zone, now) ? undefined : time_zone
  return { text: await sms.queue(tx, { recipient: cell_phone ?? '', text, usefulMinutes, quietZone }) }
}

/** How long the reminder of an appointment is useful. */
function usefulMinutesOf([first]: readonly WaitingRow[], now: Date): number | undefined {
  if (first?.kind !== 'twenty_four_hour_reminder' && first?.kind !== 'one_hour_reminder') return undefined
  return Math.ceil(
    (usefulUntil(first.kind, new Date(String(first.facts.at))).getTime() - now.getTime()) / 60_000,
  )
}

/** Items that are due on a morning share one email; each appointment has its own. */
function messageKey(row: WaitingRow): string {
  const { channel, kind, facts } = row
  return isDaily(row) ? `${channel}:daily` : `${channel}:${kind}:${facts.order_id}`
}
