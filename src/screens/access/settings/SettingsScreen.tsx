import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { openTab, type SettingsTab } from '#src/features/access/settings/settings-tabs.ts'
import { useSettingsTabs } from '#src/features/access/settings/useSettingsTabs.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type {} from '#src/screens/access/navigation-state.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { tabContents } from './settings-contents.ts'

/** /settings: tabs for users, policies, reminders, payments and other fleet settings (SET-001). */
export function SettingsScreen() {
  const t = useTexts('settings')
  const tabs = useSettingsTabs().filter((tab) => tabContents[tab])
  const { tab: named } = useSearch({ strict: false })
  const tab = openTab(tabs, named, useLocation().state.state)
  const navigate = useNavigate()
  const Content = tabContents[tab]
  return (
    <Page title={t('settings:title')} width={isWide(tab) ? 'full' : 'reading'}>
      <Tabs
        value={tab}
        variant="scrollable"
        aria-label={t('settings:tab.label')}
        onChange={(_, next: SettingsTab) =>
          void navigate({ to: '/settings', search: { tab: next }, replace: true, resetScroll: false })
        }
        sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab}
            value={tab}
            label={t(`settings:tab.${tab}`)}
            id={`settings-tab-${tab}`}
            aria-controls="settings-panel"
          />
        ))}
      </Tabs>
      <div role="tabpanel" id="settings-panel" aria-labelledby={`settings-tab-${tab}`}>
        {Content && <Content />}
      </div>
    </Page>
  )
}

/** Tables use the full width; text does not. */
const isWide = (tab: SettingsTab) => tab === 'users' || tab === 'policies' || tab === 'payments'
