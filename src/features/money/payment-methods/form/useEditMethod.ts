import { useState } from 'react'
import type { PaymentMethod } from '#contract/money/payment-methods.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { api } from '#src/api/client.ts'
import { useRefreshMethods } from '#src/features/money/payment-methods/useRefreshMethods.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useAction } from '#src/forms/useAction.ts'
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
  const { act, isBusy, failure } = useAction(rev, useRefreshMethods())
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial)
  useUnsavedTyping(isDirty)

  /** `isAnyway`: overwrites changes that someone else saved meanwhile. */
  async function submit(isAnyway: boolean): Promise<void> {
    const errors = methodChangeErrors(method, draft)
    setCodes(errors)
    if (Object.keys(errors).length > 0) return onRefused()
    if (isBusy) return
    const ifMatch = isAnyway ? method.rev : rev
    const refused = await act((context) =>
      api.paymentMethods.update(toChange(method, draft), { context: { ...context, ifMatch } }),
    )
    if (!refused) return onSaved()
    setCodes(refused.fields)
    onRefused()
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
    submit: () => void submit(false),
    saveAnyway: () => void submit(true),
  }
}
