import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense, startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { CurrentUser } from '#contract/access/session.ts'
import { createQueryClient } from '#src/api/query-client.ts'
import { brandOfPage } from '#src/brand/page-brand.ts'
import { prepareSession } from '#src/features/access/sign-in/prepare-session.ts'
import { startI18n } from '#src/i18n/i18n.ts'
// Bundled with the app, so that no text waits for the list of texts.
import '#src/i18n/all-texts.ts'
import { createOfflineAccess } from '#src/local-data/local-work.ts'
import { finishPendingSignOut } from '#src/session/pending-sign-out.ts'
import { createSessionStore } from '#src/session/session-store.ts'
import { takeNewUserForm } from '#src/session/shell-session.ts'
import { captureScreens } from './last-screen/capture-screen.ts'
import { Providers } from './providers.tsx'
import { createAppRouter } from './router.tsx'

interface SignedIn {
  user: CurrentUser
  /** The redirect target that the sign-in screen received. */
  redirect: string | null
}

/** Starts the app for the user who has just signed in, else for the user that this device remembers. */
export async function startApp(place: HTMLElement | Root, signedIn?: SignedIn): Promise<void> {
  const brand = brandOfPage()
  // Before the guards, which would put the link's token into the redirect target (ACC-023).
  takeNewUserForm()
  if (signedIn) {
    const path = await prepareSession(signedIn.user, signedIn.redirect, brand.languages)
    history.replaceState(null, '', path)
  }
  const queryClient = createQueryClient()
  const offline = createOfflineAccess(brand.key)
  const session = createSessionStore({
    queryClient,
    localWork: offline.work,
    restartAt: (path) => location.replace(path),
  })
  const router = createAppRouter({ session, offline, queryClient })
  await Promise.all([startI18n(), signedIn ? session.signIn(signedIn.user) : session.start()])
  finishPendingSignOut()
  const root = place instanceof HTMLElement ? createRoot(place) : place
  const element = document.getElementById('root')
  if (element)
    captureScreens(element, () => {
      const current = session.current()
      if (current.status !== 'signedIn') return null
      const { id, fleet_id, isFMC } = current.user
      return { userId: id, fleetId: fleet_id, isFMC }
    })
  // As a transition, so that taps are handled while it renders.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Providers queryClient={queryClient} session={session} offline={offline}>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
        </Providers>
      </StrictMode>,
    ),
  )
}
