import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { ApiFailure } from '#src/api/failure.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { cardTokenQuery } from './payment-methods.queries.ts'
import type { CardFieldsProps, RequestCard } from './requested-card.ts'

const SandboxCard = lazyComponent(
  () => import('./parts/SandboxCard.tsx').then((m) => m.SandboxCard),
  <SkeletonList rows={3} />,
)
// About 1 MB with Braintree's code: loaded only where cards are real.
const DropIn = lazyComponent(
  () => import('./parts/DropIn.tsx').then((m) => m.DropIn),
  <SkeletonList rows={3} />,
)

/**
 * The card form of the configured gateway: Braintree's drop-in, or the sandbox. Card numbers never leave the form
 * (PAY-029).
 */
export function CardForm({ onRequestable, onEntered, codes }: Omit<CardFieldsProps, 'token'>) {
  const t = useTexts('card')
  const { data, isError, isFetching, refetch } = useQuery(cardTokenQuery())
  if (data) {
    const Form = data.gateway === 'live' ? DropIn : SandboxCard
    return (
      <Form
        token={data.client_token}
        onRequestable={(request) => onRequestable(request && refusingCard(request))}
        onEntered={onEntered}
        codes={codes}
      />
    )
  }
  if (isError && !isFetching) {
    return (
      <AlertBox
        type="error"
        message={t('card:failed')}
        action={
          <Button color="inherit" onClick={() => void refetch()}>
            {t('card:retry')}
          </Button>
        }
      />
    )
  }
  return <SkeletonList rows={3} />
}

/** Converts the form's errors to the failure that the server returns for a rejected card (PAY-012). */
const refusingCard =
  (request: RequestCard): RequestCard =>
  async () => {
    try {
      return await request()
    } catch (error) {
      throw new ApiFailure({ status: 422, code: 'card_refused', messages: [] }, { cause: error })
    }
  }
