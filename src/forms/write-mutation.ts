import type { MutationKey, MutationOptions } from '@tanstack/react-query'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'

/** Headers of one attempt. */
export interface WriteContext {
  /** Idempotency-Key: stays the same until the outcome is known, so that a retry changes nothing twice. */
  key: string
  /** If-Match: the revision that the user saw when the attempt began. */
  ifMatch?: number
}

export interface WriteOptions<Input, Result> {
  /** The call to the API. */
  call: (input: Input, context: WriteContext) => Promise<Result>
  /** The revision that the user saw. */
  rev?: number | undefined
  /** What makes two writes the same attempt, as JSON. Default: the key of `keyOf`, else the input. */
  attemptOf?: (input: Input) => unknown
  /** The idempotency key of an input that has its own. Default: a new key for each attempt. */
  keyOf?: (input: Input) => string
  /** Whether the write may have succeeded despite the failure. Default: there was no definite response. */
  isUnknown?: (failure: ApiFailure) => boolean
  /**
   * Loads what the write changed. Runs after success, and after a rejection that names no fields, because the screen is
   * outdated then. The write is pending until it ends.
   */
  refresh?: (result?: Result) => unknown
  /** Names the write in the mutation cache. */
  name?: MutationKey
}

interface Attempt {
  request: string
  context: WriteContext
}

/** Holds the attempt whose outcome is not known yet. */
export interface OpenAttempt {
  current: Attempt | undefined
}

/** Returns the mutation of a write. */
export function writeMutation<Input, Result>(
  options: WriteOptions<Input, Result>,
  open: OpenAttempt = { current: undefined },
  revOf = () => options.rev,
): MutationOptions<Result, ApiFailure, Input> {
  const { call, keyOf, attemptOf = keyOf, isUnknown = isTransient, refresh, name } = options
  // A request without a session decides nothing about an earlier one whose response was lost.
  const isUndecided = (failure: ApiFailure) => failure.code === 'not_signed_in' || isUnknown(failure)

  function attemptWith(input: Input): Attempt {
    const request = JSON.stringify(attemptOf ? attemptOf(input) : input) ?? ''
    if (open.current?.request === request) return open.current
    const rev = revOf()
    const key = keyOf ? keyOf(input) : crypto.randomUUID()
    return { request, context: { key, ...(rev !== undefined && { ifMatch: rev }) } }
  }

  async function refreshSafely(result?: Result): Promise<void> {
    try {
      await refresh?.(result)
    } catch (error) {
      // The write has its outcome. The data is loaded again with the next sync.
      console.error('The data on the screen could not be refreshed after a write', error)
    }
  }

  return {
    ...(name && { mutationKey: name }),
    async mutationFn(input) {
      const attempt = attemptWith(input)
      open.current = attempt
      try {
        const result = await call(input, attempt.context)
        open.current = undefined
        return result
      } catch (error) {
        const failure = toFailure(error)
        if (!isUndecided(failure)) open.current = undefined
        throw failure
      }
    },
    onSuccess: (result) => refreshSafely(result),
    async onError(failure) {
      if (!isUndecided(failure) && Object.keys(failure.fields).length === 0) await refreshSafely()
    },
  }
}
