import { useRouter } from '@tanstack/react-router'
import type { CurrentUser } from '#contract/access/session.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { prepareSession } from '#src/features/access/sign-in/prepare-session.ts'
import { useSessionStore } from '#src/session/SessionProvider.tsx'

/**
 * Returns a function that opens the app after sign-in: sets language and mode, then opens the path or the dashboard.
 */
export function useEnterApp(redirect?: string): (user: CurrentUser) => void {
  const store = useSessionStore()
  const router = useRouter()
  const { languages } = useBrand()
  const enterApp = async (user: CurrentUser) => {
    const path = await prepareSession(user, redirect, languages)
    store.signIn(user)
    router.history.replace(path)
  }
  return (user) => void enterApp(user)
}
