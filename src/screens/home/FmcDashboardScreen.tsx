import Business from '@mui/icons-material/BusinessOutlined'
import Button from '@mui/material/Button'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '#src/i18n/useTexts.ts'
import { setMode } from '#src/session/mode.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Page } from '#src/ui/layout/Page.tsx'

/** /fmc_dashboard: where FMC users start (ACC-048); from here they go into the fleet that the session stands in. */
export function FmcDashboardScreen() {
  const t = useTexts('dashboard')
  const { fleet } = useSession()
  const navigate = useNavigate()
  const openFleet = () => {
    setMode('fleet')
    void navigate({ to: '/dashboard' })
  }
  return (
    <Page title={t('dashboard:fmc.title')}>
      <EmptyState
        icon={<Business />}
        title={fleet.name}
        message={t('dashboard:fmc.message', { fleet: fleet.name })}
        action={
          <Button variant="contained" onClick={openFleet}>
            {t('dashboard:fmc.open', { fleet: fleet.name })}
          </Button>
        }
      />
    </Page>
  )
}
