import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { Problem } from '../problem.ts'

/** Requests that wait for a connection to the database before further ones are turned away. */
const WAITING_MAX = 200

/** Refuses calls with 503 and Retry-After while the server cannot keep up, so that those it has taken are served. */
export async function shedLoad(app: FastifyInstance, options: { db: Database; maxEventLoopDelay: number }) {
  await app.register(underPressure, { maxEventLoopDelay: options.maxEventLoopDelay, retryAfter: 2 })
  app.addHook('onRequest', async () => {
    if (options.db.pool.waitingCount > WAITING_MAX) throw new Problem('unavailable', { retryAfter: 2 })
  })
}
