import { useEffect, useRef, useState } from 'react'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import type { FormState } from '#src/forms/useFormState.ts'
import type { HistoryDraft } from '../history-draft.ts'

/** The server's rejection of an entry. */
export interface RejectedEntry {
  opId: string
  codes: FieldCodes
}

/** Shows the errors of refused saves, also of one that the server refuses while the form is open. */
export function useHistoryErrors(
  { accept }: Pick<FormState<HistoryDraft>, 'accept'>,
  refused: RejectedEntry | undefined,
) {
  /** Number of rejected saves; each one moves the focus to the first invalid field. */
  const [rejectionCount, setRejectionCount] = useState(0)

  const refusedOp = useRef(refused?.opId)
  useEffect(() => {
    if (!refused || refusedOp.current === refused.opId) return
    refusedOp.current = refused.opId
    accept(refused.codes)
    setRejectionCount((count) => count + 1)
  }, [refused, accept])

  function showErrors(wrong: FieldCodes) {
    accept(wrong)
    setRejectionCount((count) => count + 1)
  }

  return { rejectionCount, showErrors }
}

/**
 * Removes the codes of changed fields. Service rows are identified by number, so any change to them clears all of
 * theirs.
 */
export function withoutCodesOf(codes: FieldCodes, touched: readonly string[]): FieldCodes {
  const paths = touched.flatMap((field) => {
    if (field === 'services') return ['vehicle_services']
    if (field === 'stored') return ['maintenance_documents_attributes']
    return field === 'shop_name' || field === 'shop_id' ? ['custom_shop_name', 'shop_id'] : [field]
  })
  const isTouched = (path: string) => paths.some((name) => path === name || path.startsWith(`${name}.`))
  return Object.fromEntries(Object.entries(codes).filter(([path]) => !isTouched(path)))
}
