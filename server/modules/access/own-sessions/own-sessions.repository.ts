import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

interface SessionOfUser {
  id: string
  token_hash: Buffer
  user_agent: string
  is_remembered: boolean
  created_at: string
  last_seen_at: string
}

/** Last used first. Index: sessions_user. */
export async function listOf(db: Queryable, userId: number): Promise<SessionOfUser[]> {
  return db.query<SessionOfUser>(sql`
    select id, token_hash, user_agent, is_remembered, created_at, last_seen_at from sessions
    where user_id = ${userId} and expires_at > now() order by last_seen_at desc, id limit 100`)
}

/** Number of ended sessions and forgotten devices. */
export interface EndedSessions {
  sessions: number
  devices: number
}

/** Ends one of the user's sessions and forgets its device. */
export async function endOne(tx: Queryable, userId: number, id: string): Promise<EndedSessions> {
  const [ended] = await tx.query<EndedSessions>(sql`
    with ended as (delete from sessions where user_id = ${userId} and id = ${id} returning device_hash),
      forgotten as (delete from devices where user_id = ${userId} and token_hash in (select device_hash from ended) returning 1)
    select (select count(*) from ended)::int as sessions, (select count(*) from forgotten)::int as devices`)
  return ended ?? { sessions: 0, devices: 0 }
}

/** Ends all of the user's sessions except one, and forgets all other devices. */
export async function endOthers(tx: Queryable, userId: number, currentHash: Buffer): Promise<EndedSessions> {
  const ended = await tx.query(
    sql`delete from sessions where user_id = ${userId} and token_hash <> ${currentHash} returning 1`,
  )
  const forgotten = await tx.query(sql`
    delete from devices where user_id = ${userId} and token_hash is distinct from
      (select device_hash from sessions where token_hash = ${currentHash}) returning 1`)
  return { sessions: ended.length, devices: forgotten.length }
}

/** Ends all sessions of a user and forgets all devices. Command line only. */
export async function endAll(tx: Queryable, userId: number): Promise<EndedSessions> {
  const ended = await tx.query(sql`delete from sessions where user_id = ${userId} returning 1`)
  const forgotten = await tx.query(sql`delete from devices where user_id = ${userId} returning 1`)
  return { sessions: ended.length, devices: forgotten.length }
}
