import { useCallback, useState } from 'react'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { useDraft } from '#src/lib/drafts/useDraft.ts'
import { withoutFields } from '#src/lib/field-codes.ts'
import { useUnsavedTyping } from './unsaved-typing.ts'

interface FormStateOptions<T> {
  /** The draft that this tab owns. */
  slot: DraftSlot
  /** The form's values without input. */
  initial: T
  /** Restores a stored draft; undefined for drafts of other versions. */
  parse: (value: unknown) => T | undefined
  /** What is stored of changed values. Default: the values. */
  toStored?: (draft: T) => unknown
  /** Also stores a draft that equals the initial values, because its id or key identifies a save. */
  storesInitial?: boolean
  /** Whether the draft has input that an update of the app would interrupt. Default: it differs from the initial values. */
  hasInput?: (draft: T) => boolean
  /** Error codes at first, such as those of a rejection while the form was closed. */
  initialCodes?: FieldCodes | undefined
  /** Removes the codes of changed fields. Needed if codes have other names than the draft's fields. */
  withoutCodes?: (codes: FieldCodes, fields: readonly string[]) => FieldCodes
}

/**
 * State of a form: its draft, whether it was changed, and error codes by field. The draft survives a rejection, a reload
 * and a crash, and is deleted once it equals the initial values, unless `storesInitial`. An error is cleared when its
 * field changes.
 */
export function useFormState<T extends object>(options: FormStateOptions<T>) {
  const { slot, initial, parse, storesInitial = false, toStored = (draft) => draft } = options
  const isInitial = (draft: T) => JSON.stringify(draft) === JSON.stringify(initial)
  const { value, now, change, keepNow, saved, discard, restoredAt } = useDraft<T>({
    slot,
    initial,
    parse,
    toStored: (draft) => (!storesInitial && isInitial(draft) ? undefined : toStored(draft)),
  })
  const errors = useFieldErrors(options)
  const { correct, accept } = errors
  const isChanged = !isInitial(value)
  useUnsavedTyping(options.hasInput ? options.hasInput(value) : isChanged)

  return {
    draft: value,
    /** Returns the draft now, also in a callback of an earlier render, such as that of a save. */
    draftNow: now,
    change: useCallback(
      (part: Partial<T>) => {
        change(part)
        correct(Object.keys(part))
      },
      [change, correct],
    ),
    /** Replaces the draft by a function of it, and clears no error. */
    write: change as (next: (before: T) => T) => void,
    /** Stores the draft at once, so that a retry after a crash is recognized by its key. */
    keepNow,
    isChanged,
    ...errors,
    /** When the restored draft was typed, if there is one. */
    restoredAt,
    /** After the save: the draft is deleted in all tabs. */
    saved,
    /** Starts over with the initial values, or with others. */
    discard: useCallback(
      (empty?: T) => {
        discard(empty)
        accept({})
      },
      [discard, accept],
    ),
    /** Starts over with the values that the server has now. */
    replace: (values: T) => discard(values),
  }
}

export type FormState<T extends object> = ReturnType<typeof useFormState<T>>

/** Error codes by field, without those of fields that were changed since. */
function useFieldErrors({
  initialCodes = {},
  withoutCodes = withoutFields,
}: Pick<FormStateOptions<never>, 'initialCodes' | 'withoutCodes'>) {
  const [found, setFound] = useState<FieldCodes>(initialCodes)
  const [corrected, setCorrected] = useState<readonly string[]>([])
  return {
    codes: corrected.length === 0 ? found : withoutCodes(found, corrected),
    /** Shows error codes. Returns whether there are none. */
    accept: useCallback((codes: FieldCodes): boolean => {
      setFound(codes)
      setCorrected([])
      return Object.keys(codes).length === 0
    }, []),
    /** Shows the server's error codes, except those of fields that were changed while it answered. */
    showErrors: setFound,
    /** Clears the errors of these fields. */
    correct: useCallback(
      (fields: readonly string[]) => setCorrected((before) => [...new Set([...before, ...fields])]),
      [],
    ),
  }
}
