import ChevronRight from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { createLink, type LinkProps, useSearch } from '@tanstack/react-router'
import { brandOfPage } from '#src/brand/page-brand.ts'
import { FleetFacts } from '#src/features/access/fleet/FleetFacts.tsx'
import { fleetQuery } from '#src/features/access/fleet/fleet.queries.ts'
import { DatabasePanel } from '#src/features/vehicles/telematics/DatabasePanel.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useFlag, useSession } from '#src/session/SessionProvider.tsx'
import { useOnline } from '#src/session/useOnline.ts'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { LinkBox } from '#src/ui/link/LinkBox.tsx'

const LinkTab = createLink(Tab)
const TELEMATICS = 'telematics_database'

/** /settings: what the fleet is, who may do what in it, and one's own settings (SET-001). */
export function SettingsScreen() {
  const t = useTexts('settings')
  const { tab } = useSearch({ strict: false })
  // TEL-019, TEL-020.
  const hasTelematics = brandOfPage().traits.hasTelematicsDatabase
  const isTelematics = hasTelematics && tab === TELEMATICS
  return (
    <Page title={t('settings:title')} width="reading">
      {hasTelematics && (
        <Tabs
          value={isTelematics ? TELEMATICS : 'general'}
          component="nav"
          aria-label={t('settings:tab.label')}
          sx={{ mb: 2, borderBottom: 1, borderColor: 'divider' }}
        >
          <LinkTab value="general" label={t('settings:tab.general')} to="/settings" replace />
          <LinkTab
            value={TELEMATICS}
            label={t('settings:tab.telematics')}
            to="/settings"
            search={{ tab: TELEMATICS }}
            replace
          />
        </Tabs>
      )}
      {isTelematics ? <DatabasePanel /> : <General />}
    </Page>
  )
}

function General() {
  const t = useTexts('settings')
  const { can } = useSession()
  const hasSchedules = useFlag('maintenance_schedules')
  return (
    <Stack sx={{ gap: 2 }}>
      <Section title={t('settings:places.title')} flush>
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          <Row to="/roles" title={t('settings:places.roles')} detail={t('settings:places.rolesHelp')} />
          {can('unsent.read') && (
            <Row
              to="/unsent_work"
              title={t('settings:places.unsent')}
              detail={t('settings:places.unsentHelp')}
            />
          )}
          {hasSchedules && (
            <Row
              to="/schedule_templates"
              title={t('settings:places.schedules')}
              detail={t('settings:places.schedulesHelp')}
            />
          )}
          <Row
            to="/user_preferences"
            title={t('settings:places.preferences')}
            detail={t('settings:places.preferencesHelp')}
          />
        </Box>
      </Section>
      {can('users.read') && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('settings:later')}
        </Typography>
      )}
      {can('users.read') && <OwnFleet />}
    </Stack>
  )
}

function OwnFleet() {
  const t = useTexts('settings')
  const isOnline = useOnline()
  const { data, isError, refetch } = useQuery(fleetQuery())
  if (data) return <FleetFacts fleet={data} />
  if (isError || !isOnline) {
    return (
      <ErrorPanel message={isOnline ? undefined : t('settings:offline')} onRetry={() => void refetch()} />
    )
  }
  return <SkeletonList rows={3} />
}

interface RowProps {
  to: NonNullable<LinkProps['to']>
  title: string
  detail: string
}

function Row({ to, title, detail }: RowProps) {
  return (
    <li>
      <LinkBox to={to} sx={row}>
        <Box sx={{ flexGrow: 1, minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {detail}
          </Typography>
        </Box>
        <ChevronRight aria-hidden sx={{ color: 'text.secondary' }} />
      </LinkBox>
    </li>
  )
}

const row = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.5,
  minHeight: 56,
  px: 2,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
  color: 'text.primary',
  textDecoration: 'none',
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outlineOffset: '-2px' },
} as const
