import Lock from '@mui/icons-material/LockOutlined'
import { useTexts } from '#src/i18n/useTexts.ts'
import { LinkButton } from '../link/LinkButton.tsx'
import { EmptyState } from './EmptyState.tsx'

/** In the place of a page or list that the person's role does not include: says so, and leads on. */
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
