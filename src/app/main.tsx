import { applyColorScheme } from '#src/brand/color-scheme.ts'
import { loadFont } from '#src/brand/load-font.ts'
import { isSignedOut } from '#src/session/device-session.ts'
import { watchInstallation } from '#src/session/pwa/install-offer.ts'
import { startServiceWorker } from '#src/session/pwa/service-worker.ts'
import { keepFocus } from '#src/ui/focus/keep-focus.ts'
import { showFirstFrame } from './first-frame.ts'
import { shopOrderOf } from './shop-address.ts'
import { isOpenAddress, takeKeyFromAddress } from './sign-in-address.ts'

applyColorScheme()
watchInstallation()
keepFocus()

// No `await` out here: what is fetched below imports parts of this very file, and would wait for it for ever.
void open()

/** Whoever has to sign in first gets the sign-in screen alone: a quarter less to load than with the app behind it. */
async function open() {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element for the app')
  const shopOrder = shopOrderOf(location.pathname)
  if (shopOrder !== null) {
    const { showShopPage } = await import('./shop-page.tsx')
    loadFont()
    await showShopPage(root, shopOrder)
    startServiceWorker()
    return
  }
  // A partner's link leads to another screen than its path says: the app knows which (ACC-021).
  const isShellLink = /[?&]token=/.test(location.search)
  const hasKey = takeKeyFromAddress()
  if (isSignedOut() && !isShellLink && !hasKey && !isOpenAddress(location.pathname)) {
    const { showSignInPage } = await import('./sign-in-page.tsx')
    loadFont()
    await showSignInPage(root)
  } else {
    if (!isShellLink && !hasKey && !isOpenAddress(location.pathname)) await showFirstFrame(root)
    // Behind the app's own code, which is on its way: the first screen waits for databases and calls next.
    for (const part of [import('#src/offline/offline.ts'), import('#src/api/link.ts')]) part.catch(() => {})
    // First what the app stands on, then the app: in one go a slow phone would answer nothing for a fifth of a second.
    await import('react-dom/client')
    const { startApp } = await import('./app.tsx')
    loadFont()
    await startApp(root)
  }
  startServiceWorker()
}
