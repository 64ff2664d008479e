import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { FleetFacts } from '#src/features/access/fleet/FleetFacts.tsx'
import { oneFleetQuery } from '#src/features/fmc/fleets/fleets.queries.ts'
import { useOpenFleet } from '#src/features/fmc/fleets/useOpenFleet.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIdParam } from '#src/lib/useIdParam.ts'
import { useOnline } from '#src/session/useOnline.ts'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'

/** /fleets/:id: one fleet of the management company, as it is. */
export function FleetScreen() {
  const t = useTexts('fleet')
  const fleetId = useIdParam('fleetId')
  const isOnline = useOnline()
  const openFleet = useOpenFleet()
  const { data: fleet, isError, refetch } = useQuery(oneFleetQuery(fleetId))
  return (
    <Page
      title={fleet?.name ?? t('fleet:one.title')}
      width="reading"
      back={<BackLink to="/fmc_dashboard">{t('fleet:one.back')}</BackLink>}
      actions={
        fleet && (
          <Button variant="contained" onClick={() => openFleet(fleet)}>
            {t('fleet:list.open')}
          </Button>
        )
      }
    >
      {fleet && <FleetFacts fleet={fleet} />}
      {!fleet && !isError && isOnline && <SkeletonList rows={3} />}
      {!fleet && (isError || !isOnline) && (
        <ErrorPanel
          message={isOnline ? t('fleet:one.notFound') : t('fleet:list.offline')}
          onRetry={() => void refetch()}
        />
      )}
    </Page>
  )
}
