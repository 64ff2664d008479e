import { useRef, useState } from 'react'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'

/** What a save came to: the record, or the fields that somebody else changed meanwhile too. */
export type SaveOutcome<Saved, Field> = { saved: Saved } | { conflicts: Field[] }

/** What keeps a form from being saved. */
export type SaveProblem<Field> = { failure: ApiFailure } | { conflicts: Field[] }

interface SavedDraft {
  step: 1 | 2
  /** Idempotency key of the call that saves it. */
  key: string
}

interface SaveFormOptions<Draft, Saved, Field> {
  perform: (draft: Draft) => Promise<SaveOutcome<Saved, Field>>
  write: (next: (before: Draft) => Draft) => void
  onSaved: (saved: Saved) => void
}

/** Saves a form of two steps, now or not at all; it keeps everything and is back at its first step where it failed. */
export function useSaveForm<Draft extends SavedDraft, Saved, Field>(
  options: SaveFormOptions<Draft, Saved, Field>,
) {
  const { perform, write, onSaved } = options
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<SaveProblem<Field>>()
  // A second tap can come before the next render.
  const isUnderWay = useRef(false)

  async function save(draft: Draft) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setTrouble(undefined)
    try {
      const outcome = await perform(draft)
      if ('saved' in outcome) return onSaved(outcome.saved)
      setTrouble(outcome)
      write((before) => ({ ...before, step: 1 }))
    } catch (error) {
      const failure = toFailure(error)
      setTrouble({ failure })
      // A call whose answer never came is the same one when it is tried again; what was refused is not.
      const key = isTransient(failure) ? draft.key : crypto.randomUUID()
      write((before) => ({ ...before, step: 1, key }))
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }
  return { save, isBusy, trouble, forget: () => setTrouble(undefined) }
}
