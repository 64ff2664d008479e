import { QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/access/session.ts'
import {
  dropQueries,
  persistenceKey,
  persistQueries,
  restoreQueries,
  saveQueries,
} from '#src/api/query-persistence.ts'
import { flagsQuery, meQuery } from './account-queries.ts'
import {
  type DeviceSession,
  hasSessionCookie,
  isDifferentUser,
  isSignOutPending,
  readDeviceSession,
  setSignOutPending,
  writeDeviceSession,
} from './device-session.ts'
import { asKnownUser, type GivenUser } from './known-user.ts'

/** Who uses the app. `unknown` lasts only while a start without stored data asks the server. */
export type Session =
  | { status: 'unknown' | 'signedOut' }
  /** `expired`: the server ended the session while the user was at work; the screen stays as it is. */
  | { status: 'signedIn' | 'expired'; user: CurrentUser }

/** What the session tells the offline part of the app; it is loaded only once someone is signed in. */
export interface LocalWork {
  /** Opens this user's own databases and starts sending what waits. */
  open(user: CurrentUser): void
  /** The session is good again: go on sending. */
  resume(): void
  /** Drops everything cached for this user; what waits to be sent stays, locked (ruling 25). */
  forget(user: CurrentUser): Promise<void>
}

interface Dependencies {
  queryClient: QueryClient
  localWork: LocalWork
  /** Starts the app anew at a path, with nothing of this user left in memory. */
  restartAt: (path: string) => void
}

export type SessionStore = ReturnType<typeof createSessionStore>

/** Holds the one session of this tab. */
export function createSessionStore({ queryClient, localWork, restartAt }: Dependencies) {
  let session: Session = { status: 'unknown' }
  let signedInAt = 0
  let stopKeeping = () => {}
  let isMoving = false
  const listeners = new Set<() => void>()

  // Also when a sign-in brings them without a query, they are known as what the shell starts from.
  for (const query of [meQuery(), flagsQuery()]) {
    queryClient.setQueryDefaults(query.queryKey, { meta: query.meta, gcTime: query.gcTime })
  }

  function set(next: Session) {
    session = next
    for (const listener of [...listeners]) listener()
  }

  function enter(given: GivenUser) {
    const user = asKnownUser(given)
    const device = deviceOf(user)
    signedInAt = Date.now()
    setSignOutPending(false)
    writeDeviceSession(device)
    stopKeeping()
    stopKeeping = persistQueries(queryClient, persistenceKey(device))
    queryClient.setQueryData(meQuery().queryKey, user)
    localWork.open(user)
    // Asked for here, not by the first screen that needs one: the next start may be without signal (BRD-050).
    void queryClient.prefetchQuery(flagsQuery(user))
    set({ status: 'signedIn', user })
  }

  async function askServer(): Promise<void> {
    try {
      enter(await queryClient.fetchQuery(meQuery()))
    } catch {
      // Refused, or no signal and nothing stored: either way there is nobody to show anything to.
      set({ status: 'signedOut' })
    }
  }

  return {
    current: () => session,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Opens with what this device remembers, else asks the server where its cookies make that worthwhile. */
    async start(): Promise<void> {
      const device = readDeviceSession()
      if (device) await restoreQueries(queryClient, persistenceKey(device))
      const user = queryClient.getQueryData(meQuery().queryKey)
      if (device && user?.id === device.userId) {
        if (!isDifferentUser(user)) return enter(user)
        queryClient.clear()
      }
      // A cookie that outlived a sign-out without signal opens nothing.
      if ((device || hasSessionCookie()) && !isSignOutPending()) void askServer()
      else set({ status: 'signedOut' })
    },

    /** The session once it is no longer unknown. */
    known(): Promise<Session> {
      if (session.status !== 'unknown') return Promise.resolve(session)
      return new Promise((resolve) => {
        const check = () => {
          if (session.status === 'unknown') return
          listeners.delete(check)
          resolve(session)
        }
        listeners.add(check)
      })
    },

    /** After a sign-in. In the middle of work it goes on where it was; another user starts the app anew. */
    signIn(user: CurrentUser): void {
      const before = 'user' in session ? session.user : undefined
      if (before && !isSame(before, user)) {
        stopKeeping()
        writeDeviceSession(deviceOf(user))
        restartAt('/dashboard')
        return
      }
      enter(user)
      void queryClient.invalidateQueries()
      void queryClient.refetchQueries({ queryKey: flagsQuery().queryKey })
      if (before) localWork.resume()
    },

    /** The server no longer knows the session. Answers to calls from before the last sign-in do not count. */
    expire(startedAt: number = Date.now()): void {
      if (session.status !== 'signedIn' || startedAt < signedInAt) return
      set({ status: 'expired', user: session.user })
    },

    /** Takes a newer state of the user; another one (signed in by another tab) starts the app anew. */
    refresh(user: CurrentUser): void {
      if (session.status !== 'signedIn' || session.user === user || isMoving) return
      if (isSame(session.user, user)) set({ status: 'signedIn', user: asKnownUser(user) })
      else this.signIn(user)
    },

    /**
     * The server has made the session stand in another fleet: starts the app anew in it. Copies of the former fleet go,
     * entries that wait for it stay, locked until the session stands there again (ruling 9, ruling 25).
     */
    async moveTo(user: CurrentUser, path: string): Promise<void> {
      isMoving = true
      if ('user' in session) {
        const before = session.user
        stopKeeping()
        dropQueries(persistenceKey(deviceOf(before)))
        await localWork.forget(before)
      }
      // The next start may be without signal.
      const next = new QueryClient()
      next.setQueryDefaults(meQuery().queryKey, { meta: meQuery().meta })
      next.setQueryData(meQuery().queryKey, asKnownUser(user))
      await saveQueries(next, persistenceKey(deviceOf(user)))
      writeDeviceSession(deviceOf(user))
      restartAt(path)
    },

    /** Ends the session on this device: queries, caches and session storage go, the outbox stays (ACC-115, ruling 25). */
    async end(path = '/sign_in'): Promise<void> {
      if ('user' in session) {
        const { user } = session
        stopKeeping()
        dropQueries(persistenceKey(deviceOf(user)))
        await localWork.forget(user)
      }
      queryClient.clear()
      sessionStorage.clear()
      writeDeviceSession(undefined)
      restartAt(path)
    },
  }
}

const deviceOf = (user: CurrentUser): DeviceSession => ({ userId: user.id, fleetId: user.fleet_id })
const isSame = (a: CurrentUser, b: CurrentUser) => a.id === b.id && a.fleet_id === b.fleet_id
