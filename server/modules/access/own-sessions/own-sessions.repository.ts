import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

export interface SessionOfUser {
  id: string
  token_hash: Buffer
  user_agent: string
  is_remembered: boolean
  created_at: string
  last_seen_at: string
}

/** The last used first. Index: sessions_user. */
export async function listOf(db: Queryable, userId: number): Promise<SessionOfUser[]> {
  return db.query<SessionOfUser>(sql`
    select id, token_hash, user_agent, is_remembered, created_at, last_seen_at from sessions
    where user_id = ${userId} and expires_at > now() order by last_seen_at desc, id limit 100`)
}

/** Ends one of the user's sessions, with the device that it was opened on; false when they have no such. */
export async function endOne(tx: Queryable, userId: number, id: string): Promise<boolean> {
  const ended = await tx.query(sql`
    with ended as (delete from sessions where user_id = ${userId} and id = ${id} returning device_hash),
      forgotten as (delete from devices where user_id = ${userId} and token_hash in (select device_hash from ended))
    select 1 from ended`)
  return ended.length > 0
}

/** Ends all of the user's sessions but the kept one, and forgets all devices but its own; answers how many ended. */
export async function endOthers(tx: Queryable, userId: number, kept: Buffer): Promise<number> {
  const ended = await tx.query(
    sql`delete from sessions where user_id = ${userId} and token_hash <> ${kept} returning 1`,
  )
  await tx.query(sql`
    delete from devices where user_id = ${userId} and token_hash is distinct from
      (select device_hash from sessions where token_hash = ${kept})`)
  return ended.length
}
