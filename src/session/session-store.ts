import { QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#contract/access/session.ts'
import { setShownSession } from '#src/api/call-context.ts'
import { persistenceKey, persistQueries, restoreQueries, saveQueries } from '#src/api/query-persistence.ts'
import { flagsQuery, meQuery } from './account-queries.ts'
import {
  hasSessionCookie,
  isDifferentUser,
  isSignOutPending,
  modeKey,
  readDeviceSession,
  readRemoval,
  setSignOutPending,
  writeDeviceSession,
  writeRemoval,
} from './device-session.ts'
import {
  deviceOf,
  dropStored,
  finishOnDevice,
  type LocalWork,
  normalizeUser,
  replaceDevice,
  type StoredUser,
} from './stored-user.ts'

/** The session of this tab. `unknown` only lasts while a start without stored data waits for the server. */
export type Session =
  | { status: 'unknown' | 'signedOut' }
  /** `expired`: the server ended the session while the user was working; the screen stays open. */
  | { status: 'signedIn' | 'expired'; user: CurrentUser }

interface Dependencies {
  queryClient: QueryClient
  localWork: LocalWork
  /** Restarts the app at a path, with nothing of this user left in memory. */
  restartAt: (path: string) => void
}

export type SessionStore = ReturnType<typeof createSessionStore>

/** Creates the store of this tab's session. */
export function createSessionStore(dependencies: Dependencies) {
  const state = createState(dependencies)
  const { current, subscribe, known } = state
  return {
    current,
    subscribe,
    known,
    ...entering(state, dependencies),
    ...leaving(state, dependencies),
  }
}

type State = ReturnType<typeof createState>

/** The session with its listeners, and what stores and removes a user on this device. */
function createState({ queryClient, localWork }: Dependencies) {
  let session: Session = { status: 'unknown' }
  /** By `performance.now`, because the clock of the device can be set back. */
  let signedInAt = 0
  let stopPersisting = () => {}
  const listeners = new Set<() => void>()

  // Marks them as persisted, also when a sign-in sets them without a query.
  for (const query of [meQuery(), flagsQuery()]) {
    queryClient.setQueryDefaults(query.queryKey, { meta: query.meta, gcTime: query.gcTime })
  }

  function set(next: Session) {
    session = next
    setShownSession('user' in next ? next.user : undefined)
    for (const listener of [...listeners]) listener()
  }

  /** @param updatedAt when the server sent the user, in epoch ms */
  function enter(given: StoredUser, updatedAt = Date.now()) {
    const user = normalizeUser(given)
    const device = deviceOf(user)
    signedInAt = performance.now()
    setSignOutPending(false)
    replaceDevice(device)
    stopPersisting()
    stopPersisting = persistQueries(queryClient, persistenceKey(device))
    queryClient.setQueryData(meQuery().queryKey, user, { updatedAt })
    localWork.open(user)
    // Requested here, not by the first screen that needs them: the next start may be offline (BRD-050).
    // Also when flags are stored, because the operator may have changed them (BRD-046).
    void queryClient.prefetchQuery({ ...flagsQuery(user), staleTime: 0 })
    set({ status: 'signedIn', user })
  }

  /** Removes the user's data, except waiting entries. A failure does not stop a sign-out. Returns whether it succeeded. */
  async function removeUser(): Promise<boolean> {
    if (!('user' in session)) return false
    const { user } = session
    stopPersisting()
    try {
      await localWork.forget(user)
      return true
    } catch (error) {
      console.error('The local copies of the user cannot be deleted', error)
      return false
    } finally {
      dropStored(deviceOf(user))
    }
  }

  return {
    set,
    enter,
    removeUser,
    current: () => session,
    signedInAt: () => signedInAt,
    ...createMove(),
    stopPersisting: () => stopPersisting(),

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Resolves with the session once it is no longer unknown. */
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
  }
}

/** State of a switch to another fleet. */
function createMove() {
  let isMoving = false
  let wasRejected = false
  return {
    isMoving: () => isMoving,
    /** From now on updates of the user are ignored, because the app restarts in another fleet. */
    startMoving: () => {
      isMoving = true
    },
    /** Returns whether the server rejected the session since `startMoving`. */
    stopMoving: () => {
      const was = wasRejected
      isMoving = false
      wasRejected = false
      return was
    },
    noteRejection: () => {
      wasRejected = true
    },
  }
}

/** Time after a start in which nothing is typed yet: a session that is in another fleet restarts the app. */
const START_MS = 5000

/** How a user enters: at the start of the app, by a sign-in, or by a newer state of the account. */
function entering(state: State, { queryClient, localWork, restartAt }: Dependencies) {
  const { set, enter } = state
  /** A removal is still running. It must not lock or clear the databases of the next user. */
  let isRemoving = false

  async function loadUser(): Promise<void> {
    try {
      enter(await queryClient.fetchQuery(meQuery()))
    } catch {
      // Rejected, or offline without stored data: in both cases there is no user.
      set({ status: 'signedOut' })
    }
  }

  return {
    /** Opens with the stored session, else asks the server if cookies indicate one. */
    async start(): Promise<void> {
      const leaving = readRemoval()
      if (leaving) {
        // Not all of it: the form of a partner's link may be there (ACC-020).
        sessionStorage.removeItem(modeKey)
        isRemoving = !(await finishOnDevice(leaving, localWork.forgetClosed))
        if (isRemoving) return set({ status: 'signedOut' })
      }
      const device = readDeviceSession()
      if (device) await restoreQueries(queryClient, persistenceKey(device))
      const user = queryClient.getQueryData(meQuery().queryKey)
      if (device && user?.id === device.userId) {
        // Stale, so that roles and fleet that changed since the last visit are requested now.
        if (!isDifferentUser(user)) return enter(user, 0)
        queryClient.clear()
      }
      // A cookie that outlived an offline sign-out is ignored.
      if ((device || hasSessionCookie()) && !isSignOutPending()) void loadUser()
      else set({ status: 'signedOut' })
    },

    /** Handles a sign-in. An expired session continues on its screen; another user restarts the app. */
    signIn(user: CurrentUser): void {
      const session = state.current()
      const before = 'user' in session ? session.user : undefined
      if (isRemoving || (before && !isSame(before, user))) {
        state.startMoving()
        state.stopPersisting()
        setSignOutPending(false)
        replaceDevice(deviceOf(user))
        restartAt('/dashboard')
        return
      }
      enter(user)
      void queryClient.invalidateQueries()
      if (before) localWork.resume()
    },

    /** Another tab has signed in: an expired session of the same user and fleet continues. */
    signInElsewhere(user: CurrentUser): void {
      const session = state.current()
      if (session.status === 'expired' && isSame(session.user, user)) this.signIn(user)
    },

    /** Updates the user; a different one (signed in by another tab) restarts the app. */
    refresh(user: CurrentUser): void {
      const session = state.current()
      if (!('user' in session) || session.user === user || state.isMoving()) return
      if (isSame(session.user, user)) {
        if (session.status === 'signedIn') set({ status: 'signedIn', user: normalizeUser(user) })
      } else if (session.status === 'signedIn' || performance.now() - state.signedInAt() < START_MS)
        this.signIn(user)
    },
  }
}

/** How a user leaves: the session expires, moves to another fleet, or ends. */
function leaving(state: State, { queryClient, restartAt }: Dependencies) {
  return {
    /**
     * The server no longer accepts the session. Ignores responses to calls from before the last sign-in.
     * @param startedAt start of the call, by `performance.now`
     */
    expire(startedAt: number = performance.now()): void {
      const session = state.current()
      if (session.status !== 'signedIn' || startedAt < state.signedInAt()) return
      if (state.isMoving()) state.noteRejection()
      else state.set({ status: 'expired', user: session.user })
    },

    /** A switch to another fleet begins. Until it ends, calls of this screen may be rejected. */
    startMoving: () => state.startMoving(),

    /** The switch failed, so a rejection in the meantime counts now. */
    stopMoving(): void {
      if (state.stopMoving()) this.expire()
    },

    /**
     * The server has switched the session to another fleet: restarts the app in it. Local copies of the former fleet
     * are deleted. Its waiting entries stay, locked until the session returns there (ruling 9, ruling 25).
     */
    async moveTo(user: CurrentUser, path: string): Promise<void> {
      state.startMoving()
      await state.removeUser()
      // The next start may be offline.
      const next = new QueryClient()
      next.setQueryDefaults(meQuery().queryKey, { meta: meQuery().meta })
      next.setQueryData(meQuery().queryKey, normalizeUser(user))
      await saveQueries(next, persistenceKey(deviceOf(user)))
      writeDeviceSession(deviceOf(user))
      restartAt(path)
    },

    /**
     * Ends the session on this device: deletes queries, caches and session storage, keeps the outbox (ACC-115, ruling
     * 25).
     */
    async end(path = '/sign_in'): Promise<void> {
      const session = state.current()
      // The next start completes the removal if the app is closed during it, or if storage fails.
      writeRemoval('user' in session ? deviceOf(session.user) : readDeviceSession())
      const isRemoved = await state.removeUser()
      queryClient.clear()
      sessionStorage.clear()
      writeDeviceSession(undefined)
      if (isRemoved) writeRemoval(undefined)
      restartAt(path)
    },
  }
}

const isSame = (a: CurrentUser, b: CurrentUser) => a.id === b.id && a.fleet_id === b.fleet_id
