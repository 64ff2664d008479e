import type { UserContext } from '#domain/access/user-rules.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { NoAccess } from '#src/ui/feedback/NoAccess.tsx'
import { Page } from '#src/ui/layout/Page.tsx'

/** Shown instead of the user form to users who may not manage users. */
export function NoUserAccess({ context }: { context: UserContext }) {
  const t = useTexts('settings', 'users')
  return (
    <Page title={context === 'fmc' ? t('users:fmcTitle') : t('settings:title')} width="reading">
      <NoAccess />
    </Page>
  )
}
