import type { OutboxStatus } from '#src/offline/model/api/outbox-api.ts'
import type { Scope } from '#src/offline/model/scope.ts'
import { heldOf, heldSum } from '#src/offline/model/unsent-count.ts'
import type { Offline } from '#src/offline/offline.ts'
import { keepStorage } from './device-storage.ts'
import { heartbeatOf } from './heartbeat.ts'
import { noteLost, refineLost } from './lost-data.ts'
import { readSentinel, writeSentinel } from './sentinel.ts'

/** Keys that the sentinel holds: enough for any real queue, small enough for localStorage. */
const KEYS_MAX = 100
/** While a queue drains its state changes many times a second. */
const CALM_MS = 500

/**
 * Looks after what waits on this device while the app is open: asks the browser to keep its storage with the first
 * entry, notes outside of the databases how much waits, notices when the browser has removed them, and tells the
 * server how much has not arrived, so that a manager can see it (docs/offline.md#protocol).
 */
export function careForDevice({ outbox }: Pick<Offline, 'outbox'>, scope: Scope): () => void {
  const heartbeat = heartbeatOf(outbox, scope)
  let hasAsked = false
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined

  /** An outbox that never held anything, where something waited: its database is another one. */
  async function look(status: OutboxStatus) {
    const held = heldOf(status)
    const count = heldSum(held)
    const before = readSentinel(scope)
    if (count === 0 && before && !(await outbox.hasHeldAnything())) {
      noteLost(scope, before)
      heartbeat.changed(status)
      if (navigator.onLine) await refineLost(scope)
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
    timer = setTimeout(() => void noteKeys(count, held.files).catch(() => undefined), CALM_MS)
  }

  async function noteKeys(count: number, files: number) {
    const [oldestAt, keys] = await Promise.all([outbox.oldestAt.current(), outbox.unsentKeys(KEYS_MAX)])
    if (!isOver && keys.length > 0) writeSentinel(scope, { count, files, oldestAt, keys })
  }

  const stopStatus = outbox.status.subscribe((status) => {
    void look(status).catch(() => undefined)
    if (!hasAsked && status.waiting > 0) {
      hasAsked = true
      void keepStorage()
    }
    heartbeat.changed(status)
  })
  const onOnline = () => void refineLost(scope).catch(() => undefined)
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
