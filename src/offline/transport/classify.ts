import * as z from 'zod/mini'
import type { Trouble } from '#src/offline/model/op-row.ts'
import type { TransportFailure, TransportResponse } from './transport.ts'

/** The result of an attempt. Every result except `acked` keeps the operation. */
export type Verdict =
  | {
      type: 'acked'
      status: number
      body: unknown
      rev: number | null
      /** The server repeated the stored response of an earlier attempt: the body may be outdated. */
      isReplay: boolean
      /** Whether the entity of a repeated write was deleted since; null: the server did not say. */
      isDeleted: boolean | null
      /** The entry followed its vehicle to another fleet: its row does not belong in this fleet's copies. */
      isOfOtherFleet: boolean
    }
  | {
      type: 'again'
      trouble: Trouble
      /** The delay that the server requested; null: none. */
      retryAfterMs: number | null
    }
  | { type: 'auth' | 'conflict' | 'rejected'; trouble: Trouble }
  /** The run was aborted; this says nothing about the operation. */
  | { type: 'stopped' }

/** Parsed loosely, so that codes of a newer server are read too. */
const Problem = z.object({
  code: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.array(z.string()))),
  current: z.optional(z.unknown()),
  etag: z.optional(z.string()),
  changed: z.catch(
    z.optional(z.object({ at: z.string(), by: z.nullable(z.string()), is_own: z.boolean() })),
    undefined,
  ),
  retry_after: z.optional(z.number()),
})

/** Conflicts without a row to compare: the user decides, and nothing is merged. */
const REJECTION_CODES = new Set(['id_reused', 'already_void', 'interval_reset', 'order_status'])

/** The shop link has ended: nothing can be sent before the shop opens a new one. */
const ENDED_LINK = new Set(['shop_link_revoked', 'shop_link_expired'])

/** Statuses that are retried automatically. */
const PASSING = new Set([408, 425, 429])

/**
 * Classifies an attempt by typed facts only: status, content type, our own headers, problem code
 * (docs/offline.md#runner). Success is a 2xx of our server, in JSON, for exactly this key. Responses from elsewhere,
 * such as a portal's page or a proxy's error, decide nothing.
 */
export function classify(outcome: TransportResponse | TransportFailure, key: string, now: number): Verdict {
  if (outcome === 'stopped') return { type: 'stopped' }
  if (typeof outcome === 'string') return retryVerdict({ class: outcome, status: 0, code: null, at: now })
  const body = isOurs(outcome) ? jsonOf(outcome.text) : undefined
  if (body === undefined) return verdictOfForeign(outcome, now)
  if (outcome.status >= 200 && outcome.status < 300) {
    if (outcome.header('X-Wheelbook-Op') !== key) return verdictOfForeign(outcome, now)
    const rev = revOf(body, outcome.header('ETag'))
    const isReplay = outcome.header('Idempotency-Replayed') === 'true'
    const deleted = outcome.header('X-Wheelbook-Deleted')
    const isDeleted = deleted === null || deleted === undefined ? null : deleted === 'true'
    const isOfOtherFleet = outcome.header('X-Wheelbook-Fleet') !== null
    return { type: 'acked', status: outcome.status, body, rev, isReplay, isDeleted, isOfOtherFleet }
  }
  return verdictOfProblem(outcome, body, now)
}

/** The revision in a response: the entity's own, else its ETag. */
function revOf(body: unknown, etag: string | null | undefined): number | null {
  const rev = (body as { rev?: unknown } | null)?.rev
  if (Number.isSafeInteger(rev)) return rev as number
  const inTag = /^(?:W\/)?"(\d+)"$/.exec(etag ?? '')?.[1]
  return inTag === undefined ? null : Number(inTag)
}

