import type { CurrentUser } from '#contract/access/session.ts'
import type { Push } from '#src/api/push.ts'
import { onServerContact } from '#src/api/server-contact.ts'
import { firstContent } from '#src/lib/first-content.ts'
import { readRecents } from '#src/lib/recents.ts'
import type { Offline } from '#src/offline/offline.ts'
import type { DeviceSession } from '#src/session/device-session.ts'
import type { LocalWork } from '#src/session/stored-user.ts'
import { reportRejections } from './report-rejections.ts'
import { setReachable } from './useOnline.ts'

/** State of the signed-in user's databases. `blocked`: this browser stores nothing for the page. */
export type OfflineState =
  | { status: 'closed' | 'opening' }
  | { status: 'ready'; offline: Offline }
  | { status: 'blocked'; error: unknown }

export type OfflineAccess = ReturnType<typeof createOfflineAccess>

/** Maximum wait for the first content before sending and pulling start. They would slow it down. */
const LONGEST_WAIT_MS = 1500

/**
 * Opens outbox and cache of the signed-in user. Loads Dexie and the offline code only then, to keep the sign-in screen
 * small (P-1).
 */
export function createOfflineAccess(appName: string) {
  let state: OfflineState = { status: 'closed' }
  let opening: Promise<OfflineState> = Promise.resolve(state)
  let push: Push | undefined
  let stop = () => {}
  /** From the start of a removal on, nothing may start: it would unlock the entries (ruling 25). */
  let isClosing = false
  const listeners = new Set<() => void>()

  function set(next: OfflineState): OfflineState {
    state = next
    for (const listener of [...listeners]) listener()
    return state
  }

  async function openFor(user: CurrentUser): Promise<OfflineState> {
    try {
      const { offline, start, stop: stopOffline } = await connectOffline(user, appName)
      stop = stopOffline
      const ready = set({ status: 'ready', offline })
      void firstContent(LONGEST_WAIT_MS).then(() => {
        if (state !== ready || isClosing) return
        start()
        void listenForChanges(user, offline)
      })
      return ready
    } catch (error) {
      console.error('The databases of this device cannot be opened', error)
      return set({ status: 'blocked', error })
    }
  }

  /** Pulls as soon as the server pushes a change notice; without push, the cache polls. */
  async function listenForChanges(user: CurrentUser, offline: Offline) {
    const { openPush } = await import('#src/api/push.ts')
    if (state.status === 'closed' || isClosing) return
    push = openPush({ userId: user.id, onChanged: () => offline.cache.refresh() })
  }

  const work: LocalWork = {
    open(user) {
      if (state.status === 'ready' || state.status === 'opening') return
      isClosing = false
      set({ status: 'opening' })
      opening = openFor(user)
    },
    resume() {
      if (isClosing) return
      if (state.status === 'ready') state.offline.start()
      push?.resume()
    },
    async forget() {
      isClosing = true
      const opened = await opening
      if (opened.status !== 'ready') return
      push?.close()
      stop()
      try {
        await opened.offline.outbox.lock()
        await opened.offline.cache.drop()
      } finally {
        // Also after a failure: the entries of the next user must not get into these databases.
        opened.offline.close()
        set({ status: 'closed' })
      }
    },
    forgetClosed,
  }

  return {
    work,
    current: () => state,
    /** Resolves when it is known whether the databases can be used. */
    opened: () => opening,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

async function forgetClosed({ fleetId, userId }: DeviceSession): Promise<void> {
  const { lockAndClear } = await import('#src/offline/offline.ts')
  await lockAndClear({ tenantId: fleetId, userId })
}

/**
 * Opens the databases of a user. `start` starts sending and pulling. `stop` ends everything that uses the databases, but
 * does not close them.
 */
async function connectOffline(user: CurrentUser, appName: string) {
  const [{ openOffline }, { watchDevice }] = await Promise.all([
    import('#src/offline/offline.ts'),
    import('#src/device/device-care.ts'),
  ])
  const opened = { fleetId: user.fleet_id, userId: user.id, kind: 'openedVehicle' } as const
  const offline = await openOffline(
    {
      tenantId: user.fleet_id,
      userId: user.id,
      country: user.fleet.country,
      timeZone: user.fleet.time_zone,
      appName,
      appVersion: __APP_VERSION__,
    },
    { prefetch: { vehicles: () => readRecents(opened) } },
  )
  const updateReachable = () => setReachable(['online', 'unknown'].includes(offline.network.value()))
  const stops = [
    reportRejections(offline.outbox.entries),
    onServerContact(offline.reportContact),
    offline.network.watch(updateReachable),
  ]
  updateReachable()
  return {
    offline,
    start() {
      offline.start()
      stops.push(watchDevice(offline, { tenantId: user.fleet_id, userId: user.id }))
    },
    stop() {
      for (const stop of stops) stop()
      setReachable(true)
    },
  }
}
