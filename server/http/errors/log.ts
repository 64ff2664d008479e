import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Logger, pino } from 'pino'
import { redact } from '#server/redact.ts'

/**
 * Describes an error without its payload: PostgreSQL's `detail` quotes rows, other errors carry requests or addresses.
 */
export function describeError(error: Error & { code?: unknown; cause?: unknown }): object {
  const { name, code, cause } = error
  const message = redact(error.message)
  const stack = error.stack && redact(error.stack)
  return { name, code, message, stack, ...(cause instanceof Error ? { cause: describeError(cause) } : {}) }
}

/**
 * Writes JSON lines to standard output: ids of requests, users and fleets, never bodies, names, addresses or tokens
 * (S-32).
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  })
}

/** Logs one line per response. Logs the route pattern instead of the path, which may contain personal data. */
export function logResponse(request: FastifyRequest, reply: FastifyReply) {
  const { caller } = request
  const fields = {
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...(caller ? { user: caller.actor.userId, fleet: caller.actor.fleet.id } : {}),
  }
  request.log.info(fields, 'responded')
}
