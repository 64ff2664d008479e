import type { FastifyReply, FastifyRequest } from 'fastify'
import { idempotencyKeyOf, isKeyValid } from '#server/http/idempotency/preconditions.ts'
import { Problem } from '#server/problem.ts'

/** Headers of every response (S-15). The page adds its own content security policy. */
const SECURITY = {
  'x-content-type-options': 'nosniff',
  // For browsers without frame-ancestors.
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'geolocation=(self), camera=(self), microphone=(), payment=(), usb=()',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
}
const YEAR = 31_536_000

export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply) {
  reply.headers(SECURITY)
  reply.header('x-request-id', request.id)
  if (request.protocol === 'https') {
    reply.header('strict-transport-security', `max-age=${YEAR}; includeSubDomains`)
  }
}

/** Rejects a request with two hosts, because a proxy may have used the other one (RFC 9112 §3.2, S-14). */
export function rejectTwoHosts({ raw }: FastifyRequest) {
  const names = raw.rawHeaders.filter((_, i) => i % 2 === 0)
  if (names.filter((name) => name.toLowerCase() === 'host').length > 1)
    throw new Problem('malformed', { detail: 'The request names two hosts.' })
}

/**
 * Sets headers by which a client recognizes our server's response (not a captive portal's), and which write it answers.
 * An invalid key is rejected later, in the language of the caller.
 */
export function setApiHeaders(request: FastifyRequest, reply: FastifyReply, epoch: string) {
  reply.headers({ 'x-wheelbook-api': '1', 'x-server-epoch': epoch, 'cache-control': 'no-store' })
  const key = isKeyValid(request) && idempotencyKeyOf(request)
  if (key) reply.header('x-wheelbook-op', key)
}
