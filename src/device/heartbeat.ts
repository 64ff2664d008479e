import { api } from '#src/api/client.ts'
import type { Outbox, OutboxStatus } from '#src/offline/model/api/outbox-api.ts'
import { newId } from '#src/offline/model/ids.ts'
import type { Scope } from '#src/offline/model/scope.ts'
import { isInstalled, isStoragePersisted } from './device-storage.ts'
import { lostData, markReported } from './lost-data.ts'

const deviceKey = 'device_id'
/** What is sent within this time never waited, as a manager sees it. */
const SETTLE_MS = 5_000
/** As long as nothing changes, the server need not hear more often that a device is there. */
const REPEAT_MS = 10 * 60_000

/** When to tell the server how this device stands: soon after a change, rarely without one. ms from `now`; 0: now. */
export function heartbeatDelayMs(
  reported: { text: string; at: number } | null,
  text: string,
  changedAt: number,
  now: number,
): number {
  const dueAt = reported === null || reported.text !== text ? changedAt + SETTLE_MS : reported.at + REPEAT_MS
  return Math.max(0, dueAt - now)
}

/** Tells the server what this device has not sent (docs/offline.md#protocol): numbers only. Nobody waits for it. */
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
    // Also of one that fails: the next occasion comes.
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
      if (lost) markReported(scope)
    } catch {
      // Not heard: reported at the next occasion, and not before, so that a server in trouble is left alone.
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

/** A number of this browser profile, the same for every user of it; says nothing about anyone. */
function deviceId(): string {
  const known = localStorage.getItem(deviceKey)
  if (known) return known
  const made = newId()
  localStorage.setItem(deviceKey, made)
  return made
}
