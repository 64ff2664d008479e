import { detectLanguage } from '#src/i18n/device-language.ts'

/** How long the outline may cover a screen whose parts do not come. */
const LONGEST_COVER_MS = 3000
const USES = ['keydown', 'pointerdown'] as const

/**
 * Shows the outline of the sign-in screen that the server embeds in the page (server/http/pages/sign-in-outline.ts), until
 * the screen is drawn in `root`. Not where messages precede the form: they would move it.
 */
export function showSignInOutline(root: HTMLElement): void {
  const template = document.getElementById('sign-in-outline')
  // `vite dev` embeds no outline.
  if (!(template instanceof HTMLTemplateElement) || !navigator.onLine || hasMessage()) return
  const own = [...template.content.children].find((child) => child.getAttribute('lang') === detectLanguage())
  if (!own) return
  const outline = own.cloneNode(true) as HTMLElement
  document.body.append(outline)
  let timer: number | undefined
  const observer = new MutationObserver(() => {
    if (isDrawn(root)) return remove()
    if (root.querySelector('main')) timer ??= window.setTimeout(remove, LONGEST_COVER_MS)
  })
  function remove() {
    observer.disconnect()
    clearTimeout(timer)
    for (const use of USES) removeEventListener(use, remove, true)
    outline.remove()
  }
  // A user who types or presses something uses the screen below.
  for (const use of USES) addEventListener(use, remove, true)
  observer.observe(root, { childList: true, subtree: true })
}

/** Whether the URL brings a message above the form (ACC-034), or the user has just signed out. */
const hasMessage = () => /[?&](error_message|signed_out)(=|&|$)/.test(location.search)

/**
 * Whether the screen has drawn its form or a tab panel, and on desktops the brand's description. An alert counts too: the
 * outline must not cover it.
 */
function isDrawn(root: HTMLElement): boolean {
  if (root.querySelector('[role="alert"]')) return true
  if (!root.querySelector('main :is(form, [role="tabpanel"])')) return false
  const panel = root.querySelector('aside')
  return !panel || getComputedStyle(panel).display === 'none' || panel.querySelector('p') !== null
}
