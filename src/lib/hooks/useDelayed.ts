import { useEffect, useState } from 'react'

/** A value as it was once it had not changed for `delayMs`. */
export function useDelayed<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
