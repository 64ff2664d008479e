import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { CAPTCHA_LIFE_MINUTES, CAPTCHA_USES } from '#server/limits.ts'

/** Uses a known answer again; null: unknown; false: used up, expired, or for another subject. */
export async function reusePass(db: Queryable, tokenHash: Buffer, subject: string): Promise<boolean | null> {
  const [pass] = await db.query<{ holds: boolean }>(sql`
    update captcha_passes set uses = least(uses + 1, ${CAPTCHA_USES + 1}::int) where token_hash = ${tokenHash}
    returning uses <= ${CAPTCHA_USES}::int and subject = ${subject} and expires_at > now() as holds`)
  return pass ? pass.holds : null
}

/** Stores a verified answer; false if another request stored it first. */
export async function insertPass(db: Queryable, tokenHash: Buffer, subject: string): Promise<boolean> {
  const inserted = await db.query(sql`
    insert into captcha_passes (token_hash, subject, expires_at)
    values (${tokenHash}, ${subject}, now() + make_interval(mins => ${CAPTCHA_LIFE_MINUTES}))
    on conflict (token_hash) do nothing returning 1`)
  return inserted.length > 0
}
