import { api } from '#src/api/client.ts'
import type { Outbox, OutboxStatus } from '#src/offline/model/api/outbox-api.ts'
import { newId } from '#src/offline/model/ids.ts'
import type { Scope } from '#src/offline/model/scope.ts'
import { isInstalled, isStoragePersisted } from './device-storage.ts'
import { lostData, markReported } from './lost-data.ts'

const deviceKey = 'device_id'
/** Entries sent within this time do not count as waiting. */
const SETTLE_MS = 5_000
/** Interval of reports while nothing changes. */
const REPEAT_MS = 10 * 60_000

/** Returns the delay until the next report in ms: short after a change, long without one. 0: now. */
export function heartbeatDelayMs(
  reported: { text: string; at: number } | null,
  text: string,
  changedAt: number,
  now: number,
): number {
  const dueAt = reported === null || reported.text !== text ? changedAt + SETTLE_MS : reported.at + REPEAT_MS
  return Math.max(0, dueAt - now)
}

/** Reports the number of unsent entries to the server in the background (docs/offline.md#protocol); numbers only. */
export function createHeartbeat(outbox: Outbox, scope: Scope) {
  let status: OutboxStatus | undefined
  let reported: { text: string; at: number } | null = null
  let changedAt = Date.now()
  let textBefore = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const textOf = ({ waiting, filesWaiting, needsYou, needsYouFiles }: OutboxStatus) =>
    JSON.stringify([
      waiting,
      filesWaiting,
      needsYou,
      needsYouFiles,
      isInstalled(),
      lostData.of(scope)?.isTold === false,
    ])

  function scheduleHeartbeat() {
    clearTimeout(timer)
    if (!status) return
    timer = setTimeout(
      () => void sendHeartbeat(),
      heartbeatDelayMs(reported, textOf(status), changedAt, Date.now()),
    )
  }

  async function sendHeartbeat() {
    if (!status || !navigator.onLine) return
    const text = textOf(status)
    // Also after a failure: the next scheduled report follows.
    reported = { text, at: Date.now() }
    scheduleHeartbeat()
    const lost = lostData.of(scope)
    const oldestAt = await outbox.oldestAt.current()
    try {
      await api.sync.heartbeat({
        device_id: deviceId(),
        pending: status.waiting + status.filesWaiting,
        pending_files: status.filesWaiting,
        oldest_at: oldestAt === null ? null : new Date(oldestAt).toISOString(),
        stuck: status.needsYou,
        stuck_files: status.needsYouFiles,
        app_version: __APP_VERSION__,
        persisted: await isStoragePersisted(),
        installed: isInstalled(),
        ...(lost && !lost.isTold ? { lost: lost.count, lost_files: lost.files } : {}),
      })
      if (lost) markReported(scope, lost)
    } catch {
      // Failed: reported again with the next schedule and not before, to spare a server in trouble.
      reported = { text: '', at: Date.now() }
    }
  }

  const seen = () => document.visibilityState === 'visible' && scheduleHeartbeat()
  document.addEventListener('visibilitychange', seen)
  addEventListener('online', scheduleHeartbeat)
  return {
    changed(next: OutboxStatus) {
      status = next
      const text = textOf(next)
      if (text === textBefore) return
      textBefore = text
      changedAt = Date.now()
      scheduleHeartbeat()
    },
    stop() {
      clearTimeout(timer)
      status = undefined
      document.removeEventListener('visibilitychange', seen)
      removeEventListener('online', scheduleHeartbeat)
    },
  }
}

/** A random id of this browser profile, shared by all its users; it identifies no one. */
function deviceId(): string {
  const known = localStorage.getItem(deviceKey)
  if (known) return known
  const made = newId()
  localStorage.setItem(deviceKey, made)
  return made
}
