import { useCallback, useRef, useState } from 'react'
import { type DraftSlot, forgetDraft, readDraft, writeDraft } from './draft-texts.ts'

interface DraftOptions<T> {
  /** Must stay the same object while the form is open. */
  slot: DraftSlot
  /** The form as it opens when there is no draft. */
  initial: T
  /** Undefined for what an older version wrote and this one cannot show. */
  parse: (value: unknown) => T | undefined
}

/** State of a form that survives reload, crash, sign-in and update: each change is kept before the next one. */
export function useDraft<T extends object>({ slot, initial, parse }: DraftOptions<T>) {
  const [kept] = useState(() => readDraft(slot, parse))
  const [restoredAt, setRestoredAt] = useState(kept?.savedAt)
  const [value, setValue] = useState(kept?.value ?? initial)
  const latest = useRef(value)

  /** Takes a part to replace, or a function of the form as it is now. */
  const change = useCallback(
    (next: Partial<T> | ((before: T) => T)) => {
      const before = latest.current
      latest.current = typeof next === 'function' ? next(before) : { ...before, ...next }
      writeDraft(slot, latest.current)
      setValue(latest.current)
    },
    [slot],
  )
  /** After the commit, or when the person throws the draft away: the form opens empty next time. */
  const forget = useCallback(() => {
    forgetDraft(slot)
    setRestoredAt(undefined)
  }, [slot])
  const discard = useCallback(() => {
    forget()
    latest.current = initial
    setValue(initial)
  }, [forget, initial])

  return { value, change, forget, discard, restoredAt }
}
