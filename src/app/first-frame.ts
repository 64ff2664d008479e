import { detectLanguage } from '#src/i18n/device-language.ts'
import { readDeviceSession } from '#src/session/device-session.ts'

const LONGEST_PAINT_MS = 100

/**
 * Shows the empty frame that the server embeds in the page (server/http/pages/first-frame.ts) until the app has
 * rendered a screen in `root`. First-time visitors see why loading takes longer. Resolves once the frame is painted,
 * because loading the app's code would delay the paint on slow phones.
 */
export function showFirstFrame(root: HTMLElement): Promise<void> {
  const template = document.getElementById('first-frame')
  // `vite dev` embeds no frame.
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
    // Background tabs do not paint.
    setTimeout(resolve, LONGEST_PAINT_MS)
  })
}
