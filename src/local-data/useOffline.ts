import { createContext, use, useSyncExternalStore } from 'react'
import type { Offline } from '#src/offline/offline.ts'
import type { OfflineAccess, OfflineState } from './local-work.ts'

export const OfflineContext = createContext<OfflineAccess | undefined>(undefined)

/** State of the signed-in user's databases, for the shell. Screens use `useOffline`. */
export function useOfflineState(): OfflineState {
  const access = use(OfflineContext)
  if (!access) throw new Error('useOfflineState is used outside of SessionProvider')
  return useSyncExternalStore(access.subscribe, access.current)
}

/** Outbox and cache of the signed-in user. Ready on every screen behind the guard, which waits for them. */
export function useOffline(): Offline {
  const state = useOfflineState()
  if (state.status !== 'ready') throw new Error('useOffline is used before the databases are open')
  return state.offline
}
