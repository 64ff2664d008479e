import Lock from '@mui/icons-material/LockOutlined'
import { FleetForm } from '#src/features/fmc/fleet-form/FleetForm.tsx'
import { useNavigateAfter } from '#src/features/home/dashboard/useNavigateAfter.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'

/** /fleets/new: creates a fleet of the management company and invites its owner (FMC-023, FMC-013). */
export function NewFleetScreen() {
  const t = useTexts('fleet')
  const toast = useToast()
  const navigate = useNavigateAfter()
  const { can } = useSession()
  return (
    <Page
      title={t('fleet:new.title')}
      width="reading"
      back={<BackLink to="/fmc_dashboard">{t('fleet:one.back')}</BackLink>}
    >
      {can('fleets.create') ? (
        <FleetForm
          fleet={null}
          onSaved={() => {
            toast('success', t('fleet:alert.created'))
            navigate({ to: '/fmc_dashboard' })
          }}
        />
      ) : (
        <EmptyState
          icon={<Lock />}
          title={t('fleet:new.notAllowed')}
          message={t('fleet:new.notAllowedMessage')}
        />
      )}
    </Page>
  )
}
