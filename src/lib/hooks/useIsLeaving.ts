import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/**
 * Returns whether the user is on the way to another path, whose code may still load. A delayed change of the current
 * URL must not happen then: it would cancel the navigation.
 */
export function useIsLeaving(): () => boolean {
  const router = useRouter()
  return useCallback(() => {
    const { resolvedLocation } = router.state
    return resolvedLocation !== undefined && router.history.location.pathname !== resolvedLocation.pathname
  }, [router])
}
