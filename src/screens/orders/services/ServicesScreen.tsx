import EventAvailable from '@mui/icons-material/EventAvailableOutlined'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { AsOf } from '#src/features/vehicles/vehicles/AsOf.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ActiveTab } from './ActiveTab.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import { PastTab } from './PastTab.tsx'
import { ServicesAlert } from './ServicesAlert.tsx'
import { SERVICES_TABS, type ServicesTab } from './services-view.ts'
import { UpcomingTab } from './UpcomingTab.tsx'
import { useActiveOrdersFirst } from './useActiveOrdersFirst.ts'

/** /services: due and past maintenance of the fleet (SVC-001). */
export function ServicesScreen() {
  const t = useTexts('services')
  const search = useSearch({ strict: false })
  const firstStatus = useActiveOrdersFirst()
  const navigate = useNavigate()
  // A requested status always refers to orders (SVC-004, SVC-021).
  const wanted = search.tab ?? (firstStatus ? 'active' : undefined)
  const tab = SERVICES_TABS.find((known) => known === wanted) ?? 'upcoming'
  return (
    <Page
      title={t('services:title')}
      subtitle={<AsOf />}
      actions={
        // The navigation adds a history entry.
        <>
          <DownloadButton tab={tab} firstStatus={firstStatus} />
          <LinkButton variant="outlined" startIcon={<EventAvailable />} to="/service_request/new">
            {t('services:schedule')}
          </LinkButton>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <ServicesAlert />
        <Tabs
          value={tab}
          aria-label={t('services:tab.label')}
          onChange={(_, next: ServicesTab) =>
            void navigate({ to: '/services', search: { tab: next }, replace: true, resetScroll: false })
          }
          sx={{ borderBottom: 1, borderColor: 'divider' }}
        >
          {SERVICES_TABS.map((tab) => (
            <Tab
              key={tab}
              value={tab}
              label={t(`services:tab.${tab}`)}
              id={`services-tab-${tab}`}
              aria-controls="services-panel"
            />
          ))}
        </Tabs>
        <div role="tabpanel" id="services-panel" aria-labelledby={`services-tab-${tab}`}>
          {tab === 'upcoming' && <UpcomingTab />}
          {tab === 'active' && <ActiveTab firstStatus={firstStatus} />}
          {tab === 'past' && <PastTab />}
        </div>
      </Stack>
    </Page>
  )
}
