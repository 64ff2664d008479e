import type { OutboxStatus } from '#src/offline/model/api/outbox-api.ts'
import type { Scope } from '#src/offline/model/scope.ts'
import { totalUnsent, unsentCountOf } from '#src/offline/model/unsent-count.ts'
import type { Offline } from '#src/offline/offline.ts'
import { requestPersistence } from './device-storage.ts'
import { createHeartbeat } from './heartbeat.ts'
import { recordLost, subtractArrived } from './lost-data.ts'
import { readSentinel, writeSentinel } from './sentinel.ts'

/** Number of keys in the sentinel: enough for any real queue, small enough for localStorage. */
const KEYS_MAX = 100
/** The state changes many times a second while a queue drains. */
const DEBOUNCE_MS = 500

/**
 * Protects unsent entries while the app is open. Requests persistent storage with the first entry. Records outside the
 * databases how much is unsent, and detects that the browser has removed them. Reports the counts to the server, where
 * a manager sees them (docs/offline.md#protocol).
 */
export function watchDevice({ outbox }: Pick<Offline, 'outbox'>, scope: Scope): () => void {
  const heartbeat = createHeartbeat(outbox, scope)
  let hasAsked = false
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** An outbox that never stored anything, although entries were unsent: the browser has replaced its database. */
  async function look(status: OutboxStatus) {
    const held = unsentCountOf(status)
    const count = totalUnsent(held)
    const before = readSentinel(scope)
    const isLost = count === 0 && before !== null && !(await outbox.hasEverStored())
    // Another call or tab may have recorded the loss meanwhile.
    if (isLost && readSentinel(scope)) {
      recordLost(scope, before)
      // At once, so that the loss is not recorded again after the user has dismissed the notice.
      writeSentinel(scope, { count: 0, files: 0, oldestAt: null, keys: [] })
      heartbeat.changed(status)
      if (navigator.onLine) await subtractArrived(scope)
    }
    if (isOver) return
    writeSentinel(scope, {
      count,
      files: held.files,
      oldestAt: before?.oldestAt ?? null,
      keys: before?.keys ?? [],
    })
    if (count === 0) return
    clearTimeout(timer)
    timer = setTimeout(() => void recordKeys(count, held.files).catch(() => undefined), DEBOUNCE_MS)
  }

  async function recordKeys(count: number, files: number) {
    const [oldestAt, keys] = await Promise.all([outbox.oldestAt.current(), outbox.unsentKeys(KEYS_MAX)])
    if (!isOver && keys.length > 0) writeSentinel(scope, { count, files, oldestAt, keys })
  }

  const stopStatus = outbox.status.subscribe((status) => {
    void look(status).catch(() => undefined)
    if (!hasAsked && status.waiting > 0) {
      hasAsked = true
      void requestPersistence()
    }
    heartbeat.changed(status)
  })
  const onOnline = () => void subtractArrived(scope).catch(() => undefined)
  addEventListener('online', onOnline)
  onOnline()
  return () => {
    isOver = true
    clearTimeout(timer)
    stopStatus()
    heartbeat.stop()
    removeEventListener('online', onOnline)
  }
}
