import Lock from '@mui/icons-material/LockOutlined'
import { UnsentList } from '#src/features/home/unsent/UnsentList.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'

/** /unsent_work: devices of the fleet with unsent entries. */
export function UnsentWorkScreen() {
  const t = useTexts('unsent')
  const { can } = useSession()
  return (
    <Page
      title={t('unsent:title')}
      subtitle={t('unsent:subtitle')}
      width="reading"
      back={<BackLink to="/dashboard">{t('unsent:back')}</BackLink>}
    >
      {can('unsent.read') ? <UnsentList /> : <EmptyState icon={<Lock />} title={t('unsent:notAllowed')} />}
    </Page>
  )
}
