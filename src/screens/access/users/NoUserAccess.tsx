import { useTexts } from '#src/i18n/useTexts.ts'
import { NoAccess } from '#src/ui/feedback/NoAccess.tsx'
import { Page } from '#src/ui/layout/Page.tsx'

/** The form of a user, for somebody who does not look after users. */
export function NoUserAccess() {
  const t = useTexts('settings')
  return (
    <Page title={t('settings:title')} width="reading">
      <NoAccess />
    </Page>
  )
}
