import { PUSH_PATH, type PushHello, type PushMessage } from '#contract/home/push.ts'
import { api } from './client.ts'
import { toFailure } from './failure.ts'
import { announcePushNotice, pushConnection } from './push-messages.ts'

const RETRY_MIN_MS = 1000
const RETRY_MAX_MS = 60_000
/** Minimum interval between two `onChanged` calls. Changes in between are combined. */
const MIN_INTERVAL_MS = 1000

export interface Push {
  /** Reopens the channel after it was closed because the session ended. */
  resume(): void
  close(): void
}

/**
 * Opens the push channel (API-026). Calls `onChanged` when data of the fleet changed: at once, then at most once a
 * second, never concurrently. Also calls it after a gap in the connection. Reconnects with exponential backoff while
 * there is a network. Stops when the session has ended.
 */
export function openPush({ userId, onChanged }: { userId: number; onChanged: () => Promise<unknown> }): Push {
  const notify = throttled(onChanged)
  let socket: WebSocket | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  /** Whether changes may have been missed: also before the first opening, because the app has pulled earlier. */
  let hasGap = true
  let state: 'idle' | 'busy' | 'closed' = 'idle'

  async function connect() {
    clearTimeout(retry)
    if (state !== 'idle' || !navigator.onLine) return
    state = 'busy'
    try {
      const { ticket } = await api.tickets.create({ purpose: 'push' })
      if (isOver()) return
      enter({ type: 'hello', user_id: userId, ticket })
    } catch (error) {
      reconnectLater()
      // The session provider is notified separately. It calls `resume` after the next sign-in.
      if (toFailure(error).code === 'not_signed_in') clearTimeout(retry)
    }
  }

  function enter(hello: PushHello) {
    const opening = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${PUSH_PATH}`)
    socket = opening
    opening.onopen = () => opening.send(JSON.stringify(hello))
    opening.onclose = reconnectLater
    opening.onmessage = ({ data }) => {
      const message: PushMessage = JSON.parse(String(data))
      if (message.type === 'bulk_upsertion') return announcePushNotice(message)
      if (message.type === 'ready') {
        failures = 0
        pushConnection.set(true)
      }
      if (message.type === 'changed' || hasGap) notify()
      hasGap = false
    }
  }

  function reconnectLater() {
    socket = undefined
    pushConnection.set(false)
    if (isOver()) return
    state = 'idle'
    hasGap = true
    // Jitter, so that devices do not all reconnect at once after a server outage.
    const pause = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** failures++) * (0.5 + Math.random())
    retry = setTimeout(connect, pause)
  }

  /** Closes the socket when the network goes away. Otherwise it would look open for minutes. */
  function drop() {
    if (!socket) return
    socket.onclose = null
    socket.close()
    reconnectLater()
  }

  const isOver = () => state === 'closed'
  const reconnectWhenOnline = () => {
    failures = 0
    void connect()
  }
  addEventListener('offline', drop)
  addEventListener('online', reconnectWhenOnline)
  void connect()

  return {
    resume: reconnectWhenOnline,
    close() {
      state = 'closed'
      clearTimeout(retry)
      removeEventListener('offline', drop)
      removeEventListener('online', reconnectWhenOnline)
      socket?.close()
    },
  }
}

/**
 * Runs `work` at once. If it is requested again meanwhile, runs it once more, because its data may already be stale.
 */
function throttled(work: () => Promise<unknown>): () => void {
  let isBusy = false
  let isDue = false
  return async function send() {
    isDue = true
    if (isBusy) return
    isBusy = true
    while (isDue) {
      isDue = false
      await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, MIN_INTERVAL_MS))])
    }
    isBusy = false
  }
}
