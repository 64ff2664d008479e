import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** A secret that all servers on this database share, read once. */
export function secretOf(
  db: Queryable,
  name: 'captcha' | 'flags' | 'card_notifications',
): () => Promise<string> {
  let known: Promise<string> | undefined
  async function read(): Promise<string> {
    const [row] = await db.query<{ value: string }>(sql`select value from secrets where name = ${name}`)
    if (!row) throw new Error(`The database has no secret named ${name}.`)
    return row.value
  }
  return () => {
    known ??= read().catch((error) => {
      known = undefined
      throw error
    })
    return known
  }
}
