import Delete from '@mui/icons-material/DeleteOutlined'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Fleet } from '#contract/access/fleet.ts'
import { isUnreachable, toFailure } from '#src/api/failure.ts'
import { FleetFacts } from '#src/features/access/fleet/FleetFacts.tsx'
import { DeleteFleet } from '#src/features/fmc/fleet-form/DeleteFleet.tsx'
import { FleetForm } from '#src/features/fmc/fleet-form/FleetForm.tsx'
import { QuickLinks } from '#src/features/fmc/fleet-form/QuickLinks.tsx'
import { oneFleetQuery } from '#src/features/fmc/fleets/fleets.queries.ts'
import { useMayOpenFleet, useOpenFleet } from '#src/features/fmc/fleets/useOpenFleet.ts'
import { useNavigateAfter } from '#src/features/home/dashboard/useNavigateAfter.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIdParam } from '#src/lib/hooks/useIdParam.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'

/** /fleets/:id: a fleet of the management company, editable with permission (FMC-024). */
export function FleetScreen() {
  const t = useTexts('fleet')
  const fleetId = useIdParam('fleetId')
  const openFleet = useOpenFleet()
  const mayOpen = useMayOpenFleet()
  const { data: fleet, error, refetch } = useQuery(oneFleetQuery(fleetId))
  return (
    <Page
      title={fleet?.name ?? t('fleet:one.title')}
      width="reading"
      back={<BackLink to="/fmc_dashboard">{t('fleet:one.back')}</BackLink>}
      actions={
        fleet &&
        mayOpen(fleet) && (
          <Button variant="outlined" onClick={() => openFleet(fleet)}>
            {t('fleet:list.open')}
          </Button>
        )
      }
    >
      {fleet && <Content key={fleet.id} fleet={fleet} />}
      {!fleet && !error && <SkeletonList rows={5} />}
      {!fleet && error && <NotLoaded error={error} onRetry={() => void refetch()} />}
    </Page>
  )
}

function Content({ fleet }: { fleet: Fleet }) {
  const t = useTexts('fleet')
  const toast = useToast()
  const navigate = useNavigateAfter()
  const { can } = useSession()
  const [isDeleting, setDeleting] = useState(false)
  if (!can('fleets.edit')) return <FleetFacts fleet={fleet} />
  return (
    <Stack sx={{ gap: 2 }}>
      <FleetForm fleet={fleet} onSaved={() => toast('success', t('fleet:alert.updated'))} />
      <QuickLinks fleet={fleet} />
      <FleetFacts fleet={fleet} />
      <Button
        color="error"
        variant="outlined"
        startIcon={<Delete />}
        onClick={() => setDeleting(true)}
        sx={{ alignSelf: 'start', minHeight: 44 }}
      >
        {t('fleet:delete.open')}
      </Button>
      {isDeleting && (
        <DeleteFleet
          fleet={fleet}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            toast('success', t('fleet:alert.deleted'))
            navigate({ to: '/fmc_dashboard' })
          }}
        />
      )}
    </Stack>
  )
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts('fleet', 'errors')
  if (isUnreachable(toFailure(error)))
    return <EmptyState title={t('fleet:list.offlineTitle')} message={t('fleet:list.offline')} />
  return <ErrorPanel message={t('fleet:one.notFound')} onRetry={onRetry} />
}
