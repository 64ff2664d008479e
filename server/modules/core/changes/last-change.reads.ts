import type { LastChange } from '#contract/core/problems.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** Time and user of the last change of a row; the user may be unknown. */
export interface Changed {
  updated_at: string
  updated_by: number | null
}

/**
 * Returns the last change of a row, for a conflict. Names only users of the reader's own fleet, not management company
 * staff or shops.
 */
export async function lastChangeOf(db: Queryable, actor: Actor, row: Changed): Promise<LastChange> {
  const [user] = await db.query<{ name: string }>(sql`
    select u.first_name || ' ' || u.last_name as name from users u
    where u.id = ${row.updated_by} and u.fleet_id = ${actor.fleet.id}`)
  return { at: row.updated_at, by: user?.name ?? null, is_own: row.updated_by === actor.userId }
}
