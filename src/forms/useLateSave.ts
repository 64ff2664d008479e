import { useEffect, useRef } from 'react'
import { useIsMounted } from '#src/lib/hooks/useIsMounted.ts'
import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import { SavedMeanwhile, StorageTimeout } from '#src/offline/model/errors.ts'

interface LateSave {
  /** The form's content as text, to detect later changes. */
  content: string
  /** Whether another save is running; then that one decides. */
  isSaving: () => boolean
  onSaved: (saved: Saved) => Promise<void>
  onFailure: (error: unknown) => void
}

/**
 * Follows a save that timed out. If it is committed later, the form closes as saved. If the form was changed in the
 * meantime, it stays open with a notice, and the next save changes the same entry.
 */
export function useLateSave(form: LateSave) {
  const latest = useRef(form)
  const isMounted = useIsMounted()
  useEffect(() => {
    latest.current = form
  })

  return function follow(error: unknown, saved: string): void {
    if (!(error instanceof StorageTimeout)) return
    const isOver = () => !isMounted.current || latest.current.isSaving()
    error.late.then(
      (late) => {
        if (isOver()) return
        if (latest.current.content !== saved) latest.current.onFailure(new SavedMeanwhile())
        else void latest.current.onSaved(late)
      },
      (failure: unknown) => {
        if (!isOver()) latest.current.onFailure(failure)
      },
    )
  }
}