function verdictOfProblem(response: TransportResponse, body: unknown, now: number): Verdict {
  const { status } = response
  const problem = z.safeParse(Problem, body).data ?? {}
  const { code = null, fields, current, etag, changed } = problem
  const trouble = (kind: Trouble['class']): Trouble => ({
    class: kind,
    status,
    code,
    at: now,
    ...(fields ? { fields } : {}),
  })
  if (status === 401 || ENDED_LINK.has(code ?? '')) return { type: 'auth', trouble: trouble('auth') }
  if (status === 409 && code === 'in_progress')
    return retryVerdict(trouble('busy'), retryAfterMs(response, problem))
  // The bytes were altered in transit or are incomplete there; this device has an intact copy.
  if (code === 'digest_mismatch' || code === 'wrong_offset') return retryVerdict(trouble('busy'))
  if (PASSING.has(status)) return retryVerdict(trouble('busy'), retryAfterMs(response, problem))
  if (status >= 500) return retryVerdict(trouble('server'), retryAfterMs(response, problem))
  if (status === 412 || (status === 409 && !REJECTION_CODES.has(code ?? ''))) {
    const currentRev = revOf(current, etag)
    return {
      type: 'conflict',
      trouble: {
        ...trouble('conflict'),
        ...(current === undefined ? {} : { current }),
        ...(currentRev === null ? {} : { currentRev }),
        ...(changed === undefined ? {} : { changed }),
      },
    }
  }
  if (status >= 400) return { type: 'rejected', trouble: trouble('rejected') }
  return retryVerdict(trouble('network'))
}

function verdictOfForeign(response: TransportResponse, now: number): Verdict {
  const { status } = response
  const kind = isPortal(response) ? 'portal' : status >= 500 ? 'server' : 'network'
  // A proxy may ask for an hour, which neither another network nor the user could shorten.
  const mayPause = kind === 'server' && response.header('X-Wheelbook-Api') === '1'
  return retryVerdict(
    { class: kind, status, code: null, at: now },
    mayPause ? retryAfterMs(response, {}) : null,
  )
}

const retryVerdict = (trouble: Trouble, after: number | null = null): Verdict => ({
  type: 'again',
  trouble,
  retryAfterMs: after,
})

/** Statuses that mean that the network or the whole server is down, not this operation. */
const OUTAGE = new Set([502, 503, 504])

/** Whether our server failed to process this request, although it is up. */
export const isFailureOfOneRequest = ({ class: kind, status }: Pick<Trouble, 'class' | 'status'>): boolean =>
  kind === 'server' && !OUTAGE.has(status)

/**
 * Whether something between the device and our server, such as a proxy or a filter, refused the request. A rejection by
 * our server has the result `rejected`.
 */
export const isBlockedByProxy = ({ class: kind, status }: Pick<Trouble, 'class' | 'status'>): boolean =>
  kind === 'network' && status >= 400 && status < 500

/** Whether something in between altered the bytes of a file: the server did not get those that this device has. */
export const isAlteredInTransit = ({ code }: Pick<Trouble, 'code'>): boolean => code === 'digest_mismatch'

/** Whether another network may let the request through. */
export const isCausedByNetwork = (trouble: Trouble): boolean =>
  isBlockedByProxy(trouble) || isAlteredInTransit(trouble)

/** Whether such a proxy or filter refused the request for its size. */
export const isTooLargeForProxy = (trouble: Pick<Trouble, 'class' | 'status'>): boolean =>
  isBlockedByProxy(trouble) && trouble.status === 413

/**
 * Whether a captive portal responded instead of our server: a redirect, status 511, or an HTML page with a 2xx status.
 * A broken connection, a proxy error, a truncated response or a cached one do not count.
 */
export function isPortal({ status, header }: Pick<TransportResponse, 'status' | 'header'>): boolean {
  if (header('X-Wheelbook-Api') === '1') return false
  if (status === 511 || (status >= 300 && status < 400 && status !== 304)) return true
  return (
    status >= 200 && status < 300 && /^(text\/html|application\/xhtml)/i.test(header('Content-Type') ?? '')
  )
}

const isOurs = (response: TransportResponse): boolean =>
  response.header('X-Wheelbook-Api') === '1' &&
  /^application\/(?:[a-z.]+\+)?json\b/i.test(response.header('Content-Type') ?? '')

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Seconds only: a date would compare two clocks. */
function retryAfterMs(
  response: TransportResponse,
  problem: { retry_after?: number | undefined },
): number | null {
  const seconds = problem.retry_after ?? Number(response.header('Retry-After') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null
}
