import type { Outbox, OutboxStatus } from '#src/offline/model/api/outbox-api.ts'
import type { Scope } from '#src/offline/model/scope.ts'
import { reportText, sendReport } from './unsent-report.ts'

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

  function scheduleHeartbeat() {
    clearTimeout(timer)
    if (!status) return
    timer = setTimeout(
      () => void sendHeartbeat(),
      heartbeatDelayMs(reported, reportText(status, scope), changedAt, Date.now()),
    )
  }

  async function sendHeartbeat() {
    if (!status || !navigator.onLine) return
    const text = reportText(status, scope)
    // Also after a failure: the next scheduled report follows.
    reported = { text, at: Date.now() }
    scheduleHeartbeat()
    try {
      await sendReport(outbox, scope, status)
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
      const text = reportText(next, scope)
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
