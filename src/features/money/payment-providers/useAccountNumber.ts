import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FleetPaymentMapping } from '#contract/money/payment-methods.ts'
import { api } from '#src/api/client.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { accountNumberQuery } from '../payment-methods/payment-methods.queries.ts'
import { accountNumberError, digitsOf } from './account-number.ts'

interface Mapping {
  account_number: string
  isNew: boolean
  replaces?: string
}

/** State of the WEX account number form. `saved`: the number on the server, which another user may change meanwhile. */
export function useAccountNumber(fleetId: number, saved: string | null) {
  const t = useTexts('payment-methods')
  const client = useQueryClient()
  const toast = useToast()
  const { queryKey } = accountNumberQuery(fleetId)
  /** The typed number, and the one that the form showed before. Null: nothing was typed, so it shows `saved`. */
  const [edit, setEdit] = useState<{ typed: string; before: string | null } | null>(null)
  const { run, isBusy, failure } = useWrite({
    // PUT creates and updates; `isNew` tells the server which one the user intends (PAY-037).
    call: (mapping: Mapping, { key }) =>
      api.paymentMethods.saveMapping({ fleetId, ...mapping }, { context: { key } }),
    async refresh(result?: FleetPaymentMapping) {
      if (result) client.setQueryData(queryKey, result)
      await client.invalidateQueries({ queryKey })
    },
    onSaved(_, { account_number: before }) {
      // The user may have typed on while it was saved.
      setEdit((now) => (now && now.typed !== before ? { typed: now.typed, before } : null))
      toast('success', t('payment-methods:wex.saved'))
    },
  })
  const number = edit?.typed ?? saved ?? ''
  const isDirty = number !== (saved ?? '')
  const isTaken = isDirty && edit !== null && edit.before !== saved
  const fault = accountNumberError(number)
  useUnsavedTyping(isDirty)

  return {
    number,
    change(text: string) {
      const typed = digitsOf(text)
      setEdit((now) => (typed === (saved ?? '') ? null : { typed, before: now ? now.before : saved }))
    },
    fault,
    failure,
    isBusy,
    isDirty,
    /** The number that someone else saved meanwhile. From now on the user replaces this one. */
    takenBy: isTaken ? saved : null,
    submit() {
      if (fault) return
      void run({ account_number: number, isNew: saved === null, ...(saved !== null && { replaces: saved }) })
    },
  }
}
