import { AppSection } from '#src/features/access/account/AppSection.tsx'
import { LanguageSection } from '#src/features/access/account/LanguageSection.tsx'
import { OwnSessions } from '#src/features/access/preferences/OwnSessions.tsx'
import { PreferencesForm } from '#src/features/access/preferences/PreferencesForm.tsx'
import { RecentSignIns } from '#src/features/access/preferences/RecentSignIns.tsx'
import { useNavigateAfter } from '#src/features/home/dashboard/useNavigateAfter.ts'
import { StorageSection } from '#src/features/home/device/StorageSection.tsx'
import { SentRemindersLink } from '#src/features/maintenance/sent-reminders/SentRemindersLink.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Page } from '#src/ui/layout/Page.tsx'

/** /user_preferences: the user's preferences, sessions, and the app's storage on this device (USR-057, USR-063). */
export function UserPreferencesScreen() {
  const t = useTexts('preferences')
  const { user } = useSession()
  const navigate = useNavigateAfter()
  return (
    <Page title={t('preferences:title')} subtitle={[user.name, user.email].join(' · ')} width="form">
      <Stack sx={{ gap: 2 }}>
        <LanguageSection />
        <PreferencesForm onSaved={() => navigate({ to: '/dashboard' })} />
        <SentRemindersLink />
        <OwnSessions />
        <RecentSignIns />
        <StorageSection />
        <AppSection />
      </Stack>
    </Page>
  )
}
