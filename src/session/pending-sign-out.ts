import { api } from '#src/api/client.ts'
import { isTransient, toFailure } from '#src/api/failure.ts'
import { type FinalReport, parseFinalReport, sendFinalReport } from '#src/device/final-report.ts'
import {
  addToPendingSignOut,
  isSignOutPending,
  readPendingSignOut,
  setSignOutPending,
} from './device-session.ts'

/**
 * Ends the session on the server. If that fails for now, it stays pending and is repeated.
 * @param finalReport sent before the session ends, and stored so that a repetition sends it too; null: nothing to report
 */
export async function endOnServer(finalReport?: Promise<FinalReport | null>): Promise<void> {
  // At once, so that the next start completes the sign-out if the app is closed (ACC-135).
  const signal = setSignOutPending(true)
  const report = (await finalReport) ?? parseFinalReport(readPendingSignOut())
  if (signal.aborted) return
  if (report) {
    addToPendingSignOut(JSON.stringify(report))
    await sendFinalReport(report, signal)
    if (signal.aborted) return
  }
  try {
    await api.session.destroy(undefined, { signal })
  } catch (error) {
    // If the server rejects it, the session had already ended.
    if (signal.aborted || isTransient(toFailure(error))) return
  }
  if (!signal.aborted) setSignOutPending(false)
}

const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 60_000

/**
 * Sends a pending sign-out now, and retries until the server has it. It retries when the browser reports that the
 * connection is back, and after a growing delay, because browsers do not report every return.
 */
export function finishPendingSignOut(): void {
  let delayMs = FIRST_RETRY_MS
  async function attempt() {
    if (!isSignOutPending()) return
    await endOnServer()
    setTimeout(attempt, delayMs)
    delayMs = Math.min(delayMs * 2, LONGEST_RETRY_MS)
  }
  if (isSignOutPending()) addEventListener('online', () => isSignOutPending() && void endOnServer())
  void attempt()
}
