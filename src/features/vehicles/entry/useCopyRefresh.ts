import { useOffline } from '#src/local-data/useOffline.ts'

/** Timeout for updating this device's copy; after it the screen shows the previous state. */
const COPY_MS = 3000

/** Returns a function that waits until this device has the server's current data, but not for long. */
export function useCopyRefresh() {
  const { cache } = useOffline()
  return () => Promise.race([cache.refresh(), new Promise((resolve) => setTimeout(resolve, COPY_MS))])
}
