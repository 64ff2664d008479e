import { api } from '#src/api/client.ts'
import { newId } from '#src/offline/ids.ts'
import type { Offline } from '#src/offline/offline.ts'
import type { OutboxStatus } from '#src/offline/outbox-api.ts'
import { isInstalled, keepStorage } from './device-storage.ts'

const deviceKey = 'device_id'
/** The server need not hear more often how a device stands. */
const beatMs = 10 * 60_000

/**
 * Looks after what waits on this device while the app is open: asks the browser to keep its storage with the first
 * entry, and tells the server how much has not arrived, so that a manager can see it (offline.md §3.7, §3.9).
 */
export function careForDevice({ outbox }: Pick<Offline, 'outbox'>): () => void {
  let lastBeatAt = 0
  let hasAsked = false
  let status: OutboxStatus | undefined

  async function beat() {
    if (!status || !navigator.onLine || Date.now() - lastBeatAt < beatMs) return
    lastBeatAt = Date.now()
    const entries = await outbox.entries.current()
    const oldest = Math.min(...entries.map(({ savedAt }) => savedAt))
    await api.sync.heartbeat({
      device_id: deviceId(),
      pending: status.waiting + status.filesWaiting,
      oldest_at: entries.length > 0 ? new Date(oldest).toISOString() : null,
      stuck: status.needsYou,
      app_version: __APP_VERSION__,
      persisted: (await navigator.storage?.persisted?.()) ?? false,
      installed: isInstalled(),
    })
  }
  // Nobody waits for it, and the next occasion comes.
  const beatQuietly = () => void beat().catch(() => undefined)

  const stopStatus = outbox.status.subscribe((next) => {
    status = next
    if (!hasAsked && next.waiting > 0) {
      hasAsked = true
      void keepStorage()
    }
    beatQuietly()
  })
  document.addEventListener('visibilitychange', beatQuietly)
  return () => {
    stopStatus()
    document.removeEventListener('visibilitychange', beatQuietly)
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
