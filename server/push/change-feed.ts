import pg from 'pg'
import type { Logger } from 'pino'
import type { PushMessage } from '#contract/home/push.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

const CHANNEL = 'wheelbook_changed'
const RETRY_MS = 1000
/** What is told to one user; PostgreSQL carries 8,000 bytes at most. */
const DIRECT_CHANNEL = 'wheelbook_told'

/** Words for the open apps of one user in one fleet. */
export interface DirectMessage {
  fleetId: number
  userId: number
  message: PushMessage
}

/** Hears of a fleet that changed; null: some may have, nobody knows which. */
type Listener = (fleetId: number | null) => void
type DirectListener = (told: DirectMessage) => void

/**
 * Tells all servers on this database that something of a fleet changed. It is announced after the commit and apart
 * from it: a NOTIFY inside would make all writes of the database commit one by one. What gets lost is found by the
 * rounds that every device makes anyway.
 */
export function changeFeed(db: Database, log: Logger) {
  const listeners = new Set<Listener>()
  const directListeners = new Set<DirectListener>()
  const waiting = new Set<number>()
  let isSending = false
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let isStopped = false

  async function send() {
    if (isSending) return
    isSending = true
    while (waiting.size > 0 && !isStopped) {
      const fleets = [...waiting]
      waiting.clear()
      await db
        .query(sql`select pg_notify(${CHANNEL}, id::text) from unnest(${fleets}::bigint[]) id`)
        .catch((error: Error) => log.warn({ err: error }, 'A change was not announced'))
    }
    isSending = false
  }

  async function connect(isAgain: boolean) {
    if (isStopped) return
    // A connection of its own: those of the pool come and go.
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
      if (channel === CHANNEL) return say(Number(payload))
      const told: DirectMessage = JSON.parse(payload ?? '')
      for (const listener of directListeners) listener(told)
    })
    try {
      await opening.connect()
      await opening.query(`listen ${CHANNEL}; listen ${DIRECT_CHANNEL}`)
      if (isAgain) say(null)
    } catch (error) {
      log.warn({ err: error }, 'Changes of other servers are not heard')
      lose()
    }
  }

  function say(fleetId: number | null) {
    for (const listener of listeners) listener(fleetId)
  }

  return {
    /** Say it after the commit. Many at once are one. */
    announce(fleetId: number) {
      waiting.add(fleetId)
      void send()
    },
    /** Tells the open apps of one user, whichever server they are connected to. Nobody waits for it. */
    tell({ fleetId, userId }: Omit<DirectMessage, 'message'>, message: PushMessage) {
      const told = JSON.stringify({ fleetId, userId, message } satisfies DirectMessage)
      db.query(sql`select pg_notify(${DIRECT_CHANNEL}, ${told})`).catch((error: Error) =>
        log.warn({ err: error }, 'A user was not told'),
      )
    },
    /** Hears what any server on this database announces and tells; connects with the first listener. */
    async listen(listener: Listener, directListener: DirectListener): Promise<void> {
      listeners.add(listener)
      directListeners.add(directListener)
      if (client === null) await connect(false)
    },
    async stop() {
      isStopped = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
export type ChangeFeed = ReturnType<typeof changeFeed>
