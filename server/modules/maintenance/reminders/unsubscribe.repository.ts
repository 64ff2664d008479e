import type { Language } from '#contract/core/fields.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { Subscription } from './unsubscribe-token.ts'

export const unsubscribeRepository = {
  /** Null: the user was deleted. Some users get notifications by default, so only 'no' counts as unsubscribed. */
  async read(db: Queryable, userId: number, subscription: Subscription) {
    const [row] = await db.query<{ language: Language; isEnded: boolean }>(
      sql`select language, coalesce(case when ${subscription} = 'maintenance' then not reminds_by_email
          else not (email_notifications ->> ${subscription})::boolean end, false) as "isEnded"
        from users where id = ${userId} and is_active`,
    )
    return row ?? null
  },

  /** Emails only: text messages end by replying STOP, or in the preferences. */
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
