import Button from '@mui/material/Button'
import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import type { CurrentUser } from '#contract/access/session.ts'
import { hasSignInTabs } from '#contract/core/brand-features.ts'
import { BrandProvider } from '#src/brand/BrandProvider.tsx'
import { brandOfPage } from '#src/brand/page-brand.ts'
import { AuthLayout } from '#src/features/access/sign-in/AuthLayout.tsx'
import { BrandDescription } from '#src/features/access/sign-in/BrandPanel.tsx'
import { BrandSignInPart } from '#src/features/access/sign-in/SignIn.tsx'
import { SignInPage } from '#src/features/access/sign-in/SignInPage.tsx'
import { startI18n } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { isWideScreen } from '#src/lib/wide-screen.ts'
import { isSignOutPending, readDeviceSession, watchDeviceSession } from '#src/session/device-session.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ToastProvider } from '#src/ui/feedback/ToastProvider.tsx'
import { signInSearch } from './sign-in-address.ts'

/** How long the screen waits for the code of a brand's tabs. */
const LONGEST_WAIT_MS = 1500

/** Renders the sign-in screen without the app: no router, no queries. The app replaces it after the sign-in. */
export async function showSignInPage(element: HTMLElement): Promise<void> {
  // Another tab has signed in, so open the app here too. Storage events were missed while this code was loading.
  if (readDeviceSession()) return location.reload()
  const stopWatching = watchDeviceSession(() => location.reload())
  const search = redirectToSignIn()
  if (isSignOutPending()) void finishSignOut()
  if (isWideScreen()) void BrandDescription.preload()
  await startI18n(['sign-in', 'errors'])
  // Before the first render: on desktops, a form that appears later moves the heading.
  if (hasSignInTabs(brandOfPage())) {
    const longest = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))
    await Promise.race([BrandSignInPart.preload(), longest])
  }
  const root = createRoot(element)

  async function enterApp(user: CurrentUser) {
    try {
      const { startApp } = await loadApp()
      stopWatching()
      await startApp(root, { user, redirect: search.get('redirect') })
    } catch (error) {
      console.error('The app did not start', error)
      root.render(<AppNotLoaded />)
    }
  }
  addEventListener('keydown', () => void loadApp().catch(() => {}), { once: true })
  root.render(
    <StrictMode>
      <BrandProvider>
        <ToastProvider>
          <Suspense>
            <SignInPage
              errorMessage={search.get('error_message')}
              isSignedOut={search.has('signed_out')}
              onSignedIn={(user) => void enterApp(user)}
            />
          </Suspense>
        </ToastProvider>
      </BrandProvider>
    </StrictMode>,
  )
}

/** Signed in, but the app's code did not load. A reload retries and keeps the redirect target in the URL. */
function AppNotLoaded() {
  const t = useTexts('sign-in')
  return (
    <BrandProvider>
      <AuthLayout title={t('sign-in:title')}>
        <AlertBox
          type="error"
          title={t('sign-in:appMissing.title')}
          message={t('sign-in:appMissing.message')}
        />
        <Button variant="contained" size="large" onClick={() => location.reload()}>
          {t('common:action.retry')}
        </Button>
      </AuthLayout>
    </BrandProvider>
  )
}

/** Starts at the first keystroke: the user will need the app soon. */
const loadApp = () => import('./app.tsx')

/** Redirects any URL to /sign_in, with the redirect target (ACC-012 to ACC-015). */
function redirectToSignIn(): URLSearchParams {
  const { pathname, search, hash } = location
  const given = new URLSearchParams(search)
  if (/^\/sign_in\/?$/.test(pathname)) {
    // Shown once, not again after a reload.
    if (given.has('signed_out')) history.replaceState(null, '', '/sign_in')
    return given
  }
  const params = new URLSearchParams(signInSearch({ pathname, href: pathname + search + hash }))
  history.replaceState(null, '', `/sign_in${params.size > 0 ? `?${params}` : ''}`)
  return params
}

async function finishSignOut() {
  const { finishPendingSignOut } = await import('#src/session/pending-sign-out.ts')
  finishPendingSignOut()
}
