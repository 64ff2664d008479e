import type { Socket } from 'node:net'
import pg from 'pg'
import type { Logger } from 'pino'
import type { PushMessage } from '#contract/home/push.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

const CHANNEL = 'wheelbook_changed'
const RETRY_MS = 1000
/** Channel for messages to one user. PostgreSQL's limit is 8,000 bytes. */
const DIRECT_CHANNEL = 'wheelbook_told'

/** A message to the open apps of one user in one fleet. */
export interface DirectMessage {
  fleetId: number
  userId: number
  message: PushMessage
}

/** Receives the fleet that changed. Null: any fleet may have changed. */
type Listener = (fleetId: number | null) => void
type DirectListener = (message: DirectMessage) => void

/**
 * Notifies all servers on this database that a fleet changed. The notification is sent after the commit and separately:
 * a NOTIFY inside the transaction would serialize all commits of the database. Lost notifications are covered by each
 * device's regular polling.
 */
export function changeFeed(db: Database, log: Logger) {
  const listeners = new Set<Listener>()
  const directListeners = new Set<DirectListener>()
  const waiting = new Set<number>()
  let sending: Promise<void> | null = null
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let isStopped = false

  async function send() {
    while (waiting.size > 0 && !isStopped) {
      const fleets = [...waiting]
      waiting.clear()
      await db
        .query(sql`select pg_notify(${CHANNEL}, id::text) from unnest(${fleets}::bigint[]) id`)
        .catch((error: Error) => log.warn({ err: error }, 'Announcing a change failed'))
    }
    sending = null
  }

  async function connect(isAgain: boolean) {
    if (isStopped) return
    // A dedicated connection, because pooled ones come and go.
    const opening = new pg.Client({ ...db.pool.options, keepAlive: true })
    client = opening
    let isLost = false
    const lose = () => {
      if (isLost || isStopped) return
      isLost = true
      opening.end().catch(() => {})
      retry = setTimeout(() => void connect(true), RETRY_MS)
    }
    opening.on('error', lose).on('end', lose)
    opening.on('notification', ({ channel, payload }) => {
      if (channel === CHANNEL) notifyListeners(Number(payload))
      else notify(directListeners, JSON.parse(payload ?? ''))
    })
    try {
      await opening.connect()
      await opening.query(`listen ${CHANNEL}; listen ${DIRECT_CHANNEL}`)
      if (isAgain) notifyListeners(null)
    } catch (error) {
      log.warn({ err: error }, 'Listening for changes of other servers failed')
      lose()
    }
  }

  const notifyListeners = (fleetId: number | null) => notify(listeners, fleetId)

  return {
    /** Call after the commit. Notifications in quick succession are merged. */
    announce(fleetId: number) {
      waiting.add(fleetId)
      sending ??= send()
    },
    /** Resolves when everything announced so far has been sent. */
    settled: async () => sending,
    /** Sends a message to the open apps of one user, whichever server they are connected to. Not awaited. */
    sendToUser({ fleetId, userId }: Omit<DirectMessage, 'message'>, message: PushMessage) {
      const payload = JSON.stringify({ fleetId, userId, message } satisfies DirectMessage)
      db.query(sql`select pg_notify(${DIRECT_CHANNEL}, ${payload})`).catch((error: Error) =>
        log.warn({ err: error }, 'Notifying a user failed'),
      )
    },
    /** Receives the notifications and messages of all servers on this database. Connects with the first listener. */
    async listen(listener: Listener, directListener: DirectListener): Promise<void> {
      listeners.add(listener)
      directListeners.add(directListener)
      if (client === null) await connect(false)
    },
    /** Replaces the connection, which may be to a host that is gone. Listeners hear of any fleet when it is replaced. */
    reconnect: () => breakConnection(client),
    async stop() {
      isStopped = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}

function notify<Message>(listeners: Iterable<(message: Message) => void>, message: Message) {
  for (const listener of listeners) listener(message)
}

/** Destroys the socket of a client: pg has no public way to abandon one whose server does not respond. */
function breakConnection(client: pg.Client | null) {
  const { stream } = (client as unknown as { connection: { stream: Socket } } | null)?.connection ?? {}
  stream?.destroy()
}

export type ChangeFeed = ReturnType<typeof changeFeed>
