import { useRef, useState } from 'react'
import type { CallContext } from '#src/api/call-context.ts'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'

/**
 * One act, now or not at all: with a key of its own, the same one until its answer is known, and the revision that the
 * person saw. `refresh` brings what followed from it.
 */
export function useAction(rev: number, refresh: () => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  const open = useRef<Required<Pick<CallContext, 'key' | 'ifMatch'>>>(undefined)
  /** Null: it was done, and this device has what followed from it. */
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
      // What somebody else changed meanwhile is shown before the next try.
      if (refused.code === 'stale' || refused.code === 'not_found') void refresh()
      return refused
    } finally {
      setBusy(false)
    }
  }
  return { act, isBusy, failure }
}
