import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { cardTokenQuery } from './payment-methods.queries.ts'

const SandboxCard = lazy(() => import('./parts/SandboxCard.tsx').then((m) => ({ default: m.SandboxCard })))
// A megabyte with Braintree's own code: loaded only where cards are real.
const DropIn = lazy(() => import('./parts/DropIn.tsx').then((m) => ({ default: m.DropIn })))

/** Asks for a nonce that stands for the card. */
export type RequestNonce = () => Promise<string>

export interface CardFormProps {
  /** Hears how to request a payment method as soon as one can be requested; null: not, or no longer (PAY-040). */
  onRequestable: (request: RequestNonce | null) => void
}

/** The card form of the gateway that is configured: Braintree's drop-in, or the sandbox. No card number leaves either. */
export function CardForm({ onRequestable }: CardFormProps) {
  const t = useTexts('card')
  const { data, isError, isFetching, refetch } = useQuery(cardTokenQuery())
  if (data) {
    const Form = data.gateway === 'live' ? DropIn : SandboxCard
    return (
      <Suspense fallback={<SkeletonList rows={3} />}>
        <Form token={data.client_token} onRequestable={onRequestable} />
      </Suspense>
    )
  }
  if (isError && !isFetching) {
    return (
      <AlertBox
        type="error"
        message={t('card:failed')}
        action={<Button onClick={() => void refetch()}>{t('card:retry')}</Button>}
      />
    )
  }
  return <SkeletonList rows={3} />
}
