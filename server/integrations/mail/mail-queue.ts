import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { Problem } from '#server/problem.ts'
import type { Mail, NewMail } from './port.ts'

const DOWN = sql`interval '1 minute'`

/**
 * Stores mail as rows. `queue` writes it in the transaction of its cause, together with the job that delivers it, so
 * that a code never exists without its email or the reverse.
 */
export function mailQueue(db: Queryable, jobs: Jobs) {
  return {
    /**
     * Throws mail_unavailable for a minute after the mail server was unreachable; then the next mail tests it again.
     * Call it before anything is counted, looked up or created.
     */
    async requireAvailable(): Promise<void> {
      const [down] = await db.query(sql`
        select 1 from (select max(failed_at) as at from mails where failed_at > now() - ${DOWN}) failed
        where at is not null and not exists (select 1 from mails where sent_at > at)`)
      if (down) throw new Problem('mail_unavailable', { retryAfter: 60 })
    },

    /** @returns its id */
    async queue(tx: Transaction, mail: NewMail): Promise<string> {
      const [row] = await tx.query<{ id: string }>(sql`
        insert into mails (recipient, subject, text, html, unsubscribe, useful_until, secret_until)
        values (${mail.recipient}, ${mail.subject}, ${mail.text}, ${mail.html ?? null}, ${mail.unsubscribe ?? null},
          now() + make_interval(mins => ${mail.usefulMinutes ?? null}::int),
          now() + make_interval(mins => ${mail.secretMinutes ?? null}::int)) returning id`)
      if (!row) throw new Error('The mail was not written.')
      // A code would expire behind a morning's digests.
      await jobs.enqueue(tx, 'mail', { id: row.id }, { isUrgent: mail.secretMinutes !== undefined })
      return row.id
    },
  }
}
export type MailQueue = ReturnType<typeof mailQueue>

/**
 * Erases subject and text of mails whose code or link has expired (S-7), so that a copy of the table grants no access.
 */
export async function eraseSecrets(db: Queryable): Promise<void> {
  await db.query(
    sql`update mails set subject = '', text = '', html = null, secret_until = null where secret_until < now()`,
  )
}

/** Returns the newest mails, for the local mailbox. */
export function newestMails(db: Queryable, limit: number) {
  return db.query<Omit<Mail, 'html'> & { has_html: boolean; created_at: string }>(sql`
    select id, recipient, subject, text, html is not null as has_html, created_at
    from mails where text <> '' order by created_at desc, id limit ${limit}`)
}

/** Returns the HTML of one mail, for the local mailbox. Undefined for an unknown id. */
export async function emailHtmlOf(db: Queryable, id: string): Promise<string | null | undefined> {
  const [mail] = await db.query<{ html: string | null }>(sql`select html from mails where id::text = ${id}`)
  return mail?.html
}
