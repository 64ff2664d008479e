import Add from '@mui/icons-material/Add'
import { OptionalPart } from '#src/app/shell/OptionalPart.tsx'
import { headerHeight } from '#src/app/shell/shell-heights.ts'
import { useHasFleetChoice, useKnownFleets } from '#src/features/access/fleet/useFleetChoice.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useMode } from '#src/session/mode.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { LinkBox } from '#src/ui/link/LinkBox.tsx'
import { NavigationLink } from './NavigationLink.tsx'
import { useNavigationItems } from './useNavigationItems.ts'
import { useRecordTarget } from './useRecordTarget.ts'

const ApprovalsLink = lazyComponent(() => import('./ApprovalsLink.tsx').then((m) => m.ApprovalsLink))
const FleetSelectors = lazyComponent(() =>
  import('#src/features/access/fleet/FleetSelectors.tsx').then((m) => m.FleetSelectors),
)

/** Icon tabs at the left edge of desktop screens (BRD-052). */
export function Navbar() {
  const t = useTexts('shell')
  const { can } = useSession()
  const mode = useMode()
  const shownItems = useNavigationItems(mode)
  const record = useRecordTarget()
  const hasFleetChoice = useHasFleetChoice()
  useKnownFleets()
  const isDesktop = useIsDesktop()
  return (
    <Box
      component="nav"
      aria-label={t('shell:nav.label')}
      sx={{
        display: { xs: 'none', md: 'flex' },
        flexDirection: 'column',
        gap: 0.5,
        position: 'sticky',
        top: headerHeight.md,
        height: `calc(100dvh - ${headerHeight.md}px)`,
        width: hasFleetChoice ? 136 : 112,
        flexShrink: 0,
        overflowY: 'auto',
        p: 1,
        pt: 1.5,
        bgcolor: 'background.paper',
        borderRight: 1,
        borderColor: 'divider',
      }}
    >
      {mode === 'fleet' && can('history.create') && (
        <LinkBox
          {...record}
          sx={[tab, { mb: 1, color: 'primary.contrastText', bgcolor: 'primary.main' }, primaryHover]}
        >
          <Add aria-hidden />
          {t('shell:nav.record')}
        </LinkBox>
      )}
      {hasFleetChoice && isDesktop && (
        <OptionalPart>
          <FleetSelectors />
        </OptionalPart>
      )}
      {mode === 'fleet' && isDesktop && (
        <OptionalPart>
          <ApprovalsLink sx={linkTab} />
        </OptionalPart>
      )}
      {shownItems.map((place) => (
        <NavigationLink key={place.key} item={place} sx={linkTab}>
          {place.icon}
          {t(`shell:nav.${place.key}`)}
        </NavigationLink>
      ))}
    </Box>
  )
}

const tab = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 0.5,
  minHeight: 64,
  p: 1,
  borderRadius: 2,
  textAlign: 'center',
  textDecoration: 'none',
  fontSize: '0.8125rem',
  fontWeight: 600,
  lineHeight: 1.2,
} as const

const primaryHover = { '&:hover': { bgcolor: 'primary.dark' } }

const activeTab = {
  '&[aria-current="page"]': {
    color: 'primary.main',
    bgcolor: 'color-mix(in srgb, currentColor 12%, transparent)',
  },
}

const linkTab = [tab, { color: 'text.secondary', '&:hover': { bgcolor: 'action.hover' } }, activeTab] as const
