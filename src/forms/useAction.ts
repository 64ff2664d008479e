import { useRef, useState } from 'react'
import type { CallContext } from '#src/api/call-context.ts'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'

/**
 * Runs one online-only action. It uses the same idempotency key until its outcome is known, and the revision that the
 * user saw. `refresh` loads the consequences.
 */
export function useAction(rev: number, refresh: () => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  const open = useRef<Required<Pick<CallContext, 'key' | 'ifMatch'>>>(undefined)
  /** Null: it succeeded, and this device has loaded the consequences. */
  async function act(call: (context: CallContext) => Promise<unknown>): Promise<ApiFailure | null> {
    open.current ??= { key: crypto.randomUUID(), ifMatch: rev }
    setBusy(true)
    setFailure(undefined)
    try {
      await call(open.current)
      open.current = undefined
      await refresh()
      return null
    } catch (error) {
      const refused = toFailure(error)
      setFailure(refused)
      if (!isTransient(refused)) open.current = undefined
      // Shows the other user's change before the next attempt.
      if (refused.code === 'stale' || refused.code === 'not_found') void refresh()
      return refused
    } finally {
      setBusy(false)
    }
  }
  return { act, isBusy, failure }
}
