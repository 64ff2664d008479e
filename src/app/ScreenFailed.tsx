import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'

/** How browsers tell that a part of the app could not be loaded. */
const LOADING_FAILED = /dynamically imported module|importing a module script failed/i

/**
 * In the place of a screen that failed: says so, keeps the rest of the app, offers another try (ERR-005). Most browsers
 * never ask again within one page for a module that could not be loaded, so that the page is loaded anew for it.
 */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  console.error(error)
  const retry = () => {
    if (error instanceof Error && LOADING_FAILED.test(error.message)) return location.reload()
    reset()
    void router.invalidate()
  }
  return <ErrorPanel onRetry={retry} />
}
