import { useEffect, useRef } from 'react'
import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import { SavedMeanwhile, StorageTimeout } from '#src/offline/model/errors.ts'

interface LateSave {
  /** What stands in the form, as text: to tell whether it was changed since. */
  content: string
  /** Whether another save is under way: that one decides then. */
  isSaving: () => boolean
  onSaved: (saved: Saved) => Promise<void>
  onFailure: (error: unknown) => void
}

/**
 * Follows a save that storage did not answer in time. Committed after all, it closes the form as saved; when something
 * was changed meanwhile, the form stays and says so: the next save goes into the same entry.
 */
export function useLateSave(form: LateSave) {
  const latest = useRef(form)
  const isGone = useRef(false)
  useEffect(() => {
    latest.current = form
  })
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])

  return function follow(error: unknown, saved: string): void {
    if (!(error instanceof StorageTimeout)) return
    const isOver = () => isGone.current || latest.current.isSaving()
    error.late.then(
      (kept) => {
        if (isOver()) return
        if (latest.current.content !== saved) latest.current.onFailure(new SavedMeanwhile())
        else void latest.current.onSaved(kept)
      },
      (failure: unknown) => {
        if (!isOver()) latest.current.onFailure(failure)
      },
    )
  }
}
