import { useEffect } from 'react'
import { focusFirstError } from '#src/ui/focus/useErrorFocus.ts'

/** Ids of the sections that the buttons lead to. */
export const LINES_ID = 'order-lines'
export const PAYMENT_ID = 'order-payment'

/** The section that a button leads to: its start, or its first field with a fault. */
export interface Destination {
  id: typeof LINES_ID | typeof PAYMENT_ID
  toFirstError: boolean
}

/**
 * Scrolls to a section that a button asked for. The section itself does it: on a slow device the buttons are drawn first,
 * so the press may come before its target exists.
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
