import { useEffect, useRef, useState } from 'react'
import type { FieldCodes } from '#domain/core/file-rules.ts'

/** Error codes of the form's fields, at first those of the server's refusal. */
export function useHistoryErrors(refused: { opId: string; codes: FieldCodes } | undefined) {
  const [codes, setCodes] = useState(refused?.codes ?? {})
  /** Number of refused saves; each one moves the focus to the first invalid field. */
  const [refusals, setRefusals] = useState(0)

  const refusedOp = useRef(refused?.opId)
  useEffect(() => {
    if (!refused || refusedOp.current === refused.opId) return
    refusedOp.current = refused.opId
    setCodes(refused.codes)
    setRefusals((count) => count + 1)
  }, [refused])

  function refuse(wrong: FieldCodes) {
    setCodes(wrong)
    setRefusals((count) => count + 1)
  }

  return {
    codes,
    refusals,
    refuse,
    set: setCodes,
    /** Removes the codes of changed fields. */
    clear: (fields: readonly string[]) => setCodes((known) => withoutCodesOf(known, fields)),
  }
}

export type HistoryErrors = ReturnType<typeof useHistoryErrors>

/**
 * Removes the codes of changed fields. Service rows are identified by number, so any change to them clears all of
 * theirs.
 */
function withoutCodesOf(codes: FieldCodes, touched: readonly string[]): FieldCodes {
  const paths = touched.flatMap((field) => {
    if (field === 'services') return ['vehicle_services']
    return field === 'shop_name' || field === 'shop_id' ? ['custom_shop_name', 'shop_id'] : [field]
  })
  const isTouched = (path: string) => paths.some((name) => path === name || path.startsWith(`${name}.`))
  return Object.fromEntries(Object.entries(codes).filter(([path]) => !isTouched(path)))
}
