import { useCallback, useEffect, useRef, useState } from 'react'
import { announceDraftSaved } from './draft-channel.ts'
import { type DraftSlot, readDraft, slotName } from './draft-storage.ts'
import { draftWriter } from './draft-writer.ts'

interface DraftOptions<T> {
  /** Must be the same object while the form is open. */
  slot: DraftSlot
  /** The form's initial value without a draft. */
  initial: T
  /** Returns undefined for drafts of other versions that this one cannot show. */
  parse: (value: unknown) => T | undefined
  /** What is stored of a value; undefined: nothing. Default: the value. */
  toStored?: (value: T) => unknown
}

/** Form state that survives reload, crash, sign-in and update. `draftWriter` stores each change. */
export function useDraft<T extends object>({ slot, initial, parse, toStored }: DraftOptions<T>) {
  const [storedDraft] = useState(() => readDraft(slot, parse))
  // A draft that equals the empty form is not mentioned.
  const [restoredAt, setRestoredAt] = useState(() =>
    storedDraft && JSON.stringify(storedDraft.value) !== JSON.stringify(initial)
      ? storedDraft.savedAt
      : undefined,
  )
  const [value, setValue] = useState(storedDraft?.value ?? initial)
  const latest = useRef(value)
  const [writer] = useState(() => draftWriter(slot))
  const stored = useRef(toStored)
  useEffect(() => {
    stored.current = toStored
  })
  useEffect(() => {
    // A phone may kill a hidden app without further notice.
    document.addEventListener('visibilitychange', writer.flush)
    addEventListener('pagehide', writer.flush)
    return () => {
      document.removeEventListener('visibilitychange', writer.flush)
      removeEventListener('pagehide', writer.flush)
      writer.flush()
    }
  }, [writer])

  /** Accepts a partial value, or a function of the current one. */
  const change = useCallback(
    (next: Partial<T> | ((before: T) => T)) => {
      const before = latest.current
      latest.current = typeof next === 'function' ? next(before) : { ...before, ...next }
      const storedValue = stored.current ? stored.current(latest.current) : latest.current
      if (storedValue === undefined) writer.forget()
      else writer.write(storedValue)
      setValue(latest.current)
    },
    [writer],
  )
  /** After the commit, or when the user discards the draft: the form opens empty next time. */
  const forget = useCallback(() => {
    writer.forget()
    setRestoredAt(undefined)
  }, [writer])
  /** After the commit: removes the draft in all tabs. */
  const saved = useCallback(() => {
    forget()
    announceDraftSaved(slotName(slot))
  }, [forget, slot])
  /** @param empty the value to start over with, if it differs from the initial one */
  const discard = useCallback(
    (empty: T = initial) => {
      forget()
      latest.current = empty
      setValue(empty)
    },
    [forget, initial],
  )

  /** Returns the value now, also in a callback of an earlier render. */
  const now = useCallback(() => latest.current, [])
  return { value, now, change, keepNow: writer.flush, forget, saved, discard, restoredAt }
}
