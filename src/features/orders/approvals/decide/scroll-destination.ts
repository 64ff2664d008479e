import { useEffect } from 'react'
import { focusFirstError } from '#src/ui/focus/useErrorFocus.ts'

/** Ids of the sections that the buttons scroll to. */
export const CHANGES_ID = 'order-changes'
export const LINES_ID = 'order-lines'
export const PAYMENT_ID = 'order-payment'

/** The scroll target of a button: the start of a section, or its first field with an error. */
export interface Destination {
  id: typeof CHANGES_ID | typeof LINES_ID | typeof PAYMENT_ID
  toFirstError: boolean
}

/**
 * Scrolls to a section that a button requested. The section runs this itself, because on slow devices the buttons
 * render first and their target may not exist yet.
 */
export function useScrollTo(
  id: Destination['id'],
  { destination, arrived }: { destination: Destination | undefined; arrived: () => void },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each press of a button
  useEffect(() => {
    if (destination?.id !== id) return
    const section = document.getElementById(id)
    if (destination.toFirstError) focusFirstError(section)
    else {
      section?.scrollIntoView({ block: 'start' })
      section?.focus({ preventScroll: true })
    }
    arrived()
  }, [destination])
}
