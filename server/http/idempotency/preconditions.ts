import type { FastifyRequest } from 'fastify'
import { Problem } from '#server/problem.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the request's Idempotency-Key, quoted as in the draft standard or bare. Null: not sent. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = sentKey(request)
  if (key !== null && !UUID.test(key)) throw new Problem('idempotency_key_invalid')
  return key
}

/** Whether the request has no key, or a valid one. */
export function isKeyValid(request: FastifyRequest): boolean {
  const key = sentKey(request)
  return key === null || UUID.test(key)
}

function sentKey(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key']
  if (header === undefined) return null
  return String(header)
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .toLowerCase()
}

/** Returns the revision in If-Match: `"12"`. Null: not sent, or `*` (any). */
export function ifMatchOf(request: FastifyRequest): number | null {
  const header = request.headers['if-match']?.trim()
  if (header === undefined || header === '*') return null
  const revision = /^"?(\d{1,15})"?$/.exec(header)?.[1]
  if (revision === undefined)
    throw new Problem('malformed', { detail: 'If-Match must be one ETag of this server.' })
  return Number(revision)
}

/** ETag of a revision. */
export const etagOf = (revision: number) => `"${revision}"`
