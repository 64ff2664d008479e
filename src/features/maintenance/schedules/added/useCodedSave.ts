import { useState } from 'react'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import type { WriteOptions } from '#src/forms/write-mutation.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

interface CodedSaveOptions<Input> extends Pick<WriteOptions<Input, unknown>, 'call' | 'refresh'> {
  /** Success message. */
  done: string
  onClose: () => void
}

/** Saves a dialog and closes it. An error marks the fields by its codes and shows a message. */
export function useCodedSave<Input>({ done, onClose, ...options }: CodedSaveOptions<Input>) {
  const toast = useToast()
  const failureText = useFailureText()
  const [codes, setCodes] = useState<FieldCodes>({})
  const { run, isBusy } = useWrite({
    ...options,
    onSaved() {
      toast('success', done)
      onClose()
    },
    onFailed(refused) {
      setCodes(refused.fields)
      toast('danger', failureText(refused))
    },
  })
  return {
    save: (input: Input) => void run(input),
    codes,
    setCodes,
    isBusy,
  }
}
