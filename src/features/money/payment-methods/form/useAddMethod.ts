import { useRef, useState } from 'react'
import type { NewPaymentMethod } from '#contract/money/payment-methods.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { api } from '#src/api/client.ts'
import type { RequestCard } from '#src/features/money/payment-methods/requested-card.ts'
import { useRefreshMethods } from '#src/features/money/payment-methods/useRefreshMethods.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { withoutFields } from '#src/lib/field-codes.ts'
import { emptyMethod, type MethodDraft, newMethodErrors, toNewMethod } from './method-draft.ts'

/** What is sent: the form, and the card form that the card is requested from. */
interface AddInput {
  draft: MethodDraft
  card: { request: RequestCard; version: number }
}

interface AddMethodCalls {
  onSaved: () => void
  /** Called when the form or the server rejected the input. */
  onRefused: () => void
}

/** State of the form that adds a payment method. Online only (ruling 24); nothing is stored on the device. */
export function useAddMethod({ onSaved, onRefused }: AddMethodCalls) {
  const [draft, setDraft] = useState(emptyMethod)
  const [card, setCard] = useState<{ request: RequestCard | null; version: number }>({
    request: null,
    version: 0,
  })
  const [hasCardInput, setCardInput] = useState(false)
  const [codes, setCodes] = useState<FieldCodes>({})
  const sent = useRef<{ key: string; input: NewPaymentMethod }>(undefined)
  const isDirty = draft !== emptyMethod || hasCardInput
  useUnsavedTyping(isDirty)

  const { run, isBusy, failure, reset } = useWrite({
    async call({ draft: typed, card: { request } }: AddInput, { key }) {
      // A retry must be identical, because the card's nonce is valid for one call only.
      if (sent.current?.key !== key) sent.current = { key, input: toNewMethod(typed, await request()) }
      return api.paymentMethods.create(sent.current.input, { context: { key } })
    },
    attemptOf: ({ draft: typed, card: { version } }) => [typed, version],
    refresh: useRefreshMethods(),
    onSaved,
    onFailed(refused) {
      setCodes(refused.fields)
      onRefused()
    },
  })

  function submit() {
    const errors = newMethodErrors(draft)
    setCodes(errors)
    if (Object.keys(errors).length > 0) return onRefused()
    const { request, version } = card
    if (request) void run({ draft, card: { request, version } })
  }

  return {
    draft,
    change(part: Partial<MethodDraft>) {
      setDraft((before) => ({ ...before, ...part }))
      // Card errors are corrected in the card form.
      if (failure?.code !== 'card_refused') reset()
      setCodes((before) => withoutFields(before, Object.keys(part)))
    },
    codes,
    failure,
    isBusy,
    isDirty,
    /** Whether the payment method can be requested (PAY-040). */
    isRequestable: card.request !== null,
    setRequest: (request: RequestCard | null) =>
      setCard(({ version }) => ({ request, version: version + 1 })),
    /** Clears an error about the card after the card input changed. */
    noteCardInput() {
      setCardInput(true)
      reset()
      setCodes((before) => withoutFields(before, ['expiration']))
    },
    submit,
  }
}
