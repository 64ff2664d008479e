import { useEffect } from 'react'
import { useSession } from '#src/session/SessionProvider.tsx'
import { hasSingleKeys } from '#src/session/single-keys.ts'

/** Elements in which single keys type text. */
const TYPING = 'input, textarea, select, [contenteditable="true"]'

/**
 * Keyboard shortcuts of the queue: `j` and `k` move between rows, `a` approves the focused row or opens the order of
 * another fleet. Enter opens it, because the focus is on its link. Ignored while typing, with a modifier key, with an
 * open dialog, or when the user has turned single keys off.
 */
export function useQueueKeys(onApprove: (orderId: number) => void): void {
  const { user } = useSession()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(TYPING)) return
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
      if (!hasSingleKeys(user.id)) return
      const links = [...document.querySelectorAll<HTMLElement>('main [data-approval]')]
      const here = links.findIndex((link) => link.closest('li')?.contains(document.activeElement))
      if (event.key === 'j' || event.key === 'k') {
        const next = here < 0 ? 0 : here + (event.key === 'j' ? 1 : -1)
        links[Math.max(0, Math.min(next, links.length - 1))]?.focus()
      } else if (event.key === 'a' && here >= 0) onApprove(Number(links[here]?.dataset.approval))
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onApprove, user.id])
}
