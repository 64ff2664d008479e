import { cpus } from 'node:os'
import type { Part, RunningServer } from './installation.ts'
import type { PartUsage, Step } from './limits.ts'
import { cpuSecondsOf, machineBusySeconds } from './processes.ts'

const SCRAPE_MS = 2000

export interface Watched {
  parts: PartUsage[]
  /** CPU time of each kind of part, in seconds. */
  cpuSeconds: Partial<Record<Part['kind'], number>>
  machine: Step['machine']
  eventLoopP99Ms: number
  connections: Step['connections']
  /** Reads since the start of the servers that the replica answered, and that it could not answer. */
  replicaReads: { replica: number; primary: number }
}

/** Maximum of DATABASE_CONNECTIONS, which is the default. */
const CONNECTIONS = 20

/** Watches the parts of the installation from now on. `stop` returns what they used in between. */
export function watch(parts: readonly Part[], servers: readonly RunningServer[]): { stop(): Watched } {
  const startedAt = performance.now()
  const before = parts.map(({ pid }) => cpuSecondsOf(pid))
  const busyBefore = machineBusySeconds()
  const scrapes = servers.map(() => [] as Scrape[])
  const timer = setInterval(() => {
    for (const [nth, { internalUrl }] of servers.entries())
      void scrape(internalUrl).then((found) => found && scrapes[nth]?.push(found))
  }, SCRAPE_MS)
  return {
    stop() {
      clearInterval(timer)
      const seconds = (performance.now() - startedAt) / 1000
      const spent = parts.map(({ pid }, nth) => cpuSecondsOf(pid) - (before[nth] ?? 0))
      const cpuSeconds: Watched['cpuSeconds'] = {}
      for (const [nth, { kind }] of parts.entries())
        cpuSeconds[kind] = (cpuSeconds[kind] ?? 0) + (spent[nth] ?? 0)
      const last = scrapes.map((of) => of.at(-1)).filter((one) => one !== undefined)
      const mean = (of: Scrape[], field: 'busy' | 'waiting') =>
        of.reduce((sum, one) => sum + one[field], 0) / Math.max(1, of.length)
      return {
        parts: parts.map(({ kind, allowed }, nth) => ({ kind, allowed, used: (spent[nth] ?? 0) / seconds })),
        cpuSeconds,
        machine: { used: (machineBusySeconds() - busyBefore) / seconds, cores: cpus().length },
        eventLoopP99Ms: Math.max(0, ...scrapes.flat().map(({ eventLoopMs }) => eventLoopMs)),
        connections: {
          busy: Math.max(...scrapes.map((of) => mean(of, 'busy'))),
          waiting: Math.max(...scrapes.map((of) => mean(of, 'waiting'))),
          max: CONNECTIONS,
        },
        replicaReads: {
          replica: last.reduce((sum, one) => sum + one.replica, 0),
          primary: last.reduce((sum, one) => sum + one.primary, 0),
        },
      }
    },
  }
}

interface Scrape {
  busy: number
  waiting: number
  eventLoopMs: number
  replica: number
  primary: number
}

/** Reads the server's own metrics; null if it did not respond in time. */
async function scrape(internalUrl: string): Promise<Scrape | null> {
  const text = await fetch(`${internalUrl}/metrics`, { signal: AbortSignal.timeout(SCRAPE_MS) })
    .then((response) => response.text())
    .catch(() => null)
  if (text === null) return null
  const value = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')[1] ?? 0,
    )
  return {
    busy: value('wheelbook_database_connections{state="busy"}'),
    waiting: value('wheelbook_database_connections{state="waiting"}'),
    eventLoopMs: value('nodejs_eventloop_lag_p99_seconds') * 1000,
    replica: value('wheelbook_replica_reads{database="replica"}'),
    primary: value('wheelbook_replica_reads{database="primary"}'),
  }
}
