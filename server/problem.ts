import type { LastChange, ProblemCode } from '#contract/core/problems.ts'

export interface ProblemDetails {
  /** For people who read logs or call the API by hand; English; never an inside of the server. */
  detail?: string
  /** Codes per field path: { 'order_services.0.price': ['money'] }. */
  fields?: Record<string, string[]>
  /** 412: the representation that the server holds, and its ETag. */
  current?: unknown
  etag?: string
  /** 412: who changed it last. */
  changed?: LastChange
  /** 409 wrong_offset: bytes of the file that are here. */
  offset?: number
  /** Seconds. */
  retryAfter?: number
}

/** A failure that the caller is told about: `throw new Problem('stale', { current, etag })`. Status by `PROBLEMS`. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: ProblemDetails
  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(details.detail ?? code)
    this.code = code
    this.details = details
  }
}
