import Stack from '@mui/material/Stack'
import { AppSection } from '#src/features/access/account/AppSection.tsx'
import { LanguageSection } from '#src/features/access/account/LanguageSection.tsx'
import { StorageSection } from '#src/features/home/device/StorageSection.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Page } from '#src/ui/layout/Page.tsx'

/** /user_preferences: the language, what the app keeps on this device, and the app itself (USR-057). */
export function UserPreferencesScreen() {
  const t = useTexts('preferences')
  const { user } = useSession()
  return (
    <Page title={t('preferences:title')} subtitle={[user.name, user.email].join(' · ')} width="form">
      <Stack sx={{ gap: 2 }}>
        <LanguageSection />
        <StorageSection />
        <AppSection />
      </Stack>
    </Page>
  )
}
