import { getRouteApi } from '@tanstack/react-router'
import { SignInPage } from '#src/features/access/sign-in/SignInPage.tsx'
import { useEnter } from './useEnter.ts'

const route = getRouteApi('/sign_in')

/** /sign_in inside the app: for whom only the server could tell that nobody is signed in. Others meet the gate. */
export function SignInScreen() {
  const search = route.useSearch()
  const enter = useEnter(search.redirect)
  return (
    <SignInPage
      errorMessage={search.error_message}
      isSignedOut={search.signed_out !== undefined}
      onSignedIn={enter}
    />
  )
}
