import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { NumberRefused, type SmsPort } from './port.ts'

/** Text messages as rows: `queue` writes one in the transaction of its cause, with the job that delivers it. */
export function textOutbox(jobs: Jobs) {
  return {
    /** `at`: not before then. @returns its id */
    async queue(
      tx: Transaction,
      { recipient, text, at }: { recipient: string; text: string; at?: Date },
    ): Promise<string> {
      const [row] = await tx.query<{ id: string }>(
        sql`insert into text_messages (recipient, text) values (${recipient}, ${text}) returning id`,
      )
      if (!row) throw new Error('The text message was not written.')
      await jobs.enqueue(tx, 'text', { id: row.id }, at)
      return row.id
    },
  }
}
export type TextOutbox = ReturnType<typeof textOutbox>

/** Hands one over, unless that was done; a number that gets nothing is noted and left. Throws when it may work later. */
export async function deliverText(db: Queryable, sms: SmsPort, id: string): Promise<void> {
  const [unsent] = await db.query<{ id: string; recipient: string; text: string; tried_at: string | null }>(
    sql`select id, recipient, text, tried_at from text_messages where id = ${id} and sent_at is null and refused_at is null`,
  )
  if (!unsent) return
  const { tried_at, ...message } = unsent
  // Before it is handed over: who finds this later knows that the provider may have it.
  if (tried_at === null) await db.query(sql`update text_messages set tried_at = now() where id = ${id}`)
  try {
    await sms.deliver({ ...message, triedAt: tried_at === null ? null : new Date(tried_at) })
  } catch (error) {
    if (!(error instanceof NumberRefused)) throw error
    await db.query(sql`update text_messages set refused_at = now() where id = ${id}`)
    return
  }
  await db.query(sql`update text_messages set sent_at = now() where id = ${id}`)
}

/** Newest text messages, for the local mailbox. */
export function newestTexts(db: Queryable, limit: number) {
  return db.query<{ id: string; recipient: string; text: string; created_at: string }>(
    sql`select id, recipient, text, created_at from text_messages order by created_at desc, id limit ${limit}`,
  )
}
