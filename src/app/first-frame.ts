import { detectLanguage } from '#src/i18n/device-language.ts'
import { readDeviceSession } from '#src/session/device-session.ts'

const LONGEST_PAINT_MS = 100

/**
 * Shows the empty frame that the server put into the page (server/http/pages/first-frame.ts) until the app has drawn a
 * screen in `root`. Who is here for the first time is told why it takes longer. Resolves when it can be seen: the app's
 * code would keep a slow phone from painting it.
 */
export function showFirstFrame(root: HTMLElement): Promise<void> {
  const template = document.getElementById('first-frame')
  // `vite dev` has none.
  if (!(template instanceof HTMLTemplateElement)) return Promise.resolve()
  const frame = template.content.firstElementChild?.cloneNode(true) as HTMLElement
  const spoken = readDeviceSession() ? null : detectLanguage()
  for (const text of frame.querySelectorAll('p')) if (text.lang !== spoken) text.remove()
  document.body.append(frame)
  const observer = new MutationObserver(() => {
    if (!root.querySelector('main, [role="alert"]')) return
    frame.remove()
    observer.disconnect()
  })
  observer.observe(root, { childList: true, subtree: true })
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    // A tab in the background paints nothing.
    setTimeout(resolve, LONGEST_PAINT_MS)
  })
}
