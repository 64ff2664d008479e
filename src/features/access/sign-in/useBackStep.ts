import { useEffect, useRef } from 'react'

/** Marks the history entry of a step. */
const STEP = { step: 'otp' }

/**
 * Gives an open step a separate entry in the browser's history, so that a phone's back button leads to the previous
 * step and not out of the app. Returns the handler for the step's own back button, which removes that entry.
 */
export function useBackStep(isOpen: boolean, leave: () => void): () => void {
  const onLeave = useRef(leave)
  useEffect(() => {
    onLeave.current = leave
  })
  useEffect(() => {
    if (!isOpen) return
    if (!isAtStep()) history.pushState({ ...history.state, ...STEP }, '')
    const listen = () => isAtStep() || onLeave.current()
    addEventListener('popstate', listen)
    return () => removeEventListener('popstate', listen)
  }, [isOpen])
  return () => (isAtStep() ? history.back() : leave())
}

const isAtStep = () => (history.state as { step?: string } | null)?.step === STEP.step
