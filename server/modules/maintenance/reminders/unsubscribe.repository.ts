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

  /**
   * Ends a kind of email, and keeps the choice that the user had made. Emails only: text messages end by replying STOP,
   * or in the preferences.
   */
  async end(db: Queryable, userId: number, subscription: Subscription): Promise<void> {
    const keep = sql`unsubscribed_preferences = unsubscribed_preferences || jsonb_build_object(${subscription}::text,`
    await db.query(
      subscription === 'maintenance'
        ? sql`update users set ${keep} reminds_by_email), reminds_by_email = false
            where id = ${userId} and reminds_by_email is distinct from false`
        : sql`update users set ${keep} (email_notifications ->> ${subscription})::boolean),
            email_notifications = email_notifications || jsonb_build_object(${subscription}::text, false)
            where id = ${userId} and (email_notifications ->> ${subscription})::boolean is distinct from false`,
    )
  },

  /**
   * Restores the former choice. If there was none, the default applies again, which may send fewer emails than an
   * explicit choice. A user who had ended the emails elsewhere gets them.
   */
  async resume(db: Queryable, userId: number, subscription: Subscription): Promise<void> {
    const hadNoChoice = sql`unsubscribed_preferences -> ${subscription} = 'null'::jsonb`
    await db.query(
      subscription === 'maintenance'
        ? sql`update users set reminds_by_email = case when ${hadNoChoice} then null else true end
            where id = ${userId} and not reminds_by_email`
        : sql`update users set email_notifications = case when ${hadNoChoice}
              then email_notifications - ${subscription}::text
              else email_notifications || jsonb_build_object(${subscription}::text, true) end
            where id = ${userId} and not (email_notifications ->> ${subscription})::boolean`,
    )
  },
}
