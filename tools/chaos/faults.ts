import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '#server/db/sql.ts'
import type { SentEntry } from '#tests/api/core/kills.sender.ts'
import { restoreElsewhere } from './restores.ts'
import type { World } from './world.ts'

/** One kind of fault. */
export interface Fault {
  /**
   * Causes the fault and repairs it.
   * @param pick a random number from 0 to 1
   * @param acknowledged returns the entries that phones know to be stored
   * @throws when the part misbehaves, such as an exit code other than 0
   */
  act(world: World, pick: () => number, acknowledged: () => readonly SentEntry[]): Promise<void>
  /** What `/health` of a server must show meanwhile; `unreachable`: the server itself does not answer. */
  alert?: 'unreachable' | 'database_up' | 'ready' | 'replica_used' | 'disk_free_ratio' | 'commit_wait_seconds'
  /** Whether this machine can cause it; default: always. */
  isPossible?(world: World): boolean
  /** Happens once, in the middle of the run. */
  isOnce?: true
  /** Planned work: no request may fail meanwhile. */
  isPlanned?: true
  /** A failed request must be answered with this status and code, if a server answers it. */
  rejection?: string
  /** Longest time that any response may take. */
  answersWithinMs?: number
}

const LONG_MS = 5000
/**
 * Longer than a health check takes to notice: it shares readings for 2 seconds and waits 3 for the database. Prometheus reads
 * every 4 seconds.
 */
const NOTICED_MS = 11_000
const SHORT_MS = 1500
/** Longer than a server waits for a commit. */
const UNCONFIRMED_MS = 16_000
/** A server waits 10 s for a commit; before it notices, a write may also wait 5 s for a row and as long for a connection. */
const REFUSED_WITHIN_MS = 15_500

/** All faults by what the report calls them. */
export const FAULTS: Record<string, Fault> = {
  'server killed': {
    alert: 'unreachable',
    async act({ servers }, pick) {
      await servers[pick() < 0.5 ? 0 : 1].restart('SIGKILL', 0, NOTICED_MS)
    },
  },
  'server restarted in turn': {
    alert: 'ready',
    isPlanned: true,
    async act({ servers }) {
      for (const server of servers) {
        const code = await server.restart('SIGTERM')
        if (code !== 0) throw new Error(`A server that was asked to stop ended with code ${code}.`)
      }
    },
  },
  'servers upgraded in turn': {
    alert: 'ready',
    isOnce: true,
    isPlanned: true,
    async act({ servers, next, databases: { db } }) {
      for (const server of servers) {
        await server.upgrade(next)
        // Both versions serve for a while.
        await sleep(LONG_MS)
      }
      const ran = await db.query<{ name: string }>(sql`select name from migrations order by name`)
      if (ran.at(-1)?.name !== next.migrations.at(-1)) throw new Error('The upgrade did not migrate.')
    },
  },
  'both servers killed': {
    alert: 'unreachable',
    async act({ servers }) {
      await Promise.all(servers.map((server) => server.restart('SIGKILL')))
    },
  },
  'database killed': {
    act: ({ databases }) => databases.interrupt('primary', SHORT_MS),
  },
  // Until it is back, the primary acknowledges no commit.
  'replica killed': {
    alert: 'replica_used',
    act: ({ databases }) => databases.interrupt('replica', NOTICED_MS),
  },
  'replica promoted': { alert: 'replica_used', act: ({ databases }) => databases.failOver() },
  'replica cut off from the servers': {
    alert: 'replica_used',
    act: ({ connections }) => cut(connections.replica, 'silent', NOTICED_MS),
  },
  // Commits wait for the replica, so writes are refused, and nothing that was acknowledged may be missing afterwards.
  'stream to the replica cut': {
    alert: 'commit_wait_seconds',
    answersWithinMs: REFUSED_WITHIN_MS,
    async act({ connections, databases }) {
      await cut(connections.stream, 'silent', UNCONFIRMED_MS)
      await databases.untilConfirming()
    },
  },
  'database silent': {
    alert: 'database_up',
    act: ({ connections }) => cut(connections.database, 'silent', NOTICED_MS),
  },
  'database connections reset': { act: ({ connections }) => cut(connections.database, 'reset', SHORT_MS) },
  'proxy killed': { act: ({ nginx }) => nginx.interrupt(SHORT_MS) },
  'server cut off from the proxy': {
    act: (world, pick) => cutOff(world, pick() < 0.5 ? 0 : 1),
  },
  'file store silent': { act: ({ connections }) => cut(connections.files, 'silent', LONG_MS) },
  'file store fails': { act: ({ connections }) => cut(connections.files, 'failing', SHORT_MS) },
  "a server's disk full": {
    alert: 'disk_free_ratio',
    isPossible: ({ disk }) => disk !== null,
    async act({ disk }) {
      await disk?.fill()
      await sleep(NOTICED_MS)
      await disk?.empty()
    },
  },
  "the database's disk full": {
    alert: 'database_up',
    answersWithinMs: REFUSED_WITHIN_MS,
    rejection: '503 unavailable',
    isPossible: ({ databases }) => databases.hasOwnDisk(),
    act: ({ databases }) => databases.fillDisk(NOTICED_MS),
  },
  "a server's clock an hour off": {
    isPossible: ({ hasOtherClock }) => hasOtherClock,
    async act({ servers }, pick) {
      const server = servers[pick() < 0.5 ? 0 : 1]
      await server.restart('SIGKILL', pick() < 0.5 ? 1 : -1)
      await sleep(LONG_MS)
      await server.restart('SIGKILL')
    },
  },
  // Not a fault: work goes on while a backup is made and restored elsewhere.
  'backup restored elsewhere': {
    act: (world, _pick, acknowledged) => restoreElsewhere(world, acknowledged()),
  },
  'mail server silent': { act: ({ connections }) => cut(connections.mail, 'silent', LONG_MS) },
}

async function cut(
  connection: World['servers'][number]['connection'],
  how: 'silent' | 'reset' | 'failing',
  ms: number,
) {
  connection.set(how)
  await sleep(ms)
  connection.set(null)
}

/** Otherwise nginx connects directly, because a proxy accepts connections even while its server is down. */
async function cutOff({ nginx, servers }: World, which: 0 | 1) {
  const direct = servers.map((server) => server.port)
  const { connection } = servers[which]
  await nginx.route(direct.with(which, connection.port))
  try {
    await cut(connection, 'silent', LONG_MS)
  } finally {
    await nginx.route(direct)
  }
}
