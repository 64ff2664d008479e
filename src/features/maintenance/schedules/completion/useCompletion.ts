import { useState } from 'react'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { newCompletion, readCompletion } from '../completion-draft.ts'
import type { Completion } from '../useMarks.ts'

/** Day and odometer of completed work while they are typed, with the codes of invalid fields. */
export function useCompletion() {
  const [draft, setDraft] = useState(newCompletion)
  const [codes, setCodes] = useState<FieldCodes>({})
  return {
    fields: { draft, codes, onChange: setDraft },
    /** Returns the completion; null if a field is invalid, which the fields then show. */
    read(): Completion | null {
      const read = readCompletion(draft)
      setCodes('codes' in read ? read.codes : {})
      return 'codes' in read ? null : read.completion
    },
  }
}
