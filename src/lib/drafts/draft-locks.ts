/** Releases a draft. */
export type Release = () => Promise<void>

/** Locks on names; one live tab holds a name at a time. */
export interface DraftLocks {
  /** Whether the browser releases a lock at once when its tab crashes or is killed. */
  endsWithTab: boolean
  /** @returns null if another tab still holds the name after `waitMs` */
  take(name: string, waitMs: number): Promise<Release | null>
  /** Calls `onFree` once, when no tab holds the name. @returns a function that stops watching */
  whenFree(name: string, onFree: () => void): () => void
}

const LOCK_PREFIX = 'wheelbook-'
/** How long this tab waits for a lock of its own: it holds one briefly while it restores a draft. */
const OWN_LOCK_MS = 500

/** Uses Web Locks, which the browser releases with the tab, even after a crash. */
export function webLocks(locks: LockManager): DraftLocks {
  /** Names that this tab holds. */
  const own = new Set<string>()
  return {
    endsWithTab: true,
    take(name, requestedMs) {
      return new Promise((resolve) => {
        const waitMs = own.has(name) ? Math.max(requestedMs, OWN_LOCK_MS) : requestedMs
        // A page that is being closed or reloaded releases its lock shortly after the next one requests it.
        const options: LockOptions =
          waitMs > 0 ? { signal: AbortSignal.timeout(waitMs) } : { ifAvailable: true }
        const held = locks.request(LOCK_PREFIX + name, options, (lock) => {
          if (!lock) return resolve(null)
          own.add(name)
          return new Promise<void>((end) =>
            resolve(() => {
              own.delete(name)
              end()
              return held.catch(() => {}) as Promise<void>
            }),
          )
        })
        held.catch(() => resolve(null))
      })
    },
    whenFree(name, onFree) {
      const stop = new AbortController()
      locks.request(LOCK_PREFIX + name, { signal: stop.signal }, onFree).catch(() => {})
      return () => stop.abort()
    },
  }
}

/** Browsers run the timers of a hidden tab once a minute. */
const LEASE_MS = 90_000
const RENEW_MS = 5_000
const LEASE_PREFIX = 'draft-lease:'

/** Fallback without Web Locks: a lease in localStorage, renewed while the tab is open and released when it closes. */
export function storageLeases(storage: Storage, tab: string): DraftLocks {
  const read = (name: string) => {
    try {
      return JSON.parse(storage.getItem(LEASE_PREFIX + name) ?? 'null') as { tab: string; at: number } | null
    } catch {
      return null
    }
  }
  const write = (name: string) => {
    try {
      storage.setItem(LEASE_PREFIX + name, JSON.stringify({ tab, at: Date.now() }))
    } catch {
      // Blocked or full storage: the outbox still prevents two tabs from overwriting each other.
    }
  }
  const isFree = (name: string) => {
    const lease = read(name)
    return lease === null || lease.tab === tab || Math.abs(Date.now() - lease.at) > LEASE_MS
  }
  return {
    endsWithTab: false,
    async take(name) {
      if (!isFree(name)) return null
      write(name)
      const timer = setInterval(() => write(name), RENEW_MS)
      const releaseLease = () => {
        clearInterval(timer)
        removeEventListener('pagehide', releaseLease)
        if (read(name)?.tab === tab) storage.removeItem(LEASE_PREFIX + name)
      }
      addEventListener('pagehide', releaseLease)
      return async () => releaseLease()
    },
    whenFree(name, onFree) {
      const timer = setInterval(() => {
        if (!isFree(name)) return
        clearInterval(timer)
        onFree()
      }, RENEW_MS)
      return () => clearInterval(timer)
    },
  }
}

let ofThisTab: DraftLocks | undefined

/** Returns the locks for this tab. */
export function draftLocks(): DraftLocks {
  const locks = globalThis.navigator?.locks
  ofThisTab ??= locks ? webLocks(locks) : storageLeases(localStorage, crypto.randomUUID())
  return ofThisTab
}
