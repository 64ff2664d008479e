import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from '#server/http/health.ts'

/** Answers on one connection before its client is to come back on another, to whoever is next (S-29). */
const RESPONSES_MAX = 1000

/**
 * Closes a connection with its thousandth answer, and with the next one while the server stops. Node's own
 * maxRequestsPerSocket only says 'close': it leaves the connection open, and a client that did not hear it is refused
 * with 503 for as long as it goes on.
 */
export function recycleConnections(app: FastifyInstance, readiness: Readiness) {
  const answers = new WeakMap<Socket, number>()
  app.addHook('onSend', async ({ socket }, reply) => {
    const count = (answers.get(socket) ?? 0) + 1
    answers.set(socket, count)
    if (count >= RESPONSES_MAX || readiness.isStopping) reply.header('connection', 'close')
  })
}
