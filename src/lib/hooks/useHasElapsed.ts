import { useEffect, useState } from 'react'

/** Whether so much time has passed since the component appeared. */
export function useHasElapsed(delayMs: number): boolean {
  const [hasElapsed, setElapsed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return hasElapsed
}
