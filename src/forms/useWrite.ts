import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { type ApiFailure, toFailure } from '#src/api/failure.ts'
import { type OpenAttempt, type WriteOptions, writeMutation } from './write-mutation.ts'

interface UseWriteOptions<Input, Result> extends WriteOptions<Input, Result> {
  onSaved?: (result: Result, input: Input) => void
  onFailed?: (failure: ApiFailure, input: Input) => void
}

/**
 * Writes to the server, online only: a failure is shown at once. Entries that may wait go to the outbox. While a write
 * runs, further ones are ignored.
 */
export function useWrite<Input = void, Result = unknown>(options: UseWriteOptions<Input, Result>) {
  // A second click can come before the next render.
  const isRunning = useRef(false)
  const open = useRef<OpenAttempt['current']>(undefined)
  // The revision of the render in which `run` was called. The mutation itself would use the latest one, which the user
  // may not have seen.
  const seenRev = useRef(options.rev)
  const mutation = useMutation(writeMutation(options, open, () => seenRev.current))

  /** @returns whether it succeeded */
  async function run(input: Input): Promise<boolean> {
    if (isRunning.current) return false
    isRunning.current = true
    seenRev.current = options.rev
    const outcome = await mutation.mutateAsync(input).then(
      (result) => ({ result }),
      (error: unknown) => ({ failure: toFailure(error) }),
    )
    isRunning.current = false
    if ('failure' in outcome) options.onFailed?.(outcome.failure, input)
    else options.onSaved?.(outcome.result, input)
    return !('failure' in outcome)
  }

  return {
    run,
    isBusy: mutation.isPending,
    isDone: mutation.isSuccess,
    failure: mutation.error ?? undefined,
    /** The result of the last run, if it succeeded. */
    result: mutation.data,
    /** The input of the last run. */
    input: mutation.variables,
    /** Clears the failure. */
    reset() {
      if (!isRunning.current) mutation.reset()
    },
  }
}

/** State of a write, for components that get it from their parent. */
export type Write<Input, Result> = ReturnType<typeof useWrite<Input, Result>>
