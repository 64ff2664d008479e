import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { isChunkLoadError } from '#src/api/failure.ts'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'

/**
 * Replaces a screen that failed, keeps the rest of the app and offers a retry (ERR-005). Most browsers do not request a
 * failed module again within one page, so the page is reloaded in that case.
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
