import Lock from '@mui/icons-material/LockOutlined'
import { useTexts } from '#src/i18n/useTexts.ts'
import { LinkButton } from '../link/LinkButton.tsx'
import { EmptyState } from './EmptyState.tsx'

/** Replaces a page or list that the user's role does not include, with a link to continue. */
export function NoAccess() {
  const t = useTexts()
  return (
    <EmptyState
      icon={<Lock />}
      title={t('common:noAccess.title')}
      message={t('common:noAccess.message')}
      action={
        <LinkButton variant="contained" to="/dashboard">
          {t('common:noAccess.dashboard')}
        </LinkButton>
      }
    />
  )
}
