import type { LastChange, ProblemCode } from '#contract/core/problems.ts'

export interface ProblemDetails {
  /** English text for developers who read logs or call the API by hand. Never contains internals of the server. */
  detail?: string
  /** Codes per field path: { 'order_services.0.price': ['money'] }. */
  fields?: Record<string, string[]>
  /** 412: the server's current representation, and its ETag. */
  current?: unknown
  etag?: string
  /** 412: user of the last change. */
  changed?: LastChange
  /** 409 wrong_offset: bytes received so far. */
  offset?: number
  /** Seconds. */
  retryAfter?: number
}

/** An error reported to the client: `throw new Problem('stale', { current, etag })`. `PROBLEMS` defines the status. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly details: ProblemDetails
  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(details.detail ?? code)
    this.code = code
    this.details = details
  }
}
