import { FleetsList } from '#src/features/fmc/fleets/FleetsList.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Page } from '#src/ui/layout/Page.tsx'

/** /fmc_users: how many users each fleet has. */
export function FmcUsersScreen() {
  const t = useTexts('fleet')
  const { number } = useFormat()
  return (
    <Page title={t('fleet:fmc.users.title')} subtitle={t('fleet:fmc.users.subtitle')}>
      <FleetsList
        factsOf={(fleet) => [{ label: t('fleet:figure.users'), value: number(fleet.users_total) }]}
      />
    </Page>
  )
}
