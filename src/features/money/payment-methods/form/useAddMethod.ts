import { useRef, useState } from 'react'
import type { NewPaymentMethod } from '#contract/money/payment-methods.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { api } from '#src/api/client.ts'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'
import type { RequestCard } from '#src/features/money/payment-methods/requested-card.ts'
import { useRefreshMethods } from '#src/features/money/payment-methods/useRefreshMethods.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { withoutFields } from '#src/lib/field-codes.ts'
import { emptyMethod, type MethodDraft, newMethodErrors, toNewMethod } from './method-draft.ts'

/** A call without a known outcome. A retry must be identical, because the nonce is valid for one call only. */
interface OpenCall {
  draft: MethodDraft
  request: RequestCard
  key: string
  input: NewPaymentMethod
}

interface AddMethodCalls {
  onSaved: () => void
  /** Called when the form or the server rejected the input. */
  onRefused: () => void
}

/** State of the form that adds a payment method. Online only (ruling 24); nothing is stored on the device. */
export function useAddMethod({ onSaved, onRefused }: AddMethodCalls) {
  const refresh = useRefreshMethods()
  const [draft, setDraft] = useState(emptyMethod)
  const [request, setRequest] = useState<RequestCard | null>(null)
  const [hasCardInput, setCardInput] = useState(false)
  const [codes, setCodes] = useState<FieldCodes>({})
  const [failure, setFailure] = useState<ApiFailure>()
  const [isBusy, setBusy] = useState(false)
  const open = useRef<OpenCall>(undefined)
  // Guards against a second tap before the next render.
  const isUnderWay = useRef(false)
  const isDirty = draft !== emptyMethod || hasCardInput
  useUnsavedTyping(isDirty)

  async function submit(): Promise<void> {
    const errors = newMethodErrors(draft)
    setCodes(errors)
    if (Object.keys(errors).length > 0) return onRefused()
    if (!request || isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setFailure(undefined)
    try {
      if (open.current?.draft !== draft || open.current.request !== request) {
        const input = toNewMethod(draft, await request())
        open.current = { draft, request, key: crypto.randomUUID(), input }
      }
      await api.paymentMethods.create(open.current.input, { context: { key: open.current.key } })
      open.current = undefined
      await refresh()
      onSaved()
    } catch (error) {
      const refused = toFailure(error)
      if (!isTransient(refused)) open.current = undefined
      setFailure(refused)
      setCodes(refused.fields)
      onRefused()
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return {
    draft,
    change(part: Partial<MethodDraft>) {
      setDraft((before) => ({ ...before, ...part }))
      // Card errors are corrected in the card form.
      if (failure?.code !== 'card_refused') setFailure(undefined)
      setCodes((before) => withoutFields(before, Object.keys(part)))
    },
    codes,
    failure,
    isBusy,
    isDirty,
    /** Whether the payment method can be requested (PAY-040). */
    isRequestable: request !== null,
    setRequest: (next: RequestCard | null) => setRequest(() => next),
    /** Clears an error about the card after the card input changed. */
    noteCardInput() {
      setCardInput(true)
      setFailure(undefined)
      setCodes((before) => withoutFields(before, ['expiration']))
    },
    submit: () => void submit(),
  }
}
