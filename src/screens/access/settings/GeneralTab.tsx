import ChevronRight from '@mui/icons-material/ChevronRight'
import { useQuery } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { FleetFacts } from '#src/features/access/fleet/FleetFacts.tsx'
import { fleetQuery } from '#src/features/access/fleet/fleet.queries.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useFlag, useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { LinkBox } from '#src/ui/link/LinkBox.tsx'

/** The fleet's data and links to settings with a screen of their own. */
export function GeneralTab() {
  const t = useTexts('settings')
  const { can } = useSession()
  const hasSchedules = useFlag('maintenance_schedules')
  return (
    <Stack sx={{ gap: 2 }}>
      <Section title={t('settings:places.title')} flush>
        <ul>
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
        </ul>
      </Section>
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
