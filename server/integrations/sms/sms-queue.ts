import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { RunLater } from '#server/jobs/run-later.ts'
import { NumberRejected, type SmsPort, SmsUnavailable } from './port.ts'

/**
 * A text message to send. `at`: earliest time. `usefulMinutes`: how long it is worth delivering. `quietZone`: time zone
 * whose quiet hours it respects, also on a retry.
 */
interface NewTextMessage {
  recipient: string
  text: string
  at?: Date | undefined
  usefulMinutes?: number | undefined
  quietZone?: string | undefined
}

/**
 * Stores text messages as rows. `queue` writes one in the transaction of its cause, together with the job that delivers
 * it.
 */
export function smsQueue(jobs: Jobs) {
  return {
    /** @returns its id */
    async queue(tx: Transaction, given: NewTextMessage): Promise<string> {
      const { recipient, text, at, usefulMinutes, quietZone } = given
      const [row] = await tx.query<{ id: string }>(
        sql`insert into text_messages (recipient, text, quiet_zone, useful_until)
          values (${recipient}, ${text}, ${quietZone ?? null}, now() + make_interval(mins => ${usefulMinutes ?? null}::int)) returning id`,
      )
      if (!row) throw new Error('The text message was not written.')
      await jobs.enqueue(tx, 'text', { id: row.id }, { notBefore: at })
      return row.id
    },
  }
}
export type SmsQueue = ReturnType<typeof smsQueue>

interface UnsentText {
  id: string
  recipient: string
  text: string
  tried_at: string | null
  quiet_zone: string | null
}

/**
 * Delivers a message unless that was done. Marks a rejected number and does not retry it. Throws when a retry may
 * succeed, and RunLater in quiet hours, whose remaining seconds `quietSeconds` returns.
 */
export async function deliverTextMessage(
  db: Queryable,
  sms: SmsPort,
  id: string,
  quietSeconds: (zone: string) => number,
): Promise<void> {
  const [unsent] = await db.query<UnsentText>(
    sql`select id, recipient, text, tried_at, quiet_zone from text_messages where id = ${id} and sent_at is null and refused_at is null
      and (useful_until is null or useful_until > now())`,
  )
  if (!unsent) return
  const { tried_at, quiet_zone, ...message } = unsent
  const seconds = quiet_zone === null ? 0 : quietSeconds(quiet_zone)
  if (seconds > 0) throw new RunLater('A text message waits for the morning', seconds)
  // Recorded before delivery, so that a retry knows that the provider may have the message.
  if (tried_at === null) await db.query(sql`update text_messages set tried_at = now() where id = ${id}`)
  try {
    await sms.deliver({ ...message, triedAt: tried_at === null ? null : new Date(tried_at) })
  } catch (error) {
    if (error instanceof SmsUnavailable)
      await db.query(sql`update text_messages set failed_at = now() where id = ${id}`)
    if (!(error instanceof NumberRejected)) throw error
    await db.query(sql`update text_messages set refused_at = now() where id = ${id}`)
    return
  }
  await db.query(sql`update text_messages set sent_at = now() where id = ${id}`)
}

/** Returns the newest text messages, for the local mailbox. */
export function newestTextMessages(db: Queryable, limit: number) {
  return db.query<{ id: string; recipient: string; text: string; created_at: string }>(
    sql`select id, recipient, text, created_at from text_messages order by created_at desc, id limit ${limit}`,
  )
}
