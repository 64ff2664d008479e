import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Time for requests that a proxy had sent on open connections before it noticed. */
const ARRIVAL_MS = 500

/**
 * Stops listening, but leaves connections open and serves what still arrives on them. `http.Server.close` would also
 * close idle connections, although a request may already be in flight on them.
 */
export async function stopAccepting(server: Server): Promise<void> {
  // Right after the event loop accepted all waiting connections: those that wait when the socket closes are reset.
  await nextTurn()
  NetServer.prototype.close.call(server)
  await sleep(ARRIVAL_MS)
}
