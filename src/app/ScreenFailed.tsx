import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { isChunkLoadError } from '#src/api/failure.ts'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'

/**
 * In the place of a screen that failed: says so, keeps the rest of the app, offers another try (ERR-005). Most browsers
 * never ask again within one page for a module that could not be loaded, so that the page is loaded anew for it.
 */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  console.error(error)
  const retry = () => {
    if (isChunkLoadError(error)) return location.reload()
    reset()
    void router.invalidate()
  }
  return <ErrorPanel onRetry={retry} />
}
