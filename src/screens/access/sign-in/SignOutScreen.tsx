import { useRouter } from '@tanstack/react-router'
import { SignOut } from '#src/features/access/sign-out/SignOut.tsx'

/** /sign_out: ends the session, or redirects to the sign-in screen if there is none (ACC-005). */
export function SignOutScreen() {
  const router = useRouter()
  return <SignOut onStay={() => void router.navigate({ to: '/dashboard', replace: true })} />
}
