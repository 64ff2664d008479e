import type { ProblemCode } from '#contract/core/problems.ts'

/**
 * Why a call failed, as a stable word: the server's own problem code, or what happened before one could arrive.
 * `not_api`: something answered, but not our server (a sign-in page of the network, a proxy).
 * `refused`: our server refused without a code that this version knows; its words are in `messages`.
 */
export type FailureCode = ProblemCode | 'network' | 'timeout' | 'not_api' | 'refused'

interface FailureFacts {
  /** 0 when no answer came. */
  status: number
  code: FailureCode
  messages: string[]
  fields?: Record<string, string[]>
  requestId?: string
  /** Seconds. */
  retryAfter?: number
}

/** The one shape of a failed call. Decide by `code` and `status`, never by text. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly status: number
  readonly code: FailureCode
  readonly messages: string[]
  /** Codes per field path: `{ 'vehicle_services.0.price': ['money'] }`. */
  readonly fields: Record<string, string[]>
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined

  constructor(facts: FailureFacts, options?: ErrorOptions) {
    super(facts.messages.join(', ') || facts.code, options)
    this.status = facts.status
    this.code = facts.code
    this.messages = facts.messages
    this.fields = facts.fields ?? {}
    this.requestId = facts.requestId
    this.retryAfter = facts.retryAfter
  }
}

/** How Chromium, Firefox and WebKit say that code of the app itself could not be fetched; they say it in no other way. */
const CHUNK_LOAD_ERROR = /dynamically imported module|importing a module script failed/i

/** Whether a part of the app itself could not be loaded. */
export function isChunkLoadError(error: unknown): boolean {
  return CHUNK_LOAD_ERROR.test(error instanceof Error ? error.message : String(error))
}

/** Whatever was thrown, as an ApiFailure. */
export function toFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  const message = error instanceof Error ? error.message : String(error)
  if (isChunkLoadError(error))
    return new ApiFailure({ status: 0, code: 'network', messages: [] }, { cause: error })
  return new ApiFailure({ status: 0, code: 'refused', messages: [message] }, { cause: error })
}

/** Whether the same call may succeed a little later: no answer, 408, 425, 429 or 5xx. */
export function isTransient(failure: ApiFailure): boolean {
  return failure.status === 0
    ? failure.code !== 'refused'
    : failure.code === 'not_api' || [408, 425, 429].includes(failure.status) || failure.status >= 500
}

/** Whether no answer of our server came at all: the data on this device is all there is for now. */
export function isUnreachable(failure: ApiFailure): boolean {
  return failure.code === 'network' || failure.code === 'timeout' || failure.code === 'not_api'
}
