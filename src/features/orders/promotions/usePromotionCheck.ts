import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PromotionCheck } from '#contract/orders/promotions.ts'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import type { PromotionChoice } from './apply-promotion.ts'
import { promotionCheckQuery } from './promotions.queries.ts'

/** The appointment that a promotion is checked for. */
type CheckedAppointment = Pick<PromotionCheck, 'vehicle_id' | 'shop_id' | 'order_services'>

export type PromotionState =
  | { is: 'checking' }
  | { is: 'worth'; name: string; discount: string }
  | { is: 'refused'; failure: ApiFailure }
  /** The server was unreachable: the booking checks it. */
  | { is: 'unchecked' }

interface CheckOptions {
  appointment: CheckedAppointment | null
  choice: PromotionChoice | null
  onAccept: (choice: PromotionChoice) => void
}

/**
 * Checks promotions before the booking. A choice is stored unless the server rejects it. The stored one is checked
 * again when the screen opens and when the services change.
 */
export function usePromotionCheck({ appointment, choice, onAccept }: CheckOptions) {
  const client = useQueryClient()
  const isOnline = useOnline()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ choice: PromotionChoice; failure: ApiFailure }>()
  const query = useQuery(promotionCheckQuery(inputOf(appointment, choice)))

  async function choose(next: PromotionChoice) {
    setRefused(undefined)
    const input = inputOf(appointment, next)
    if (!input || !isOnline) return onAccept(next)
    setBusy(true)
    try {
      await client.fetchQuery(promotionCheckQuery(input))
      onAccept(next)
    } catch (error) {
      const failure = toFailure(error)
      if (isUnchecked(failure)) onAccept(next)
      else setRefused({ choice: next, failure })
    } finally {
      setBusy(false)
    }
  }
  const state = stateOf(query, isOnline)
  return { choose, isBusy, refused, state, discount: state.is === 'worth' ? state.discount : undefined }
}

function inputOf(
  appointment: CheckedAppointment | null,
  choice: PromotionChoice | null,
): PromotionCheck | null {
  if (!appointment || !choice) return null
  return {
    ...appointment,
    ...('code' in choice ? { code: choice.code } : { promotion_id: choice.promotion_id }),
  }
}

interface CheckQuery {
  data: { promotion: { name: string; discount: string } } | undefined
  error: Error | null
}

function stateOf({ data, error }: CheckQuery, isOnline: boolean): PromotionState {
  const failure = error && toFailure(error)
  if (failure) return isUnchecked(failure) ? { is: 'unchecked' } : { is: 'refused', failure }
  if (data) return { is: 'worth', name: data.promotion.name, discount: data.promotion.discount }
  return isOnline ? { is: 'checking' } : { is: 'unchecked' }
}

/** Checks whether the server returned no verdict on the promotion. A rate limit (429) counts as one. */
const isUnchecked = (failure: ApiFailure) => failure.status !== 429 && isTransient(failure)
