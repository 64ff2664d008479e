import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Marks an error that is not a form control, such as an alert or a group of buttons. */
export const ERROR_ATTRIBUTE = { 'data-fault': '' } as const

const ERRORS = '[aria-invalid="true"], [data-fault]'
const FOCUSABLE = 'button, input, select, textarea, a[href]'

/** Scrolls to the first error inside `root` and focuses it. Returns false if there is none, or it is inert. */
export function focusFirstError(root: HTMLElement | null): boolean {
  const fault = root?.querySelector<HTMLElement>(ERRORS)
  if (!fault || fault.closest('[inert]')) return false
  const target =
    fault.tabIndex >= 0 || fault.hasAttribute('tabindex') ? fault : fault.querySelector(FOCUSABLE)
  ;(target as HTMLElement | null)?.focus({ preventScroll: true })
  fault.scrollIntoView({ block: 'center' })
  return true
}

/**
 * Focuses the first error that appears inside `root`, such as that of a server's response, unless the user edits a field
 * or leaves the form before. Returns a function that stops it.
 */
function focusNextError(root: HTMLElement): () => void {
  const observer = new MutationObserver(() => {
    const { activeElement } = document
    // While the form is inert, its dialog or the body has the focus.
    const isElsewhere = !activeElement?.contains(root) && !root.contains(activeElement)
    if (isElsewhere || focusFirstError(root)) stop()
  })
  const stop = () => {
    observer.disconnect()
    root.removeEventListener('input', stop)
  }
  observer.observe(root, {
    subtree: true,
    childList: true,
    attributeFilter: ['aria-invalid', 'data-fault', 'inert'],
  })
  root.addEventListener('input', stop)
  return stop
}

/**
 * For forms: `focusError` focuses the first error inside the element that has the `frame` ref, after the next render.
 * Call it when the form was submitted, or when the server rejected it. Without an error, it waits for the first one.
 */
export function useErrorFocus<E extends HTMLElement = HTMLDivElement>(): {
  frame: RefObject<E | null>
  focusError: () => void
} {
  const frame = useRef<E>(null)
  const [requests, setRequests] = useState(0)
  useEffect(() => {
    if (requests === 0 || !frame.current || focusFirstError(frame.current)) return
    return focusNextError(frame.current)
  }, [requests])
  return { frame, focusError: useCallback(() => setRequests((before) => before + 1), []) }
}
