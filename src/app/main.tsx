import { applyColorScheme } from '#src/brand/color-scheme.ts'
import { loadFont } from '#src/brand/load-font.ts'
import { watchInstallation } from '#src/device/install/install-offer.ts'
import { startServiceWorker } from '#src/device/install/service-worker.ts'
import { isSignedOut } from '#src/session/device-session.ts'
import { keepFocus } from '#src/ui/focus/keep-focus.ts'
import { catchEarlyFind, takeEarlyFind } from './early-find.ts'
import { showFirstFrame } from './first-frame.ts'
import { relayShopEntries } from './shop/relay-shop-entries.ts'
import { shopOrderOf } from './shop/shop-address.ts'
import { isOpenAddress, takeKeyFromAddress } from './sign-in-address.ts'
import { showSignInOutline } from './sign-in-outline.ts'
import { showStartFailure } from './start-failed.ts'

/** By then, the app has rendered its first screen, whose search takes the early keys over. */
const EARLY_FIND_MS = 10_000

applyColorScheme()
watchInstallation()
keepFocus()

// No top-level `await`: the modules below import parts of this file and would wait for it forever.
open()
  .catch(showStartFailure)
  .finally(() => relayShopEntries(shopOrderOf(location.pathname)))

/** Users who have to sign in first get the sign-in screen alone, which loads a quarter less code. */
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
  // A partner's link leads to a different screen than its path suggests. The app resolves it (ACC-021).
  const isShellLink = /[?&]token=/.test(location.search)
  const hasKey = takeKeyFromAddress()
  if (isSignedOut() && !isShellLink && !hasKey && !isOpenAddress(location.pathname)) {
    showSignInOutline(root)
    const { showSignInPage } = await import('./sign-in-page.tsx')
    loadFont()
    await showSignInPage(root)
  } else {
    catchEarlyFind()
    if (!isShellLink && !hasKey && !isOpenAddress(location.pathname)) await showFirstFrame(root)
    // Preloaded after the app's own code: the first screen needs databases and calls next.
    for (const part of [import('#src/offline/offline.ts'), import('#src/api/link.ts')]) part.catch(() => {})
    // React first, then the app: evaluating both at once would block a slow phone for 200 ms.
    await import('react-dom/client')
    const { startApp } = await import('./app.tsx')
    loadFont()
    await startApp(root)
    // Screens without the search, such as the sign-in screen, leave the keys to the browser.
    setTimeout(takeEarlyFind, EARLY_FIND_MS)
  }
  startServiceWorker()
}
