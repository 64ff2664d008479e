import { describe, expect, it } from 'vitest'
import { PROBLEMS, type ProblemCode } from '#contract/core/problems.ts'
import { classify } from './classify.ts'
import type { TransportResponse } from './transport.ts'

const KEY = '0197a1b2-0000-7000-8000-000000000001'
const OURS = { 'content-type': 'application/json', 'x-wheelbook-api': '1', 'x-wheelbook-op': KEY }

function respond(status: number, body: unknown, headers: Record<string, string> = OURS): TransportResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, text, header: (name) => headers[name.toLowerCase()] ?? null }
}
const problem = (code: ProblemCode, more: object = {}, headers: object = {}) =>
  respond(
    PROBLEMS[code],
    { code, ...more },
    { ...OURS, 'content-type': 'application/problem+json', ...headers },
  )
const verdictOf = (outcome: Parameters<typeof classify>[0]) => classify(outcome, KEY, 1)

describe('classification of responses (docs/offline.md rows 1, 7, 17, 22, 23, 29)', () => {
  it('accepts a 2xx of our server for exactly this key as delivered, with its revision', () => {
    expect(verdictOf(respond(201, { id: 'x', rev: 4 }))).toMatchObject({ type: 'acked', status: 201, rev: 4 })
    expect(verdictOf(respond(200, {}, { ...OURS, etag: '"9"' }))).toMatchObject({ type: 'acked', rev: 9 })
    expect(verdictOf(respond(200, {}))).toMatchObject({ type: 'acked', rev: null })
  })

  it.each([
    ['a portal’s page', respond(200, '<html>Sign in</html>', { 'content-type': 'text/html; charset=utf-8' })],
    ['a network that asks for its own sign-in', respond(511, '', {})],
    ['a redirect that was not followed', respond(302, '', {})],
  ])('classifies %s as a portal', (_what, outcome) => {
    expect(verdictOf(outcome)).toMatchObject({ type: 'again', trouble: { class: 'portal' } })
  })

  it.each([
    ['JSON of another server', respond(200, { ok: true }, { 'content-type': 'application/json' })],
    ['our server’s response to another key', respond(200, {}, { ...OURS, 'x-wheelbook-op': 'other' })],
    ['our headers without a key', respond(200, {}, { ...OURS, 'x-wheelbook-op': '' })],
    ['JSON that breaks off', respond(200, '{"id":"x', OURS)],
    ['an empty body', respond(204, '', OURS)],
    ['a page of a proxy in the place of a 403', respond(403, 'no', { 'content-type': 'text/html' })],
    ['a page of a proxy in the place of a 401', respond(401, 'no', { 'content-type': 'text/html' })],
    ['an empty 200 of a proxy', respond(200, '', {})],
    ['a proxy that wants a password', respond(407, 'no', { 'content-type': 'text/html' })],
    ['our page where the response was cut', respond(200, '<html>', { ...OURS, 'content-type': 'text/html' })],
  ])('classifies %s as a network failure, not as a portal', (_what, outcome) => {
    expect(verdictOf(outcome)).toMatchObject({ type: 'again', trouble: { class: 'network' } })
  })

  it.each([500, 502, 503, 504])(
    'takes a page of a proxy with status %i for a fault of the server',
    (status) => {
      expect(verdictOf(respond(status, 'no', { 'content-type': 'text/html' }))).toMatchObject({
        type: 'again',
        trouble: { class: 'server', status },
      })
    },
  )

  it.each([
    [problem('not_signed_in'), 'auth'],
    [problem('stale', { current: { rev: 6 }, etag: '"6"' }), 'conflict'],
    [respond(409, { code: 'a code of a newer server' }), 'conflict'],
    [problem('id_reused'), 'rejected'],
    [problem('malformed'), 'rejected'],
    [problem('not_allowed'), 'rejected'],
    [problem('not_found'), 'rejected'],
    [problem('gone'), 'rejected'],
    [problem('too_large'), 'rejected'],
    [problem('validation'), 'rejected'],
    [problem('key_reused'), 'rejected'],
    [problem('file_type'), 'rejected'],
    [problem('precondition_missing'), 'rejected'],
    [problem('in_progress'), 'again'],
    [problem('digest_mismatch'), 'again'],
    [problem('wrong_offset'), 'again'],
    [problem('too_many'), 'again'],
    [problem('internal'), 'again'],
    [problem('unavailable'), 'again'],
    [respond(502, 'Bad gateway', { 'content-type': 'text/html' }), 'again'],
    [respond(408, {}), 'again'],
    [respond(425, {}), 'again'],
  ] as const)('judges %o by status and code', (outcome, type) => {
    expect(verdictOf(outcome).type).toBe(type)
  })

  it('knows every problem of the contract', () => {
    for (const code of Object.keys(PROBLEMS) as ProblemCode[])
      expect(verdictOf(problem(code)).type, code).not.toBe('acked')
  })

  it('keeps the server’s codes and fields for the form', () => {
    const fields = { 'vehicle_services.0.price': ['money'] }
    expect(verdictOf(problem('validation', { fields }))).toMatchObject({
      trouble: { code: 'validation', fields },
    })
  })

  it('keeps the server’s current row after two users changed the same entry', () => {
    const verdict = verdictOf(problem('stale', { current: { odometer: 7 }, etag: '"12"' }))
    expect(verdict).toMatchObject({ trouble: { current: { odometer: 7 }, currentRev: 12 } })
    const changed = { at: '2026-11-22T20:00:00Z', by: 'Maria Lopez', is_own: false }
    expect(verdictOf(problem('stale', { changed }))).toMatchObject({ trouble: { changed } })
    // A newer server with another shape: still a conflict, without the name.
    const verdictOfNewer = verdictOf(problem('stale', { current: { rev: 3 }, changed: { who: 7 } }))
    expect(verdictOfNewer).toMatchObject({ type: 'conflict', trouble: { currentRev: 3 } })
  })

  it('reads the pause that the server requests, in seconds', () => {
    expect(verdictOf(problem('unavailable', {}, { 'retry-after': '3' }))).toMatchObject({
      retryAfterMs: 3_000,
    })
    expect(verdictOf(problem('too_many', { retry_after: 5 }))).toMatchObject({ retryAfterMs: 5_000 })
    const date = { 'retry-after': 'Fri, 01 Jan 2027 00:00:00 GMT' }
    expect(verdictOf(problem('unavailable', {}, date))).toMatchObject({ retryAfterMs: null })
  })

  it('ignores the pause that a proxy requests: only the server may pause the queue', () => {
    const proxy = { 'content-type': 'text/html', 'retry-after': '3600' }
    expect(verdictOf(respond(503, 'Down for maintenance', proxy))).toMatchObject({
      trouble: { class: 'server', status: 503 },
      retryAfterMs: null,
    })
    expect(verdictOf(respond(503, 'Busy', { ...proxy, 'x-wheelbook-api': '1' }))).toMatchObject({
      retryAfterMs: 3_600_000,
    })
  })

  it('distinguishes a dead network, a timeout and a closed page', () => {
    expect(verdictOf('network')).toMatchObject({ type: 'again', trouble: { class: 'network' } })
    expect(verdictOf('timeout')).toMatchObject({ type: 'again', trouble: { class: 'timeout' } })
    expect(verdictOf('stopped')).toEqual({ type: 'stopped' })
  })
})
