import { useRef, useState } from 'react'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'

/** Result of a save: the record, or the fields that another user changed too. */
export type SaveOutcome<Saved, Field> = { saved: Saved } | { conflicts: Field[] }

/** Why a form was not saved. */
export type SaveProblem<Field> = { failure: ApiFailure } | { conflicts: Field[] }

interface SavedDraft {
  step: 1 | 2
  /** Idempotency key of the saving call. */
  key: string
}

interface SaveFormOptions<Draft, Saved, Field> {
  perform: (draft: Draft) => Promise<SaveOutcome<Saved, Field>>
  write: (next: (before: Draft) => Draft) => void
  onSaved: (saved: Saved) => void
}

/** Saves a two-step form online. After a failure it keeps all input and returns to the first step. */
export function useSaveForm<Draft extends SavedDraft, Saved, Field>(
  options: SaveFormOptions<Draft, Saved, Field>,
) {
  const { perform, write, onSaved } = options
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<SaveProblem<Field>>()
  // A double tap can come before the next render.
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
      // A retry after a lost response repeats the same call; a retry after a refusal is a new one.
      const key = isTransient(failure) ? draft.key : crypto.randomUUID()
      write((before) => ({ ...before, step: 1, key }))
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }
  return { save, isBusy, trouble, forget: () => setTrouble(undefined) }
}
