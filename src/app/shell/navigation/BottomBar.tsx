import Add from '@mui/icons-material/Add'
import Inbox from '@mui/icons-material/MoveToInboxOutlined'
import Badge from '@mui/material/Badge'
import ButtonBase from '@mui/material/ButtonBase'
import GlobalStyles from '@mui/material/GlobalStyles'
import { OptionalPart } from '#src/app/shell/OptionalPart.tsx'
import { bottomBarHeight } from '#src/app/shell/shell-heights.ts'
import { openTray } from '#src/features/home/outbox/tray-store.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLiveOptional } from '#src/local-data/useLive.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { badgeCount, unsentCountOf } from '#src/offline/model/unsent-count.ts'
import { useMode } from '#src/session/mode.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { LinkBox } from '#src/ui/link/LinkBox.tsx'
import { NavigationLink } from './NavigationLink.tsx'
import { bottomBarCount, type NavigationItem } from './navigation-items.tsx'
import { useNavigationItems } from './useNavigationItems.ts'
import { useRecordTarget } from './useRecordTarget.ts'

const ApprovalsBadge = lazyComponent(
  () => import('./ApprovalsLink.tsx').then((m) => m.ApprovalsBadge),
  ({ children }) => children,
)

/** The first navigation items, with the main action in the middle (interface rule 1). The menu has all of them. */
export function BottomBar() {
  const t = useTexts('shell')
  const { can } = useSession()
  const mode = useMode()
  const record = useRecordTarget()
  const [first, second, ...rest] = useNavigationItems(mode).slice(0, bottomBarCount[mode])
  return (
    <>
      <GlobalStyles styles={pageInset} />
      <Box component="nav" aria-label={t('shell:nav.label')} sx={bar}>
        {first && <Tab place={first} showsApprovals={mode === 'fleet'} />}
        {second && <Tab place={second} />}
        {mode === 'fleet' && can('history.create') && (
          <LinkBox {...record} aria-label={t('shell:nav.record')} sx={slot}>
            <Box sx={recordButton}>
              <Add aria-hidden sx={{ fontSize: 30 }} />
            </Box>
            <span>{t('shell:nav.recordShort')}</span>
          </LinkBox>
        )}
        {rest.map((place) => (
          <Tab key={place.key} place={place} />
        ))}
        {mode === 'fleet' && <EntriesTab />}
      </Box>
    </>
  )
}

interface TabProps {
  place: NavigationItem
  /** The dashboard starts with the approvals queue, so its tab shows the count. */
  showsApprovals?: boolean
}

function Tab({ place, showsApprovals = false }: TabProps) {
  const t = useTexts('shell')
  return (
    <NavigationLink item={place} sx={slot}>
      {showsApprovals ? (
        <OptionalPart fallback={place.icon}>
          <ApprovalsBadge>{place.icon}</ApprovalsBadge>
        </OptionalPart>
      ) : (
        place.icon
      )}
      <span>{t(`shell:nav.${place.key}`)}</span>
    </NavigationLink>
  )
}

function EntriesTab() {
  const t = useTexts('shell')
  const { outbox } = useOffline()
  const status = useLiveOptional(outbox.status)
  const count = status ? badgeCount(unsentCountOf(status)) : 0
  return (
    <ButtonBase onClick={() => openTray()} aria-haspopup="dialog" sx={slot}>
      <Badge badgeContent={count} max={99} color={status?.needsYou ? 'error' : 'warning'}>
        <Inbox />
      </Badge>
      <span>{t('shell:nav.entries')}</span>
    </ButtonBase>
  )
}

/** Toasts stay above the bar, and the end of the page can be scrolled out from under it. */
const pageInset = {
  ':root': { '--bottom-bar-height': '0px' },
  '@media (max-width: 899.95px)': {
    ':root': { '--bottom-bar-height': `${bottomBarHeight}px` },
    body: { paddingBottom: `calc(${bottomBarHeight}px + env(safe-area-inset-bottom, 0px))` },
  },
}

const bar = {
  display: { xs: 'grid', md: 'none' },
  gridAutoFlow: 'column',
  gridAutoColumns: '1fr',
  position: 'fixed',
  zIndex: 'appBar',
  insetInline: 0,
  bottom: 0,
  height: `calc(${bottomBarHeight}px + env(safe-area-inset-bottom, 0px))`,
  pb: 'env(safe-area-inset-bottom, 0px)',
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
} as const

const slot = {
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 0.25,
  minWidth: 0,
  px: 0.25,
  color: 'text.secondary',
  textDecoration: 'none',
  textAlign: 'center',
  fontFamily: 'inherit',
  // Five labels in a row: limits text and icons to the available width at large text sizes.
  fontSize: 'min(0.6875rem, 3.6vw)',
  '& > svg, & > .MuiBadge-root > svg': { fontSize: 'min(1.5rem, 7.5vw)' },
  fontWeight: 600,
  lineHeight: 1.15,
  '&[aria-current="page"]': { color: 'primary.main' },
} as const

const recordButton = {
  display: 'grid',
  placeItems: 'center',
  width: 56,
  height: 56,
  mt: -3,
  borderRadius: '50%',
  color: 'primary.contrastText',
  bgcolor: 'primary.main',
  boxShadow: 4,
  // Forced colors remove the background and shadow.
  '@media (forced-colors: active)': { border: '2px solid ButtonText', color: 'ButtonText' },
  // On the form's own screen it stays within the bar, clear of the form's action bar above.
  'a[aria-current="page"] &': { width: 36, height: 36, mt: 0, boxShadow: 0 },
} as const
