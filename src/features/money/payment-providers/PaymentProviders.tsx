import AccountBalance from '@mui/icons-material/AccountBalanceOutlined'
import Payments from '@mui/icons-material/PaymentsOutlined'
import type { PaymentProvider } from '#contract/money/payment.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { MethodsPanel } from '../payment-methods/MethodsPanel.tsx'
import { FleetcorPanel } from './FleetcorPanel.tsx'
import { WexPanel } from './WexPanel.tsx'

interface PaymentProvidersProps {
  fleetId: number
  /** The fleet's payment providers. */
  providers: readonly PaymentProvider[]
  /** Null: not chosen yet. */
  chosen: PaymentProvider | null
  onChoose: (provider: PaymentProvider | null) => void
}

/**
 * The provider picker with a sub-tab per provider (PAY-001 to PAY-004). Preselects the provider if there is only one.
 */
export function PaymentProviders({ fleetId, providers, chosen, onChoose }: PaymentProvidersProps) {
  const t = useTexts('payment-methods')
  const shown = providers.length === 1 ? providers[0] : providers.find((provider) => provider === chosen)
  if (providers.length === 0)
    return (
      <EmptyState
        icon={<AccountBalance />}
        title={t('payment-methods:noProviders.title')}
        message={t('payment-methods:noProviders.message')}
      />
    )
  return (
    <Stack sx={{ gap: 2.5 }}>
      <Box sx={{ maxWidth: 360 }}>
        <SelectInput
          label={t('payment-methods:provider.label')}
          name="payment_provider"
          required
          value={shown ?? ''}
          // A single provider leaves nothing to choose.
          empty={providers.length === 1 ? null : t('payment-methods:provider.choose')}
          onChange={(provider) => onChoose(provider || null)}
          options={providers.map((provider) => ({
            value: provider,
            label: t(`payment-methods:provider.${provider}`),
          }))}
        />
      </Box>
      {shown ? (
        <ProviderPanel provider={shown} fleetId={fleetId} />
      ) : (
        <EmptyState
          icon={<Payments />}
          title={t('payment-methods:noProvider.title')}
          message={t('payment-methods:noProvider.message')}
        />
      )}
    </Stack>
  )
}

function ProviderPanel({ provider, fleetId }: { provider: PaymentProvider; fleetId: number }) {
  switch (provider) {
    case 'Braintree':
      return <MethodsPanel />
    case 'WEX':
      return <WexPanel fleetId={fleetId} />
    case 'Fleetcor':
      return <FleetcorPanel />
  }
}
