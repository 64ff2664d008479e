import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import type { CurrentUser } from '#contract/access/session.ts'
import { offers } from '#contract/core/brand-features.ts'
import { can } from '#domain/access/permissions.ts'
import { brandOfPage } from '#src/brand/page-brand.ts'
import { safeRedirect } from '#src/features/access/sign-in/redirect-target.ts'
import type { OfflineAccess } from '#src/local-data/local-work.ts'
import { dashboardOf, modeAt, setMode } from '#src/session/mode.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import { shellSession } from '#src/session/shell-session.ts'
import { signInSearch, takeHeldKey, withoutKey } from './sign-in-address.ts'

/** What every route can ask for. */
export interface RouterContext {
  session: SessionStore
  offline: OfflineAccess
  queryClient: QueryClient
}

interface GuardArguments {
  context: RouterContext
  location: {
    href: string
    pathname: string
    search: Record<string, string | undefined>
    state: { signInKey?: string | undefined }
  }
  /** Fetched ahead of a click that may never come. */
  preload: boolean
}

/** Lets only signed-in users pass; others sign in first and come back with their path and key (ACC-012 to ACC-015). */
export async function requireSession({ context, location, preload }: GuardArguments): Promise<void> {
  const session = await context.session.known()
  // One that is only fetched ahead uses no key up.
  const key = preload ? undefined : keyOf(location)
  if (session.status === 'signedOut')
    throw redirect({
      to: '/sign_in',
      search: signInSearch(location),
      ...(key && { state: { signInKey: key } }),
      replace: true,
    })
  if (key) {
    await changeUser(key, signInSearch(location).redirect, context.session)
    if (location.search.key) throw redirect({ href: withoutKey(location.href), replace: true })
  }
  if ('user' in session && !preload) setMode(modeAt(session.user, location.pathname))
}

/** The management company's screens are for its users; others go to their dashboard (USR-031, FMC-006). */
export async function requireFmc({ context }: Pick<GuardArguments, 'context'>): Promise<void> {
  const session = await context.session.known()
  if ('user' in session && !session.user.isFMC) throw redirect({ to: '/dashboard', replace: true })
}

/** The sign-in screen is not for who is signed in (ACC-016), unless a key comes with them: it goes first (ACC-033). */
export async function leaveWhenSignedIn({ context, location, preload }: GuardArguments): Promise<void> {
  const session = await context.session.known()
  const key = preload ? undefined : keyOf(location)
  if (key) await changeUser(key, location.search.redirect, context.session)
  if (session.status === 'signedOut') return
  // With a way back, as after a key that opened nothing, or a sign-in in another tab: there.
  const back = safeRedirect(location.search.redirect, window.location.origin)
  if (back) throw redirect({ href: back, replace: true })
  throw redirect({ to: 'user' in session ? dashboardOf(session.user) : '/dashboard', replace: true })
}

/** Comes back only when the key opened nothing. Its code is fetched by the few who bring one. */
async function changeUser(key: string, back: string | undefined, session: SessionStore) {
  const { signInWithKey } = await import('./sign-in-with-key.ts')
  await signInWithKey(key, back, session)
}

/** The form of a partner's customer needs the shell session that the partner's link began (ACC-019). */
export function requireShellSession(): void {
  if (!shellSession()) throw redirect({ to: '/sign_in', replace: true })
}

/** The root shows nothing itself (ACC-001, ACC-002). */
export async function leaveRoot(to: GuardArguments): Promise<void> {
  const session = await to.context.session.known()
  // Before `requireSession` takes this tab for one in fleet mode, because of the path.
  const start = 'user' in session ? dashboardOf(session.user) : '/dashboard'
  await requireSession(to)
  const now = to.context.session.current()
  const opensMembershipCard = 'user' in now && isDriverWithoutSignal(now.user)
  throw redirect({ to: opensMembershipCard ? '/membership_card' : start, replace: true })
}

/** Whoever only drives, and has no signal, stands at a counter or beside the vehicle: the card shows all there is. */
function isDriverWithoutSignal(user: CurrentUser): boolean {
  return !navigator.onLine && !can(user, 'vehicles.readAll') && offers(brandOfPage(), 'membershipCard')
}

/** The key that came along: in the address, in the navigation (ACC-032), or in the address that the page was opened with. */
const keyOf = ({ search, state }: GuardArguments['location']) =>
  search.key || state.signInKey || takeHeldKey()
