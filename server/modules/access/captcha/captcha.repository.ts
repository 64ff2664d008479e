import { CAPTCHA_LIFE_MINUTES, CAPTCHA_USES } from '#domain/core/limits.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** Uses an answer that was found right before once more; null: it was never checked; false: it is used up, old, or for another. */
export async function reusePass(db: Queryable, tokenHash: Buffer, subject: string): Promise<boolean | null> {
  const [pass] = await db.query<{ holds: boolean }>(sql`
    update captcha_passes set uses = least(uses + 1, ${CAPTCHA_USES + 1}::int) where token_hash = ${tokenHash}
    returning uses <= ${CAPTCHA_USES}::int and subject = ${subject} and expires_at > now() as holds`)
  return pass ? pass.holds : null
}

/** Notes an answer that was just found right; false when somebody was faster. */
export async function insertPass(db: Queryable, tokenHash: Buffer, subject: string): Promise<boolean> {
  const inserted = await db.query(sql`
    insert into captcha_passes (token_hash, subject, expires_at)
    values (${tokenHash}, ${subject}, now() + make_interval(mins => ${CAPTCHA_LIFE_MINUTES}))
    on conflict (token_hash) do nothing returning 1`)
  return inserted.length > 0
}
