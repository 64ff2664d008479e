import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Selector } from './parts/Selector.tsx'
import { useFleetChoice } from './useFleetChoice.ts'

/**
 * Selectors for the account and the fleet of the fuel card; the fleet only if there are several (BRD-070 to BRD-072).
 */
export function FleetSelectors() {
  const t = useTexts('fleet')
  const { fleet } = useSession()
  const isOnline = useOnline()
  const { accounts, accountId, fleets, chooseAccount, chooseFleet } = useFleetChoice()
  const disabledReason = isOnline ? undefined : t('fleet:switch.offline')
  return (
    <Stack sx={{ gap: 0.75 }}>
      <Selector
        label={t('fleet:account.label')}
        empty={t('fleet:account.choose')}
        value={accountId}
        options={accounts.map(({ id, name, is_active: isActive, enrolled }) => ({
          id,
          name,
          note: !isActive
            ? t('fleet:account.inactive')
            : enrolled
              ? undefined
              : t('fleet:account.notEnrolled'),
          isDisabled: !isActive,
        }))}
        disabledReason={disabledReason}
        onChoose={({ id }) => void chooseAccount(id)}
      />
      {fleets.length > 1 && (
        <Selector
          label={t('fleet:fleet.label')}
          empty={t('fleet:fleet.choose')}
          value={fleets.some(({ id }) => id === fleet.id) ? fleet.id : undefined}
          options={fleets}
          disabledReason={disabledReason}
          onChoose={chooseFleet}
        />
      )}
    </Stack>
  )
}
