import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import type { CurrentUser } from '#contract/access/session.ts'
import { createQueryClient } from '#src/api/query-client.ts'
import { brandOfPage } from '#src/brand/page-brand.ts'
import { startI18n } from '#src/i18n/i18n.ts'
import { createOfflineAccess } from '#src/session/local-work.ts'
import { finishPendingSignOut } from '#src/session/pending-sign-out.ts'
import { createSessionStore } from '#src/session/session-store.ts'
import { Providers } from './providers.tsx'
import { createAppRouter } from './router.tsx'

/** Starts the app at the page's address: for who has just signed in, else for whom this device remembers. */
export async function startApp(element: HTMLElement, user?: CurrentUser): Promise<void> {
  const queryClient = createQueryClient()
  const offline = createOfflineAccess(brandOfPage().key)
  const session = createSessionStore({
    queryClient,
    localWork: offline.work,
    restartAt: (path) => location.replace(path),
  })
  const router = createAppRouter({ session, offline })
  await Promise.all([startI18n(), user ? session.signIn(user) : session.start()])
  finishPendingSignOut()
  createRoot(element).render(
    <StrictMode>
      <Providers queryClient={queryClient} session={session} offline={offline}>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
      </Providers>
    </StrictMode>,
  )
}
