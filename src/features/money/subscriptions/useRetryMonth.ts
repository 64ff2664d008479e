import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, queries } from '#src/api/client.ts'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'

/** Charges a subscription month again. Online only (ruling 24); one idempotency key per month. */
export function useRetryMonth(month: string) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiFailure>()
  const key = useRef<string>(undefined)

  /** @returns whether the server accepted the retry */
  async function retry(): Promise<boolean> {
    key.current ??= crypto.randomUUID()
    setBusy(true)
    setFailure(undefined)
    try {
      await api.payments.retrySubscription({ subscription_month: month }, { context: { key: key.current } })
      key.current = undefined
      return true
    } catch (error) {
      const refused = toFailure(error)
      if (!isTransient(refused)) key.current = undefined
      setFailure(refused)
      return false
    } finally {
      void client.invalidateQueries({ queryKey: queries.payments.manualReview.key() })
      setBusy(false)
    }
  }
  return { retry, isBusy, failure }
}
