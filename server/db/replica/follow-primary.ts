import pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../database.ts'
import { sql } from '../sql.ts'

interface FollowPrimary {
  db: Database
  log: Pick<Logger, 'warn'>
  /** Called after the pooled connections were dropped. */
  onLost: () => void
}

/**
 * Returns a round that probes the primary. When its host dies without closing connections, or its address moves to another
 * host, TCP reports that only after a quarter of an hour. So when a probe fails and the next one fails too, or succeeds on a
 * new connection, the pooled connections are dropped. They stay if any of them has received something meanwhile: the
 * database is alive and only busy.
 */
export function followPrimary({ db, log, onLost }: FollowPrimary): () => Promise<void> {
  let watched: ReturnType<Database['watchConnections']> | null = null
  let failures = 0

  async function isReachable(): Promise<boolean> {
    try {
      await db.reserved.query(sql`select 1`)
      return true
    } catch (error) {
      // An error of the server is a response.
      return error instanceof pg.DatabaseError
    }
  }

  return async () => {
    watched ??= db.watchConnections()
    const isUp = await isReachable()
    if (!isUp) failures++
    if (failures === 1 && !isUp) return
    if (failures > 0 && watched.dropIfSilent()) {
      log.warn({ isUp }, 'Connections to the database were dropped, because nothing arrived on any of them')
      onLost()
    }
    watched = null
    failures = 0
  }
}
