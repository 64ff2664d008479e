import Business from '@mui/icons-material/BusinessOutlined'
import { useTexts } from '#src/i18n/useTexts.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'

/** /fleets/new: says how a fleet comes in today. */
export function NewFleetScreen() {
  const t = useTexts('fleet')
  return (
    <Page title={t('fleet:new.title')}>
      <EmptyState
        icon={<Business />}
        title={t('fleet:new.heading')}
        message={t('fleet:new.message')}
        action={
          <LinkButton variant="contained" to="/fmc_dashboard">
            {t('fleet:one.back')}
          </LinkButton>
        }
      />
    </Page>
  )
}
