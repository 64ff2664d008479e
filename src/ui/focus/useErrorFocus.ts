import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** Marks an error that is not a form control, such as an alert or a group of buttons. */
export const ERROR_ATTRIBUTE = { 'data-fault': '' } as const

const ERRORS = '[aria-invalid="true"], [data-fault]'
const FOCUSABLE = 'button, input, select, textarea, a[href]'

/** Scrolls to the first error inside `root` and focuses it. Does nothing if there is no error. */
export function focusFirstError(root: HTMLElement | null): void {
  const fault = root?.querySelector<HTMLElement>(ERRORS)
  if (!fault) return
  const target =
    fault.tabIndex >= 0 || fault.hasAttribute('tabindex') ? fault : fault.querySelector(FOCUSABLE)
  ;(target as HTMLElement | null)?.focus({ preventScroll: true })
  fault.scrollIntoView({ block: 'center' })
}

/**
 * For forms: `focusError` focuses the first error inside the element that has the `frame` ref, after the next render.
 * Call it when the form or the server rejected a submit.
 */
export function useErrorFocus<E extends HTMLElement = HTMLDivElement>(): {
  frame: RefObject<E | null>
  focusError: () => void
} {
  const frame = useRef<E>(null)
  const [requests, setRequests] = useState(0)
  useEffect(() => {
    if (requests > 0) focusFirstError(frame.current)
  }, [requests])
  return { frame, focusError: useCallback(() => setRequests((before) => before + 1), []) }
}
