import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import i18next from 'i18next'
import type { CurrentUser } from '#contract/access/session.ts'
import { type BrandFeature, featuresOf } from '#contract/core/brand-features.ts'
import { can } from '#domain/access/permissions.ts'
import { brandOfPage } from '#src/brand/page-brand.ts'
import { safeRedirect } from '#src/features/access/sign-in/redirect-target.ts'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import type { OfflineAccess } from '#src/local-data/local-work.ts'
import { dashboardOf } from '#src/session/device-session.ts'
import { modeAt, setMode } from '#src/session/mode.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import { shellSession } from '#src/session/shell-session.ts'
import { signInSearch, takeHeldKey, withoutKey } from './sign-in-address.ts'

/** The context that every route receives. */
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
  /** The route is being preloaded for a click that may never come. */
  preload: boolean
}

/** Requires a session. Others sign in first and return with their path and key (ACC-012 to ACC-015). */
export async function requireSession({ context, location, preload }: GuardArguments): Promise<void> {
  const session = await context.session.known()
  // A preload must not use up the key.
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

/** Requires a user of the management company. Others go to their dashboard (USR-031, FMC-006). */
export async function requireFmc({
  context,
  location,
}: Pick<GuardArguments, 'context' | 'location'>): Promise<void> {
  const session = await context.session.known()
  if (!('user' in session) || session.user.isFMC) return
  // A colleague sent them the link to a view (decision 102).
  if (!location.search.view) throw redirect({ to: '/dashboard', replace: true })
  await loadNamespaces('saved-views')
  const alertMessage = i18next.t('saved-views:notice.companyOnly')
  throw redirect({ to: '/dashboard', state: { alertType: 'notice', alertMessage }, replace: true })
}

/** Requires a feature of the fleet's brand (decision 60). Others go to another screen. */
export function requireFeature(feature: BrandFeature, elsewhere: '/vehicles' | '/dashboard') {
  return async ({ context }: Pick<GuardArguments, 'context'>): Promise<void> => {
    const session = await context.session.known()
    const features = 'user' in session ? session.user.fleet.features : featuresOf(brandOfPage())
    if (!features.includes(feature)) throw redirect({ to: elsewhere, replace: true })
  }
}

/**
 * Redirects signed-in users away from the sign-in screen (ACC-016), unless the URL has a key: the key goes first
 * (ACC-033).
 */
export async function redirectIfSignedIn({ context, location, preload }: GuardArguments): Promise<void> {
  const session = await context.session.known()
  const key = preload ? undefined : keyOf(location)
  if (key) await changeUser(key, location.search.redirect, context.session)
  if (session.status === 'signedOut') return
  // Goes to the redirect target if there is one, for example after an invalid key or a sign-in in another tab.
  const back = safeRedirect(location.search.redirect, window.location.origin)
  if (back) throw redirect({ href: back, replace: true })
  throw redirect({ to: 'user' in session ? dashboardOf(session.user) : '/dashboard', replace: true })
}

/** Returns only if the key was invalid. Its code loads on demand, because few users bring a key. */
async function changeUser(key: string, back: string | undefined, session: SessionStore) {
  const { signInWithKey } = await import('./sign-in-with-key.ts')
  await signInWithKey(key, back, session)
}

/** Requires the shell session that a partner's link starts, for the form of a partner's customer (ACC-019). */
export function requireShellSession(): void {
  if (!shellSession()) throw redirect({ to: '/sign_in', replace: true })
}

/** Redirects the root URL, which has no screen (ACC-001, ACC-002). */
export async function redirectFromRoot(to: GuardArguments): Promise<void> {
  const session = await to.context.session.known()
  // Before `requireSession`, which would put this tab into fleet mode because of the path.
  const start = 'user' in session ? dashboardOf(session.user) : '/dashboard'
  await requireSession(to)
  const now = to.context.session.current()
  const opensMembershipCard = 'user' in now && isDriverWithoutSignal(now.user)
  throw redirect({ to: opensMembershipCard ? '/membership_card' : start, replace: true })
}

/** A driver without a connection is probably at a shop's counter or next to the vehicle. The card works offline. */
function isDriverWithoutSignal(user: CurrentUser): boolean {
  return !navigator.onLine && !can(user, 'vehicles.readAll') && user.fleet.features.includes('membershipCard')
}

/** The key in the URL, in the navigation state (ACC-032), or in the URL that the page was opened with. */
const keyOf = ({ search, state }: GuardArguments['location']) =>
  search.key || state.signInKey || takeHeldKey()
