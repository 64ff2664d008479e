import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultServer } from '#tests/offline/fault-server.ts'
import type { SaveResult } from './pages/page-api.ts'
import type { Stage } from './stage.ts'

/** The outcome of the entries, from the server's ledger and the client's own storage. */
export interface Count {
  /** Confirmed to the page as saved. */
  accepted: number
  refused: number
  /** Accepted, and on the server with its file. */
  delivered: number
  /** Accepted, not on the server, not in the client's queue. */
  lost: number
  lostIds: string[]
  /** Accepted, not on the server, still in the queue at the end; `needsYou` counts those shown to the user. */
  stranded: number
  needsYou: number
  /** How often the server processed an entry or a file, and how many effects that had after deduplication. */
  executions: number
  effects: number
  /** Entries and files on the server. */
  ops: number
}

/**
 * Counts the entries. Stops the traffic first, because a baseline removes entries from its queue while it sends them.
 */
export async function count(stage: Stage, results: readonly SaveResult[]): Promise<Count> {
  const { server } = stage
  server.set({ refuse: true })
  while (server.ledger.open > 0 || (await isSending(stage))) await sleep(100)
  const waiting = (await stage.tabs[0]?.page.evaluate(() => window.bench?.waiting())) ?? []
  const needsYou = (await stage.tabs[0]?.page.evaluate(() => window.bench?.needsYou())) ?? []
  const accepted = results.filter((entry) => entry.accepted).map(({ id }) => id)
  const missing = accepted.filter((id) => !hasArrived(server, id))
  const inQueue = new Set(waiting)
  const lostIds = missing.filter((id) => !inQueue.has(id))
  const files = server.world.entityIds().flatMap((id) => server.world.row(id)?.files ?? [])
  return {
    accepted: accepted.length,
    refused: results.length - accepted.length,
    delivered: accepted.length - missing.length,
    lost: lostIds.length,
    lostIds,
    stranded: missing.length - lostIds.length,
    needsYou: needsYou.length,
    executions: server.ledger.executions(),
    effects: server.world.effects(),
    ops: server.world.entityIds().length + files.length,
  }
}

/**
 * Checks repeatedly whether an accepted entry is in neither queue nor server, and returns how many were. Skips a check
 * while no page is open.
 */
export async function watchDrops(
  stage: Stage,
  results: readonly SaveResult[],
  signal: AbortSignal,
): Promise<number> {
  const accepted = results.filter((entry) => entry.accepted).map(({ id }) => id)
  const nowhere = new Set<string>()
  while (!signal.aborted) {
    await sleep(LOOK_EVERY_MS)
    // Reads the queue before the server: an entry that leaves the queue in between is on the server.
    const waiting = await stage.tabs[0]?.page.evaluate(() => window.bench?.waiting()).catch(() => undefined)
    if (!waiting) continue
    const inQueue = new Set(waiting)
    for (const id of accepted) if (!inQueue.has(id) && !hasArrived(stage.server, id)) nowhere.add(id)
  }
  return nowhere.size
}

const LOOK_EVERY_MS = 500

function hasArrived({ world }: FaultServer, id: string): boolean {
  return world.row(id)?.files.every(({ state }) => state === 'stored') ?? false
}

/** Whether the client is sending something that is no longer in its queue. */
export const isSending = async ({ tabs }: Pick<Stage, 'tabs'>): Promise<boolean> =>
  (await tabs[0]?.page.evaluate(() => window.bench?.isSending())) ?? false
