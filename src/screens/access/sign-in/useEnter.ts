import { useRouter } from '@tanstack/react-router'
import type { CurrentUser } from '#contract/access/session.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { prepareEntry } from '#src/features/access/sign-in/prepare-entry.ts'
import { useSessionStore } from '#src/session/SessionProvider.tsx'

/** What follows when somebody is signed in by a screen of the app: language, mode, then the path or the dashboard. */
export function useEnter(redirect?: string): (user: CurrentUser) => void {
  const store = useSessionStore()
  const router = useRouter()
  const { languages } = useBrand()
  const enter = async (user: CurrentUser) => {
    const path = await prepareEntry(user, redirect, languages)
    store.signIn(user)
    router.history.replace(path)
  }
  return (user) => void enter(user)
}
