import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { OPEN } from './request.ts'

/** Whether the server is shutting down: it finishes current requests and accepts no new ones. */
export interface Readiness {
  isStopping: boolean
}

const TIMEOUT_MS = 3000

/**
 * `/livez`: the process responds. `/readyz`: it can also write to its database. It uses a separate connection,
 * because a temporarily exhausted pool must not take the whole server out of service.
 */
export function health(app: FastifyInstance, isReady: () => Promise<boolean>) {
  app.get('/livez', { config: OPEN }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send('ok'),
  )
  app.get('/readyz', { config: OPEN }, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    return (await isReady()) ? reply.send('ready') : reply.code(503).send('not ready')
  })
}

/** Returns a function that tells whether the server accepts requests. Concurrent calls share one query. */
export function readinessProbe({ db, readiness }: { db: Database; readiness: Readiness }) {
  let probe: Promise<boolean> | null = null
  return async () => {
    probe ??= canWrite(db).finally(() => {
      probe = null
    })
    return (await probe) && !readiness.isStopping
  }
}

async function canWrite(db: Database): Promise<boolean> {
  // An update of no rows still needs a transaction id, which a read-only replica does not assign.
  const write = db.reserved
    .query(sql`select pg_current_xact_id() from server_meta where not pg_is_in_recovery()`)
    .then(
      (rows) => rows.length === 1,
      () => false,
    )
  const giveUp = new Promise<boolean>((resolve) => setTimeout(resolve, TIMEOUT_MS, false).unref())
  return Promise.race([write, giveUp])
}
