import type { Language } from '#contract/core/fields.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Subscription } from './unsubscribe-token.ts'

export const unsubscribeRepository = {
  async secret(db: Queryable): Promise<string> {
    const [row] = await db.query<{ value: string }>(sql`select value from secrets where name = 'unsubscribe'`)
    if (!row) throw new Error('The database has no secret for unsubscribing.')
    return row.value
  },

  async languageOf(db: Queryable, userId: number): Promise<Language | null> {
    const [row] = await db.query<{ language: Language }>(
      sql`select language from users where id = ${userId} and is_active`,
    )
    return row?.language ?? null
  },

  /** Mails only: text messages end by answering STOP, and in the preferences. */
  async set(db: Queryable, userId: number, subscription: Subscription, isOn: boolean): Promise<void> {
    await db.query(
      subscription === 'maintenance'
        ? sql`update users set reminds_by_email = ${isOn} where id = ${userId}`
        : sql`update users set email_notifications = email_notifications
            || jsonb_build_object(${subscription}::text, ${isOn}::boolean) where id = ${userId}`,
    )
  },
}
export type UnsubscribeRepository = typeof unsubscribeRepository
