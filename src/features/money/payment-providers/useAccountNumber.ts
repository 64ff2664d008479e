import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#src/api/client.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useWrite } from '#src/forms/useWrite.ts'
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
  const { run, isBusy, failure } = useWrite({
    // PUT creates and updates; `isNew` tells the server which one the user intends (PAY-037).
    call: (mapping: { account_number: string; isNew: boolean }, { key }) =>
      api.paymentMethods.saveMapping({ fleetId, ...mapping }, { context: { key } }),
    refresh: () => client.invalidateQueries({ queryKey }),
    onSaved(_, mapping) {
      setBase(mapping.account_number)
      toast('success', t('payment-methods:wex.saved'))
    },
  })
  // Someone else saved first. From now on the user edits the number that was shown to them.
  const isTaken = failure?.code === 'stale' && saved !== null
  const current = isTaken ? saved : base
  const isDirty = number !== (current ?? '')
  const fault = accountNumberError(number)
  useUnsavedTyping(isDirty)

  return {
    number,
    change: (typed: string) => setNumber(digitsOf(typed)),
    fault,
    failure,
    isBusy,
    isDirty,
    /** The number that someone else saved meanwhile. */
    takenBy: isTaken ? saved : null,
    submit() {
      if (!fault) void run({ account_number: number, isNew: current === null })
    },
  }
}
