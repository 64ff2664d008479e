import { Outlet } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { requestFleetSwitch, useFleetSwitchRequest } from '#src/features/access/fleet/switch-store.ts'
import { closeTray, useTray } from '#src/features/home/outbox/tray-store.ts'
import { useIsStorageLost } from '#src/features/home/outbox/useIsStorageLost.ts'
import { FormatProvider } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOfflineState } from '#src/local-data/useOffline.ts'
import { useSession, useSessionState } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { OfflineBanner } from './banners/OfflineBanner.tsx'
import { ActingForFleetStrip } from './header/ActingForFleetStrip.tsx'
import { Header } from './header/Header.tsx'
import { LoadingBar } from './header/LoadingBar.tsx'
import { SkipLink } from './header/SkipLink.tsx'
import { BottomBar } from './navigation/BottomBar.tsx'
import { Footer } from './navigation/Footer.tsx'
import { Navbar } from './navigation/Navbar.tsx'
import { OpenedPart, OptionalPart } from './OptionalPart.tsx'
import { headerHeight } from './shell-heights.ts'

// Loaded lazily: most starts show none of them.
const Banners = lazyComponent(() => import('./banners/Banners.tsx').then((m) => m.Banners))
const InstallDialog = lazyComponent(() => import('./banners/InstallDialog.tsx').then((m) => m.InstallDialog))
const StorageBanner = lazyComponent(() =>
  import('#src/features/home/outbox/StorageBanner.tsx').then((m) => m.StorageBanner),
)
const Tray = lazyComponent(() => import('#src/features/home/outbox/Tray.tsx').then((m) => m.Tray))
const FleetSwitchDialog = lazyComponent(() =>
  import('#src/features/access/fleet/FleetSwitchDialog.tsx').then((m) => m.FleetSwitchDialog),
)
const SignInAgain = lazyComponent(() =>
  import('#src/features/access/sign-in/SignInAgain.tsx').then((m) => m.SignInAgain),
)

/** The layout of all screens that require a session: header, navigation, banners, tray, and app-wide dialogs. */
export function AppShell() {
  const { status } = useOfflineState()
  const { fleet } = useSession()
  // Deferred to a second, interruptible render. A single render would block a slow phone for a third of a second.
  const isDrawn = useDeferredValue(true, false)
  if (!isDrawn || status === 'closed' || status === 'opening') return null
  return (
    <FormatProvider country={fleet.country} timeZone={fleet.time_zone}>
      {status === 'blocked' ? <StorageBlocked /> : <Frame />}
    </FormatProvider>
  )
}

function Frame() {
  const [isInstallOpen, setInstallOpen] = useState(false)
  const openInstall = () => setInstallOpen(true)
  const closeInstall = () => setInstallOpen(false)
  return (
    <>
      <SkipLink />
      <Header onInstall={openInstall} />
      <Box sx={{ display: 'flex' }}>
        <Navbar />
        <Box sx={column}>
          <Box component="main" id="content" tabIndex={-1} sx={{ flexGrow: 1, outline: 'none' }}>
            <LoadingBar />
            <ActingForFleetStrip />
            <LocalNavigation />
            <OptionalPart>
              <Banners onInstall={openInstall} />
            </OptionalPart>
            <Outlet />
          </Box>
          <Footer />
        </Box>
      </Box>
      <BottomBar />
      {isInstallOpen && (
        <OpenedPart onClose={closeInstall}>
          <InstallDialog open onClose={closeInstall} />
        </OpenedPart>
      )}
      <TrayWhenOpen />
      <RequestedFleetSwitch />
      <SignInWhenExpired />
    </>
  )
}

/** The footer is at the bottom of the window, or below a longer screen. */
const column = {
  display: 'flex',
  flexDirection: 'column',
  flexGrow: 1,
  minWidth: 0,
  minHeight: { md: `calc(100dvh - ${headerHeight.md}px)` },
} as const

/** Mentions offline storage of entries only where it works. */
function LocalNavigation() {
  if (!useIsStorageLost()) return <OfflineBanner />
  return (
    <OptionalPart>
      <StorageBanner />
    </OptionalPart>
  )
}

function TrayWhenOpen() {
  const { isOpen } = useTray()
  if (!isOpen) return null
  return (
    <OpenedPart onClose={closeTray}>
      <Tray />
    </OpenedPart>
  )
}

function RequestedFleetSwitch() {
  const request = useFleetSwitchRequest()
  if (!request) return null
  return (
    <OpenedPart key={request.fleetId} onClose={() => requestFleetSwitch(undefined)}>
      <FleetSwitchDialog request={request} />
    </OpenedPart>
  )
}

function SignInWhenExpired() {
  const session = useSessionState()
  if (session.status !== 'expired') return null
  return (
    <OpenedPart>
      <SignInAgain user={session.user} />
    </OpenedPart>
  )
}

/** Without storage, entries could not be saved, so none of the forms are offered. */
function StorageBlocked() {
  const t = useTexts('shell')
  return (
    <main>
      <EmptyState title={t('shell:blocked.title')} message={t('shell:blocked.message')} />
    </main>
  )
}
