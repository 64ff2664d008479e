import { useState } from 'react'
import type { PaymentMethod, PaymentMethodChange } from '#contract/money/payment-methods.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { api } from '#src/api/client.ts'
import { useRefreshMethods } from '#src/features/money/payment-methods/useRefreshMethods.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { withoutFields } from '#src/lib/field-codes.ts'
import { type MethodDraft, methodChangeErrors, toChange, toDraft } from './method-draft.ts'

interface EditMethodCalls {
  onSaved: () => void
  /** Called when the form or the server rejected the input. */
  onRefused: () => void
}

/** State of the form that edits a payment method. Online only (ruling 24). */
export function useEditMethod(method: PaymentMethod, { onSaved, onRefused }: EditMethodCalls) {
  const t = useTexts('payment-methods')
  const [initial] = useState(() => toDraft(method, t('payment-methods:users.all')))
  const [draft, setDraft] = useState(initial)
  const [codes, setCodes] = useState<FieldCodes>({})
  // The draft's base revision: the list may reload while the form is open.
  const [rev] = useState(method.rev)
  const { run, isBusy, failure } = useWrite({
    call: ({ ifMatch, change }: { ifMatch: number; change: PaymentMethodChange }, { key }) =>
      api.paymentMethods.update(change, { context: { key, ifMatch } }),
    refresh: useRefreshMethods(),
    onSaved,
    onFailed(refused) {
      setCodes(refused.fields)
      onRefused()
    },
  })
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial)
  useUnsavedTyping(isDirty)

  /** `isAnyway`: overwrites changes that someone else saved meanwhile. */
  function submit(isAnyway: boolean) {
    const errors = methodChangeErrors(method, draft)
    setCodes(errors)
    if (Object.keys(errors).length > 0) return onRefused()
    void run({ ifMatch: isAnyway ? method.rev : rev, change: toChange(method, draft) })
  }

  return {
    draft,
    change(part: Partial<MethodDraft>) {
      setDraft((before) => ({ ...before, ...part }))
      setCodes((before) => withoutFields(before, Object.keys(part)))
    },
    codes,
    failure,
    isBusy,
    isDirty,
    /** Someone else changed the method meanwhile. */
    isConflict: failure?.code === 'stale',
    submit: () => submit(false),
    saveAnyway: () => submit(true),
  }
}
