import { type ApiFailure, isTransient } from '#src/api/failure.ts'
import type { FormState } from './useFormState.ts'
import { useWrite } from './useWrite.ts'

/** Result of a save: the record, or the fields that another user changed too. */
export type SaveOutcome<Saved, Field> = { saved: Saved } | { conflicts: Field[] }

interface SavedDraft {
  step: 1 | 2
  /** Idempotency key of the saving call. */
  key: string
}

interface SaveFormOptions<Draft extends object, Saved, Field> {
  perform: (draft: Draft) => Promise<SaveOutcome<Saved, Field>>
  form: Pick<FormState<Draft>, 'write' | 'showErrors'>
  onSaved: (saved: Saved) => void
}

/** Checks whether the outcome of the save is open: an expired session says nothing about an attempt before it. */
export const isUndecided = (failure: ApiFailure): boolean =>
  isTransient(failure) || failure.code === 'not_signed_in'

/**
 * Saves a two-step form online. After a failure it keeps all input and returns to the first step, except if the session
 * has expired. The idempotency key is in the draft, so that a retry after a reload is recognized.
 */
export function useSaveForm<Draft extends SavedDraft, Saved, Field>(
  options: SaveFormOptions<Draft, Saved, Field>,
) {
  const { perform, onSaved } = options
  const { write, showErrors } = options.form
  const { run, isBusy, failure, result, reset } = useWrite({
    call: perform,
    attemptOf: ({ key }) => key,
    onSaved(outcome) {
      if ('saved' in outcome) onSaved(outcome.saved)
      else write((before) => ({ ...before, step: 1 }))
    },
    onFailed(refused, draft) {
      // After the new sign-in, the user saves the same again.
      if (refused.code === 'not_signed_in') return
      // A retry after a lost response repeats the same call; a retry after a rejection is a new one.
      const key = isTransient(refused) ? draft.key : crypto.randomUUID()
      write((before) => ({ ...before, step: 1, key }))
      showErrors(refused.fields)
    },
  })
  /** Fields that another user changed too (decision 21). */
  const conflicts: Field[] = result && 'conflicts' in result ? result.conflicts : []
  return { save: run, isBusy, failure, conflicts, forget: reset }
}
