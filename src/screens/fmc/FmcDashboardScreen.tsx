import Stack from '@mui/material/Stack'
import { FleetsList } from '#src/features/fmc/fleets/FleetsList.tsx'
import { SummaryTiles } from '#src/features/fmc/fleets/SummaryTiles.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Page } from '#src/ui/layout/Page.tsx'

/** /fmc_dashboard: all fleets in figures, and the way into each (FMC-008 to FMC-010). */
export function FmcDashboardScreen() {
  const t = useTexts('fleet')
  const { number } = useFormat()
  return (
    <Page title={t('fleet:fmc.dashboard.title')}>
      <Stack sx={{ gap: 2 }}>
        <SummaryTiles />
        <FleetsList
          factsOf={(fleet, { money }) => [
            { label: t('fleet:figure.users'), value: number(fleet.users_total) },
            { label: t('fleet:figure.vehicles'), value: number(fleet.vehicles_total) },
            { label: t('fleet:figure.spend'), value: money(fleet.total_spend) },
          ]}
        />
      </Stack>
    </Page>
  )
}
