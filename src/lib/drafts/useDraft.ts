import { useCallback, useEffect, useRef, useState } from 'react'
import { announceDraftSaved } from './draft-channel.ts'
import { type DraftSlot, readDraft, slotName } from './draft-storage.ts'
import { draftWriter } from './draft-writer.ts'

interface DraftOptions<T> {
  /** Must stay the same object while the form is open. */
  slot: DraftSlot
  /** The form as it opens when there is no draft. */
  initial: T
  /** Undefined for what an older version wrote and this one cannot show. */
  parse: (value: unknown) => T | undefined
}

/** State of a form that survives reload, crash, sign-in and update: each change is kept, as `draftWriter` says when. */
export function useDraft<T extends object>({ slot, initial, parse }: DraftOptions<T>) {
  const [kept] = useState(() => readDraft(slot, parse))
  // A draft in which nothing differs from the empty form is not worth a word.
  const [restoredAt, setRestoredAt] = useState(() =>
    kept && JSON.stringify(kept.value) !== JSON.stringify(initial) ? kept.savedAt : undefined,
  )
  const [value, setValue] = useState(kept?.value ?? initial)
  const latest = useRef(value)
  const [writer] = useState(() => draftWriter(slot))
  useEffect(() => {
    // A phone ends a hidden app without another word.
    document.addEventListener('visibilitychange', writer.flush)
    addEventListener('pagehide', writer.flush)
    return () => {
      document.removeEventListener('visibilitychange', writer.flush)
      removeEventListener('pagehide', writer.flush)
      writer.flush()
    }
  }, [writer])

  /** Takes a part to replace, or a function of the form as it is now. */
  const change = useCallback(
    (next: Partial<T> | ((before: T) => T)) => {
      const before = latest.current
      latest.current = typeof next === 'function' ? next(before) : { ...before, ...next }
      writer.write(latest.current)
      setValue(latest.current)
    },
    [writer],
  )
  /** After the commit, or when the person throws the draft away: the form opens empty next time. */
  const forget = useCallback(() => {
    writer.forget()
    setRestoredAt(undefined)
  }, [writer])
  /** After the commit: the draft is gone in every tab. */
  const saved = useCallback(() => {
    forget()
    announceDraftSaved(slotName(slot))
  }, [forget, slot])
  /** @param empty the form to begin anew with, where it is not the one that opened */
  const discard = useCallback(
    (empty: T = initial) => {
      forget()
      latest.current = empty
      setValue(empty)
    },
    [forget, initial],
  )

  return { value, change, keepNow: writer.flush, forget, saved, discard, restoredAt }
}
