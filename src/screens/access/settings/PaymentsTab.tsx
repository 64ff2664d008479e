import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { fleetQuery } from '#src/features/access/fleet/fleet.queries.ts'
import { PaymentProviders } from '#src/features/money/payment-providers/PaymentProviders.tsx'
import { FailedMonths } from '#src/features/money/subscriptions/FailedMonths.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'

/** The fleet's payment providers; the URL selects one (PAY-001). */
export function PaymentsTab() {
  const t = useTexts('payment-methods')
  const isOnline = useOnline()
  const navigate = useNavigate()
  const { provider } = useSearch({ strict: false })
  const { data: fleet, isError, refetch } = useQuery(fleetQuery())
  if (!fleet && (isError || !isOnline))
    return (
      <ErrorPanel
        message={isOnline ? undefined : t('payment-methods:offline.list')}
        onRetry={() => void refetch()}
      />
    )
  if (!fleet) return <SkeletonList rows={4} />
  const { fleet_payment_providers: providers } = fleet
  return (
    <Stack sx={{ gap: 2.5 }}>
      <FailedMonths />
      <PaymentProviders
        fleetId={fleet.id}
        providers={providers}
        chosen={providers.find((offered) => offered === provider) ?? null}
        onChoose={(next) =>
          void navigate({
            to: '/settings',
            search: { tab: 'payments', ...(next && { provider: next }) },
            replace: true,
            resetScroll: false,
          })
        }
      />
    </Stack>
  )
}
