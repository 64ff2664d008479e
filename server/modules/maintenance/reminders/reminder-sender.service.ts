import type { Brand } from '#contract/core/brand.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { MailQueue } from '#server/integrations/mail/mail-queue.ts'
import { type EmailContent, renderEmail } from '#server/integrations/mail/render-email.ts'
import type { SmsQueue } from '#server/integrations/sms/sms-queue.ts'
import { readOrders } from '../../orders/orders/orders.reads.ts'
import { decideReminder } from './reminder-decision.ts'
import {
  appointmentEmail,
  appointmentText,
  digestEmail,
  digestText,
  type ReminderContext,
} from './reminder-emails.ts'
import type { Addressee, ReminderSenderRepository, WaitingRow } from './reminder-sender.repository.ts'
import { isQuietAt, usefulUntil } from './reminder-times.ts'
import { subscriptionOf, unsubscribeToken } from './unsubscribe-token.ts'

/** Users and reminders per transaction: few enough that locks are short. */
const PEOPLE = 20
const REMINDERS = 20_000
const RETRY_DELAY_MS = 3_600_000

interface Deps {
  db: Database
  post: ReminderSenderRepository
  mail: MailQueue
  texts: SmsQueue
  brands: readonly Brand[]
  originOf: (brand: Brand) => string
  /** Secret of the unsubscribe links. */
  secret: () => Promise<string>
  log: { error(about: object, message: string): void }
}

/** Moves due reminders to the mail and SMS queues. */
export function reminderSender({ db, post, mail, texts, brands, originOf, secret, log }: Deps) {
  async function serve(tx: Transaction, person: Addressee, rows: readonly WaitingRow[], now: Date) {
    const letters = Map.groupBy(await sendable(tx, person, rows, now), messageKey)
    for (const [, together] of letters) {
      const [first] = together
      if (!first) continue
      const ground = await groundOf(tx, person, together, now)
      const ids = together.map((row) => row.id)
      const isText = first.channel === 'text'
      const made = await write(tx, together, ground, isText)
      if (made === null) await post.withhold(tx, ids, 'over', now)
      else await post.handOver(tx, ids, made, now)
    }
  }

  /** A failure for one user does not affect others; it is retried in an hour. */
  async function sendOrPostpone(
    tx: Transaction,
    person: Addressee,
    rows: readonly WaitingRow[],
    now: Date,
  ): Promise<void> {
    try {
      await tx.attempt(() => serve(tx, person, rows, now))
    } catch (error) {
      log.error({ err: error, userId: person.id }, 'The reminders of one user could not be written')
      const ids = rows.map(({ id }) => id)
      await post.postpone(tx, ids, new Date(now.getTime() + RETRY_DELAY_MS))
    }
  }

  /** Returns the reminders to send now; records for the others why they are withheld, or until when they wait. */
  async function sendable(tx: Transaction, person: Addressee, rows: readonly WaitingRow[], now: Date) {
    const kept: WaitingRow[] = []
    const withheld = new Map<string, number[]>()
    for (const row of rows) {
      const verdict = decideReminder(row, person, now)
      if ('send' in verdict) kept.push(row)
      else if ('wait' in verdict) await post.postpone(tx, [row.id], verdict.wait)
      else withheld.set(verdict.withhold, [...(withheld.get(verdict.withhold) ?? []), row.id])
    }
    for (const [reason, ids] of withheld) await post.withhold(tx, ids, reason, now)
    return kept
  }

  async function groundOf(tx: Transaction, person: Addressee, rows: readonly WaitingRow[], now: Date) {
    const brand = brands.find(({ key }) => key === person.brand) ?? brands.find(({ isDefault }) => isDefault)
    const [first] = rows
    if (!brand || !first) throw new Error('There is no brand.')
    const origin = originOf(brand)
    const token = unsubscribeToken(await secret(), person.id, subscriptionOf(first.kind))
    const serviceIds = new Set(rows.flatMap(({ facts }) => (facts.service_ids as number[] | undefined) ?? []))
    const serviceNames = await post.serviceNames(tx, person.language, [...serviceIds])
    return { person, brand, origin, ending: `${origin}/unsubscribe/${token}`, now, serviceNames }
  }

  async function write(
    tx: Transaction,
    rows: readonly WaitingRow[],
    ground: ReminderContext,
    isText: boolean,
  ) {
    const { person } = ground
    const orderId = rows[0]?.facts.order_id
    if (orderId === undefined)
      return isText
        ? sendText(tx, ground, digestText(rows, ground))
        : sendMail(tx, ground, digestEmail(rows, ground))
    const [order] = await readOrders(tx, person.language, sql`o.id = ${orderId}`)
    if (!order) return null
    const usefulMinutes = usefulMinutesOf(rows, ground.now)
    return isText
      ? sendText(tx, ground, appointmentText(order, ground), usefulMinutes)
      : sendMail(tx, ground, appointmentEmail(order, ground), usefulMinutes)
  }

  async function sendMail(
    tx: Transaction,
    ground: ReminderContext,
    letter: EmailContent,
    usefulMinutes?: number,
  ) {
    const { person, brand, ending } = ground
    const words = { subject: letter.heading, ...renderEmail(brand, letter) }
    const mailed = { recipient: person.email, unsubscribe: ending, usefulMinutes, ...words }
    return { mail: await mail.queue(tx, mailed) }
  }

  async function sendText(tx: Transaction, ground: ReminderContext, text: string, usefulMinutes?: number) {
    const { cell_phone, time_zone } = ground.person
    // A reminder that is sent in quiet hours was requested for then.
    const quietZone = isQuietAt(time_zone, ground.now) ? undefined : time_zone
    return { text: await texts.queue(tx, { recipient: cell_phone ?? '', text, usefulMinutes, quietZone }) }
  }

  return {
    /**
     * Processes the due reminders of some users. Each is processed exactly once, also with concurrent runs, because the
     * message and its state are written in one transaction. @returns number of reminders
     */
    async round(now: Date): Promise<number> {
      return db.system(async (tx) => {
        const people = await post.takePeople(tx, now, PEOPLE)
        if (people.length === 0) return 0
        const ids = people.map((person) => person.id)
        const rows = await post.waiting(tx, ids, now, REMINDERS)
        const of = Map.groupBy(rows, (row) => row.user_id)
        for (const person of people) await sendOrPostpone(tx, person, of.get(person.id) ?? [], now)
        return rows.length
      })
    },
    forgetOld: () => post.forgetOld(db),
  }
}
export type ReminderSender = ReturnType<typeof reminderSender>

/** How long the reminder of an appointment is useful. */
function usefulMinutesOf([first]: readonly WaitingRow[], now: Date): number | undefined {
  if (first?.kind !== 'twenty_four_hour_reminder' && first?.kind !== 'one_hour_reminder') return undefined
  return Math.ceil(
    (usefulUntil(first.kind, new Date(String(first.facts.at))).getTime() - now.getTime()) / 60_000,
  )
}

/** Items that are due on a morning share one email; each appointment has its own. */
function messageKey({ channel, kind, facts }: WaitingRow): string {
  const isDaily = kind === 'maintenance' || kind === 'document'
  return isDaily ? `${channel}:daily` : `${channel}:${kind}:${facts.order_id}`
}
