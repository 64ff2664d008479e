import { useEffect, useState } from 'react'

/** Returns whether `delayMs` have passed since the component mounted. */
export function useHasElapsed(delayMs: number): boolean {
  const [hasElapsed, setElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return hasElapsed
}
