import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/api/client.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useAction } from '#src/forms/useAction.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { accountNumberQuery } from '../payment-methods/payment-methods.queries.ts'
import { accountNumberError, digitsOf } from './account-number.ts'

/** State of the WEX account number form. `saved`: the number on the server. */
export function useAccountNumber(fleetId: number, saved: string | null) {
  const t = useTexts('payment-methods')
  const client = useQueryClient()
  const toast = useToast()
  const { queryKey } = accountNumberQuery(fleetId)
  // The form's base value: someone else may save a number while it is open.
  const [base, setBase] = useState(saved)
  const [number, setNumber] = useState(saved ?? '')
  const { act, isBusy, failure } = useAction(0, () => client.invalidateQueries({ queryKey }))
  // Someone else saved first. From now on the user edits the number that was shown to them.
  const isTaken = failure?.code === 'stale' && saved !== null
  const current = isTaken ? saved : base
  const isDirty = number !== (current ?? '')
  const fault = accountNumberError(number)
  useUnsavedTyping(isDirty)

  async function submit(): Promise<void> {
    if (fault || isBusy) return
    const refused = await act(({ key }) =>
      api.paymentMethods.saveMapping(
        // PUT creates and updates; `isNew` tells the server which one the user intends (PAY-037).
        { fleetId, account_number: number, isNew: current === null },
        { context: { ...(key && { key }) } },
      ),
    )
    if (refused) return
    setBase(number)
    toast('success', t('payment-methods:wex.saved'))
  }

  return {
    number,
    change: (typed: string) => setNumber(digitsOf(typed)),
    fault,
    failure,
    isBusy,
    isDirty,
    /** The number that someone else saved meanwhile. */
    takenBy: isTaken ? saved : null,
    submit: () => void submit(),
  }
}
