import { useEffect, useRef } from 'react'

/** Returns a ref of whether the component is mounted, for callbacks that run after an asynchronous action. */
export function useIsMounted() {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
