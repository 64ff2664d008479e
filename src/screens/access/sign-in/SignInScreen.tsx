import { getRouteApi } from '@tanstack/react-router'
import { SignInPage } from '#src/features/access/sign-in/SignInPage.tsx'
import { useEnterApp } from './useEnterApp.ts'

const route = getRouteApi('/sign_in')

/**
 * /sign_in inside the app: used when the server reports that the session has ended. Otherwise the gate shows the form.
 */
export function SignInScreen() {
  const search = route.useSearch()
  const enterApp = useEnterApp(search.redirect)
  return (
    <SignInPage
      errorMessage={search.error_message}
      isSignedOut={search.signed_out !== undefined}
      onSignedIn={enterApp}
    />
  )
}
