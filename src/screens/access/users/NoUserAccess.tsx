import { useTexts } from '#src/i18n/useTexts.ts'
import { NoAccess } from '#src/ui/feedback/NoAccess.tsx'
import { Page } from '#src/ui/layout/Page.tsx'

/** Shown instead of the user form to users who may not manage users. */
export function NoUserAccess() {
  const t = useTexts('settings')
  return (
    <Page title={t('settings:title')} width="reading">
      <NoAccess />
    </Page>
  )
}
