import { redirect } from '@tanstack/react-router'
import type { OfflineAccess } from '#src/session/local-work.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import { shellSession } from '#src/session/shell-session.ts'
import { signInSearch, takeHeldKey } from './sign-in-address.ts'

/** What every route can ask for. */
export interface RouterContext {
  session: SessionStore
  offline: OfflineAccess
}

interface GuardArguments {
  context: RouterContext
  location: {
    href: string
    pathname: string
    search: Record<string, string | undefined>
    state: { signInKey?: string | undefined }
  }
}

/** Lets only signed-in users pass; others sign in first and come back with their path and key (ACC-012 to ACC-015). */
export async function requireSession({ context, location }: GuardArguments): Promise<void> {
  const session = await context.session.known()
  if (session.status === 'signedOut') {
    const key = keyOf(location)
    throw redirect({
      to: '/sign_in',
      search: signInSearch(location),
      ...(key && { state: { signInKey: key } }),
      replace: true,
    })
  }
}

/** The sign-in screen is not for who is signed in (ACC-016), unless a key comes with them: it goes first (ACC-033). */
export async function leaveWhenSignedIn({ context, location }: GuardArguments): Promise<void> {
  const session = await context.session.known()
  const key = keyOf(location)
  if (key) {
    const { enterWithKey } = await import('./enter-with-key.ts')
    await enterWithKey(key, location.search.redirect, context.session)
  }
  if (session.status !== 'signedOut') throw redirect({ to: '/dashboard', replace: true })
}

/** The form of a partner's customer needs the shell session that the partner's link began (ACC-019). */
export function requireShellSession(): void {
  if (!shellSession()) throw redirect({ to: '/sign_in', replace: true })
}

/** The root shows nothing itself (ACC-001, ACC-002). */
export async function leaveRoot(to: GuardArguments): Promise<void> {
  await requireSession(to)
  throw redirect({ to: '/dashboard', replace: true })
}

/** The key that came along: in the address, in the navigation (ACC-032), or in the address that the page was opened with. */
const keyOf = ({ search, state }: GuardArguments['location']) =>
  search.key || state.signInKey || takeHeldKey()
