import { useEffect, useRef } from 'react'

/** Marks the history entry of a step. */
const STEP = { step: 'otp' }

/**
 * Gives an open step its own entry in the browser's history, so that the back button of a phone leads to the step before
 * and not out of the app. Returns the way back for the step's own button: it takes the entry away again.
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
