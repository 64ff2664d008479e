import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import { createAdmissionQueue } from './admission-queue.ts'

/**
 * Rejects calls with 503 and Retry-After while the server is overloaded, so that admitted calls complete.
 * Decides before any work is done for a call, even before authentication. Disabled when `maxEventLoopDelay` is 0.
 */
export async function shedLoad(app: FastifyInstance, options: { db: Database; maxEventLoopDelay: number }) {
  if (options.maxEventLoopDelay === 0) return
  await app.register(underPressure, { maxEventLoopDelay: options.maxEventLoopDelay, retryAfter: 2 })
  const admissionQueue = createAdmissionQueue(options.db.pool)
  app.addHook('onRequest', async () => {
    if (!(await admissionQueue.enter())) throw new Problem('unavailable', { retryAfter: 2 })
  })
}

/**
 * Rejects writes with 503 while the database confirms no commits, before they take a connection. Clients retry them.
 */
export function rejectWritesWhileStalled(app: FastifyInstance, { commits }: Database) {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.kind === 'write' && commits.areStalled())
      throw new Problem('unavailable', { retryAfter: 5 })
  })
}
