import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '#src/api/query-client.ts'
import { applyColourScheme } from '#src/brand/colour-scheme.ts'
import { brandOfPage } from '#src/brand/page-brand.ts'
import { startI18n } from '#src/i18n/i18n.ts'
import { createOfflineAccess } from '#src/session/local-work.ts'
import { finishPendingSignOut } from '#src/session/pending-sign-out.ts'
import { createSessionStore } from '#src/session/session-store.ts'
import { Providers } from './providers.tsx'
import { watchInstallation } from './pwa/installation.ts'
import { startServiceWorker } from './pwa/service-worker.ts'
import { createAppRouter } from './router.tsx'

applyColourScheme()
watchInstallation()

const queryClient = createQueryClient()
const offline = createOfflineAccess(brandOfPage().key)
const session = createSessionStore({
  queryClient,
  localWork: offline.work,
  restartAt: (path) => location.replace(path),
})
const router = createAppRouter({ session, offline })

await Promise.all([startI18n(), session.start()])
startServiceWorker()
finishPendingSignOut()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element for the app')
createRoot(root).render(
  <StrictMode>
    <Providers queryClient={queryClient} session={session} offline={offline}>
      <Suspense>
        <RouterProvider router={router} />
      </Suspense>
    </Providers>
  </StrictMode>,
)
