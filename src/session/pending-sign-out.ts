import { api } from '#src/api/client.ts'
import { isUnreachable, toFailure } from '#src/api/failure.ts'
import { isSignOutPending, setSignOutPending } from './device-session.ts'

/** Tells the server that the session has ended; without signal that is made up for at the next start with one. */
export async function endOnServer(): Promise<void> {
  try {
    await api.session.destroy()
    setSignOutPending(false)
  } catch (error) {
    // A refusal leaves nothing to make up for: the session was gone already.
    setSignOutPending(isUnreachable(toFailure(error)))
  }
}

/** Makes up for a sign-out that the server has not heard of: now, and when the signal comes back. */
export function finishPendingSignOut(): void {
  if (!isSignOutPending()) return
  void endOnServer()
  addEventListener('online', () => isSignOutPending() && void endOnServer())
}
