import { WebSocket } from 'ws'
import { PUSH_CLOSE_CODES, PUSH_CONNECTIONS_MAX, type PushMessage } from '#contract/home/push.ts'
import type { DirectMessage } from './change-feed.ts'

/** An open channel of a signed-in user. */
export interface Connection {
  socket: WebSocket
  userId: number
  fleetId: number
  /** Hash of the session's token, in hex. */
  session: string
}

/** Returns the active ones of these sessions, each with its current fleet. */
type FindActiveSessions = (sessions: string[]) => Promise<Map<string, number>>

/** Minimum interval between notifications to a busy fleet. The first change of a quiet one is sent at once (P-17). */
const PACE_MS = 250
const CHECK_MS = 2000
const PING_MS = 30_000
/** Unsent bytes at which a slow client is disconnected. */
const WAITING_MAX = 256 * 1024

/** Manages the open push channels of this server, by fleet. */
export function pushHub(findActiveSessions: FindActiveSessions) {
  const connections = new Set<Connection>()
  const silent = new WeakSet<WebSocket>()
  const ofFleet = (fleetId: number) => [...connections].filter((connection) => connection.fleetId === fleetId)

  const notify = paced((fleetId) => {
    const receivers = ofFleet(fleetId)
    for (const { socket } of receivers) sendMessage(socket, { type: 'changed' })
    return receivers.length > 0
  })

  /** Closes channels without an active session within seconds of its end, however it ended (S-26). */
  async function check() {
    if (connections.size === 0) return
    const sessions = await findActiveSessions([
      ...new Set([...connections].map((connection) => connection.session)),
    ])
    for (const { socket, session, fleetId } of connections) {
      if (sessions.get(session) !== fleetId) socket.close(PUSH_CLOSE_CODES.notSignedIn)
    }
  }

  function ping() {
    for (const { socket } of connections) {
      if (silent.has(socket)) socket.terminate()
      silent.add(socket)
      socket.ping()
    }
  }

  let isChecking = false
  const timers = [
    setInterval(() => {
      if (isChecking) return
      isChecking = true
      // If the database is unavailable, the state of the sessions is unknown; the next check repeats the query.
      void check()
        .catch(() => {})
        .finally(() => {
          isChecking = false
        })
    }, CHECK_MS),
    setInterval(ping, PING_MS),
  ]
  for (const timer of timers) timer.unref()

  return {
    /** Adds a channel. Returns false when it has closed meanwhile, or the user has reached the limit. */
    join(connection: Connection): boolean {
      const { socket } = connection
      if (socket.readyState !== WebSocket.OPEN) return false
      const own = [...connections].filter((candidate) => candidate.userId === connection.userId)
      if (own.length >= PUSH_CONNECTIONS_MAX) return false
      connections.add(connection)
      socket.on('pong', () => silent.delete(socket))
      socket.once('close', () => connections.delete(connection))
      sendMessage(socket, { type: 'ready' })
      return true
    },
    /** Notifies the fleet's channels. Null: all of them. */
    changed(fleetId: number | null) {
      const fleets =
        fleetId === null ? new Set([...connections].map((connection) => connection.fleetId)) : [fleetId]
      for (const fleet of fleets) notify(fleet)
    },
    /** Sends a message to the user's channels in the fleet. */
    sendToUser({ fleetId, userId, message }: DirectMessage) {
      for (const connection of ofFleet(fleetId))
        if (connection.userId === userId) sendMessage(connection.socket, message)
    },
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/**
 * Calls `send` for a fleet at once, and once more after the interval if it was called again meanwhile. `send` returns
 * whether anyone received it.
 */
function paced(send: (fleetId: number) => boolean): (fleetId: number) => void {
  const waiting = new Map<number, { isDue: boolean }>()
  return function notify(fleetId) {
    const pace = waiting.get(fleetId)
    if (pace) {
      pace.isDue = true
      return
    }
    if (!send(fleetId)) return
    const own = { isDue: false }
    waiting.set(fleetId, own)
    setTimeout(() => {
      waiting.delete(fleetId)
      if (own.isDue) notify(fleetId)
    }, PACE_MS).unref()
  }
}

function sendMessage(socket: WebSocket, message: PushMessage) {
  if (socket.readyState !== WebSocket.OPEN) return
  if (socket.bufferedAmount > WAITING_MAX) socket.terminate()
  else socket.send(JSON.stringify(message))
}
