import { api } from '#src/api/client.ts'
import { isUnreachable, toFailure } from '#src/api/failure.ts'
import { isSignOutPending, setSignOutPending } from './device-session.ts'

/** Ends the session on the server. Offline this is repeated at the next start with a connection. */
export async function endOnServer(): Promise<void> {
  try {
    await api.session.destroy()
    setSignOutPending(false)
  } catch (error) {
    // If the server rejects it, the session had already ended.
    setSignOutPending(isUnreachable(toFailure(error)))
  }
}

/** Sends a pending sign-out now, and again when the connection returns. */
export function finishPendingSignOut(): void {
  if (!isSignOutPending()) return
  void endOnServer()
  addEventListener('online', () => isSignOutPending() && void endOnServer())
}
