import { getRouteApi, useRouter } from '@tanstack/react-router'
import type { CurrentUser } from '#contract/access/session.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { prepareEntry } from '#src/features/access/sign-in/prepare-entry.ts'
import { SignInPage } from '#src/features/access/sign-in/SignInPage.tsx'
import { useSessionStore } from '#src/session/SessionProvider.tsx'

const route = getRouteApi('/sign_in')

/** /sign_in inside the app: for whom only the server could tell that nobody is signed in. Others meet the gate. */
export function SignInScreen() {
  const search = route.useSearch()
  const store = useSessionStore()
  const router = useRouter()
  const { languages } = useBrand()
  const enter = async (user: CurrentUser) => {
    const path = await prepareEntry(user, search.redirect, languages)
    store.signIn(user)
    router.history.replace(path)
  }
  return <SignInPage errorMessage={search.error_message} onSignedIn={(user) => void enter(user)} />
}
