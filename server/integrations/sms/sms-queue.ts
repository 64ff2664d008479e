import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { NumberRejected, type SmsPort } from './port.ts'

/** A text message to be. `at`: not before then. `usefulMinutes`: how long anybody has any use for it.
 * `quietZone`: by the clocks there it never comes in quiet hours, also where it could not be handed over before. */
export interface NewTextMessage {
  recipient: string
  text: string
  at?: Date | undefined
  usefulMinutes?: number | undefined
  quietZone?: string | undefined
}

/** Text messages as rows: `queue` writes one in the transaction of its cause, with the job that delivers it. */
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
      await jobs.enqueue(tx, 'text', { id: row.id }, at)
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

/** Hands one over, unless that was done; a number that gets nothing is noted and left. Throws when it may work later. */
export async function deliverTextMessage(
  db: Queryable,
  sms: SmsPort,
  id: string,
  isQuiet: (zone: string) => boolean,
): Promise<void> {
  const [unsent] = await db.query<UnsentText>(
    sql`select id, recipient, text, tried_at, quiet_zone from text_messages where id = ${id} and sent_at is null and refused_at is null
      and (useful_until is null or useful_until > now())`,
  )
  if (!unsent) return
  const { tried_at, quiet_zone, ...message } = unsent
  if (quiet_zone !== null && isQuiet(quiet_zone)) throw new Error('A text message waits for the morning')
  // Before it is handed over: who finds this later knows that the provider may have it.
  if (tried_at === null) await db.query(sql`update text_messages set tried_at = now() where id = ${id}`)
  try {
    await sms.deliver({ ...message, triedAt: tried_at === null ? null : new Date(tried_at) })
  } catch (error) {
    if (!(error instanceof NumberRejected)) throw error
    await db.query(sql`update text_messages set refused_at = now() where id = ${id}`)
    return
  }
  await db.query(sql`update text_messages set sent_at = now() where id = ${id}`)
}

/** Newest text messages, for the local mailbox. */
export function newestTextMessages(db: Queryable, limit: number) {
  return db.query<{ id: string; recipient: string; text: string; created_at: string }>(
    sql`select id, recipient, text, created_at from text_messages order by created_at desc, id limit ${limit}`,
  )
}
