import { useState } from 'react'
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
}

/**
 * State of a form: its draft, whether it was changed, and error codes by field. The draft survives a refusal, a reload
 * and a crash, and is deleted once it equals the initial values. An error is cleared when its field changes.
 */
export function useFormState<T extends object>(options: FormStateOptions<T>) {
  const { slot, initial, parse, toStored = (draft) => draft } = options
  const isInitial = (draft: T) => JSON.stringify(draft) === JSON.stringify(initial)
  const { value, change, saved, discard, restoredAt } = useDraft<T>({
    slot,
    initial,
    parse,
    toStored: (draft) => (isInitial(draft) ? undefined : toStored(draft)),
  })
  const [codes, setCodes] = useState<FieldCodes>({})
  const isChanged = !isInitial(value)
  useUnsavedTyping(isChanged)

  return {
    draft: value,
    change(part: Partial<T>) {
      change(part)
      setCodes((before) => withoutFields(before, Object.keys(part)))
    },
    isChanged,
    codes,
    /** Shows error codes. Returns whether there are none. */
    accept(found: FieldCodes): boolean {
      setCodes(found)
      return Object.keys(found).length === 0
    },
    /** When the restored draft was typed, if there is one. */
    restoredAt,
    /** After the save: the draft is deleted in all tabs. */
    saved,
    /** Starts over with the initial values. */
    discard() {
      discard(initial)
      setCodes({})
    },
    /** Starts over with the values that the server has now. */
    replace: (values: T) => discard(values),
  }
}

export type FormState<T extends object> = ReturnType<typeof useFormState<T>>
