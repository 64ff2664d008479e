import type { CurrentUser } from '#contract/access/session.ts'
import { api } from '#src/api/client.ts'
import { isTransient, toFailure } from '#src/api/failure.ts'
import { isSignOutPending, setSignOutPending, writeDeviceSession } from './device-session.ts'

/** Ends the session on the server. If that fails for now, it stays pending and is repeated. */
export async function endOnServer(): Promise<void> {
  const signal = setSignOutPending(true)
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

/** How long a start waits for the removal of a user's data: storage that does not respond must not prevent it. */
const REMOVAL_MS = 3000

/**
 * Completes a sign-out on this device, if the app was closed before the server had responded.
 * @param user who was signed in, if the app still has their data
 * @param open opens the user's databases, without which they cannot be removed
 * @returns whether the removal has ended, so that no database of the user is open
 */
export async function finishOnDevice(
  user: CurrentUser | undefined,
  open: (user: CurrentUser) => void,
  remove: (user: CurrentUser) => Promise<void>,
): Promise<boolean> {
  let hasEnded = true
  if (user) {
    open(user)
    const removal = remove(user).then(() => true)
    const limit = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), REMOVAL_MS))
    hasEnded = await Promise.race([removal, limit])
  }
  writeDeviceSession(undefined)
  return hasEnded
}
