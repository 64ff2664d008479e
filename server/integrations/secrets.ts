import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** Returns a function that reads a secret shared by all servers on this database. The value is read once. */
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
