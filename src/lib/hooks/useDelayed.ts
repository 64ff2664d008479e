import { useEffect, useState } from 'react'

/** Returns a value once it has been stable for `delayMs`. */
export function useDelayed<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
