import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Readiness } from '#server/http/health.ts'

/** Responses on one connection before the client must reconnect, possibly to another server (S-29). */
const RESPONSES_MAX = 1000

/**
 * Closes a connection with its thousandth response, and with its next response during shutdown. Node's own
 * maxRequestsPerSocket only sends 'close' and leaves the connection open, so a client that ignores it is rejected with
 * 503 from then on.
 */
export function recycleConnections(app: FastifyInstance, readiness: Readiness) {
  const responses = new WeakMap<Socket, number>()
  app.addHook('onSend', async ({ socket }, reply) => {
    const count = (responses.get(socket) ?? 0) + 1
    responses.set(socket, count)
    if (count >= RESPONSES_MAX || readiness.isStopping) reply.header('connection', 'close')
  })
}
