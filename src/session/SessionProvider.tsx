import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from 'react'
import type { Flag } from '#contract/access/account.ts'
import type { CurrentUser } from '#contract/access/session.ts'
import type { FooterLink } from '#contract/core/brand.ts'
import type { BrandFeature } from '#contract/core/brand-features.ts'
import { type Ability, can } from '#domain/access/permissions.ts'
import { api } from '#src/api/client.ts'
import { onUnauthorized } from '#src/api/unauthorized.ts'
import type { OfflineAccess } from '#src/local-data/local-work.ts'
import { OfflineContext } from '#src/local-data/useOffline.ts'
import { flagsQuery, meQuery } from './account-queries.ts'
import { urlAfter, watchDeviceSession } from './device-session.ts'
import { expireWithOutbox } from './expire-with-outbox.ts'
import type { Session, SessionStore } from './session-store.ts'

interface SessionProviderProps {
  store: SessionStore
  offline: OfflineAccess
  children: ReactNode
}

const StoreContext = createContext<SessionStore | undefined>(undefined)

/** Provides this tab's session and keeps it current: by 401 responses, other tabs, and a fresh `me`. */
export function SessionProvider({ store, offline, children }: SessionProviderProps) {
  useEffect(() => onUnauthorized((startedAt) => store.expire(startedAt)), [store])
  useEffect(() => watchDeviceSession(restart), [])
  useEffect(() => expireWithOutbox(offline, () => store.expire()), [store, offline])
  return (
    <StoreContext value={store}>
      <OfflineContext value={offline}>{children}</OfflineContext>
      <FreshUser />
    </StoreContext>
  )
}

function restart(change: Parameters<typeof urlAfter>[0]): void {
  history.replaceState(history.state, '', urlAfter(change, location.href))
  location.reload()
}

/** Returns the store itself, for signing in and out. */
export function useSessionStore(): SessionStore {
  const store = use(StoreContext)
  if (!store) throw new Error('useSessionStore is used outside of SessionProvider')
  return store
}

/** Returns the session in any state. Screens that require a session use `useSession`. */
export function useSessionState(): Session {
  const store = useSessionStore()
  return useSyncExternalStore(store.subscribe, store.current)
}

export interface SignedIn {
  user: CurrentUser
  fleet: CurrentUser['fleet']
  /** Checks an ability of the contract, never a role. */
  can: (ability: Ability) => boolean
}

/** Returns the signed-in user, the fleet and abilities. For screens that require a session. */
export function useSession(): SignedIn {
  const session = useSessionState()
  if (!('user' in session)) throw new Error('useSession needs a signed-in user')
  const { user } = session
  return { user, fleet: user.fleet, can: (ability) => can(user, ability) }
}

/** Returns whether the brand of the current fleet has a feature (decision 60). */
export function useHasFeature(feature: BrandFeature): boolean {
  return useSession().fleet.features.includes(feature)
}

/** Returns whether a feature is on for the user. Off until the server has ever enabled it (BRD-045, BRD-050). */
export function useFlag(flag: Flag): boolean {
  return useFlags()?.flags[flag] === 'on'
}

/** Returns the footer's links; empty while their flag is off (BRD-049). */
export function useFooterLinks(): FooterLink[] {
  const settings = useFlags()
  return settings?.flags.footer_links === 'on' ? settings.footer_links : []
}

function useFlags() {
  const session = useSessionState()
  const { data } = useQuery(flagsQuery('user' in session ? session.user : undefined))
  return data
}

/** Keeps `me` current, so that an ended session is detected before a write fails. */
function FreshUser() {
  const store = useSessionStore()
  const { status } = useSessionState()
  const { data } = useQuery({ ...meQuery(), enabled: status === 'signedIn' })
  useEffect(() => {
    if (data) store.refresh(data)
  }, [store, data])
  useEffect(() => (status === 'expired' ? watchSignInElsewhere(store) : undefined), [store, status])
  return null
}

/** Checks whether another tab has signed the user in again, each time this one gets the focus. */
function watchSignInElsewhere(store: SessionStore): () => void {
  let isChecking = false
  async function check() {
    if (isChecking || document.visibilityState !== 'visible') return
    isChecking = true
    const user = await api.account.me().catch(() => undefined)
    isChecking = false
    if (user) store.signInElsewhere(user)
  }
  addEventListener('focus', check)
  document.addEventListener('visibilitychange', check)
  return () => {
    removeEventListener('focus', check)
    document.removeEventListener('visibilitychange', check)
  }
}
