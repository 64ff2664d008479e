import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'

/** In the place of a screen that failed: says so, keeps the rest of the app, offers another try (ERR-005). */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  console.error(error)
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return <ErrorPanel onRetry={retry} />
}
