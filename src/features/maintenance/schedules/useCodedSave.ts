import { useState } from 'react'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { type ApiFailure, toFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

interface CodedSaveOptions {
  /** Success message. */
  done: string
  onClose: () => void
}

/**
 * Saves a dialog and closes it. An error marks the fields by its codes and shows a message. A conflict is left to the
 * dialog, which lets the user resolve it.
 */
export function useCodedSave({ done, onClose }: CodedSaveOptions) {
  const toast = useToast()
  const failureText = useFailureText()
  const [codes, setCodes] = useState<FieldCodes>({})
  const [failure, setFailure] = useState<ApiFailure>()
  const [isBusy, setBusy] = useState(false)
  async function save(work: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    setCodes({})
    setFailure(undefined)
    try {
      await work()
      toast('success', done)
      onClose()
    } catch (error) {
      const refused = toFailure(error)
      setFailure(refused)
      setCodes(refused.fields)
      if (refused.code !== 'stale') toast('danger', failureText(refused))
    } finally {
      setBusy(false)
    }
  }
  return { save, codes, setCodes, isBusy, isConflict: failure?.code === 'stale' }
}
