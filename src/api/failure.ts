import type { ProblemCode } from '#contract/core/problems.ts'

/**
 * Why a call failed, as a stable code: the server's problem code, or a code for failures without a response. `not_api`:
 * the response came from something other than our server, such as a captive portal or a proxy. `refused`: our server
 * rejected the call with a code that this version does not know. Its texts are in `messages`.
 */
export type FailureCode = ProblemCode | 'network' | 'timeout' | 'not_api' | 'refused'

interface FailureFacts {
  /** 0 if there was no response. */
  status: number
  code: FailureCode
  messages: string[]
  fields?: Record<string, string[]>
  requestId?: string
  /** In seconds. */
  retryAfter?: number
}

/** The error type of every failed call. Branch on `code` and `status`, never on text. */
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

/** Matches the messages of Chromium, Firefox and WebKit for a failed dynamic import. They offer no error code. */
const CHUNK_LOAD_ERROR = /dynamically imported module|importing a module script failed/i

/** Checks whether a part of the app's own code failed to load. */
export function isChunkLoadError(error: unknown): boolean {
  return CHUNK_LOAD_ERROR.test(error instanceof Error ? error.message : String(error))
}

/** Converts anything that was thrown to an ApiFailure. */
export function toFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error
  const message = error instanceof Error ? error.message : String(error)
  if (isChunkLoadError(error))
    return new ApiFailure({ status: 0, code: 'network', messages: [] }, { cause: error })
  return new ApiFailure({ status: 0, code: 'refused', messages: [message] }, { cause: error })
}

/** Checks whether a retry may succeed: no response, 408, 425, 429 or 5xx. */
export function isTransient(failure: ApiFailure): boolean {
  return failure.status === 0
    ? failure.code !== 'refused'
    : failure.code === 'not_api' || [408, 425, 429].includes(failure.status) || failure.status >= 500
}

/** Checks whether our server could not be reached. Only data on this device is available then. */
export function isUnreachable(failure: ApiFailure): boolean {
  return failure.code === 'network' || failure.code === 'timeout' || failure.code === 'not_api'
}
