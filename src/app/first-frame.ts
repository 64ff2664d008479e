import { detectLanguage } from '#src/i18n/device-language.ts'
import { expectFirstContent, reportFirstContent } from '#src/lib/first-content.ts'
import { isWideScreen } from '#src/lib/wide-screen.ts'
import {
  type DeviceSession,
  dashboardOf,
  readDeviceSession,
  readRemoval,
} from '#src/session/device-session.ts'
import { readLastScreen, type StoredScreen } from '#src/session/last-screens.ts'
import { drawScreen } from './last-screen/draw-screen.ts'
import { addressOf, ROWS } from './last-screen/screen-address.ts'

const LONGEST_PAINT_MS = 100
/** How long the last visit's screen may cover a drawn screen whose rows do not come. */
const LONGEST_COVER_MS = 3000
/** Uses of the page that end the cover, as soon as there is a screen below it. */
const USES = ['pointerdown', 'keydown', 'wheel'] as const

/**
 * Shows what the last visit of this URL showed, until the app has rendered a screen in `root`. Without a last
 * visit, shows the empty frame that the server embeds in the page (server/http/pages/first-frame.ts). First-time
 * visitors see why loading takes longer. Resolves once it is painted, because loading the app's code would delay the
 * paint on slow phones.
 */
export function showFirstFrame(root: HTMLElement): Promise<void> {
  expectFirstContent()
  if (!showLastScreen(root)) showEmptyFrame(root)
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    // Background tabs do not paint.
    setTimeout(resolve, LONGEST_PAINT_MS)
  })
}

function showEmptyFrame(root: HTMLElement): void {
  const template = document.getElementById('first-frame')
  // `vite dev` embeds no frame.
  if (!(template instanceof HTMLTemplateElement)) return
  const frame = template.content.firstElementChild?.cloneNode(true) as HTMLElement
  const screenLanguage = readDeviceSession() ? null : detectLanguage()
  for (const text of frame.querySelectorAll('p')) if (text.lang !== screenLanguage) text.remove()
  document.body.append(frame)
  onChange(root, () => {
    if (!hasScreen(root)) return false
    frame.remove()
    reportFirstContent()
    return true
  })
}

/** Returns false when the last visit left nothing to show. */
function showLastScreen(root: HTMLElement): boolean {
  // A sign-out that is not complete has left the screens of the former user.
  const user = readRemoval() ? undefined : readDeviceSession()
  const screen = user && lastScreenOf(user)
  if (!screen || screen.language !== detectLanguage() || screen.isWide !== isWideScreen()) return false
  const expected = [location.pathname]
  if (location.pathname === '/') expected.push(dashboardOf({ isFMC: screen.isFMC ?? false }))
  const cover = drawScreen(screen)
  const remove = () => {
    cover.remove()
    reportFirstContent()
    for (const use of USES) removeEventListener(use, onUse, true)
  }
  const onUse = () => {
    if (hasScreen(root)) remove()
  }
  for (const use of USES) addEventListener(use, onUse, true)
  let isTimed = false
  onChange(root, () => {
    if (!cover.element.isConnected) return true
    if (hasScreen(root) && !isTimed) {
      isTimed = true
      setTimeout(remove, LONGEST_COVER_MS)
    }
    // The app led elsewhere: to the sign-in screen, for example.
    const isElsewhere = hasScreen(root) && !expected.includes(location.pathname)
    if (!isElsewhere && !isDrawn(root, screen.hasRows)) return false
    remove()
    return true
  })
  return true
}

/** What the last visit of this URL showed. `/`, which an installed app opens, leads to the user's dashboard. */
function lastScreenOf(user: DeviceSession): StoredScreen | null {
  if (location.pathname !== '/') return readLastScreen(addressOf(location), user)
  for (const isFMC of [true, false]) {
    const screen = readLastScreen(dashboardOf({ isFMC }), user)
    if (screen && (screen.isFMC ?? false) === isFMC) return screen
  }
  return null
}

const hasScreen = (root: HTMLElement) => root.querySelector('main, [role="alert"]') !== null

/** Whether the screen shows rows where the last visit did, and loads nothing. */
function isDrawn(root: HTMLElement, hasRows: boolean): boolean {
  if (root.querySelector('main [role="alert"]')) return true
  const main = root.querySelector('main')
  if (!main?.querySelector('h1') || main.querySelector('.MuiSkeleton-root')) return false
  return !hasRows || root.querySelector(ROWS) !== null
}

/** Calls `look` after each change of the page until it returns true. */
function onChange(root: HTMLElement, look: () => boolean): void {
  const observer = new MutationObserver(() => {
    if (look()) observer.disconnect()
  })
  observer.observe(root, { childList: true, subtree: true })
}
