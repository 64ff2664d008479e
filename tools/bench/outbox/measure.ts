import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, isWheelbookClient } from './clients.ts'
import { VEHICLES } from './entry.ts'
import { applyKills } from './kills.ts'
import { type Count, count, isSending, watchDrops } from './ledger.ts'
import type { SaveResult } from './pages/page-api.ts'
import type { Scenario } from './scenarios.ts'
import { openStage, type Stage } from './stage.ts'

/** One run of one client through one scenario with one seed. Times are in ms unless the name has another unit. */
export interface Run extends Count {
  scenario: string
  client: string
  seed: number
  dedup: boolean
  /** Accepted entries that were on neither server nor queue at any check during the run. Null without checks. */
  drops: number | null
  /** Write requests after the network was restored, including those hit by a fault or a kill, and probes. */
  requests: number
  faults: number
  probes: number
  kills: number
  /** Kills during an open request. */
  killsInUpload: number
  enqueue: number[]
  /** From the return of the network to the first write request, and to the last new one. */
  first_s: number
  drain_s: number
  entries_per_s: number
  /** Numbers that the course of the scenario reports. */
  notes: Record<string, number>
  took_s: number
}

/** Time without requests after which the baselines get a sync event (docs/offline.md#proof). */
const WAKE_AFTER_MS = 1500
/** A baseline without progress for this long, despite wake-ups, ends its run. */
const STALL_MS = 12_000

export interface MeasureOptions {
  scenario: Scenario
  client: Client
  seed: number
  dedup: boolean
}

/**
 * Enqueues while the server refuses requests, restores the network as the scenario requires, applies kills, waits, and
 * counts.
 */
export async function measure({ scenario, client, seed, dedup }: MeasureOptions): Promise<Run> {
  const startedAt = Date.now()
  const stage = await openStage({
    client,
    seed,
    dedup,
    hasLine: scenario.line !== undefined,
    quotaBytes: scenario.quotaBytes,
  })
  const { server } = stage
  const over = new AbortController()
  try {
    for (let tab = 0; tab < (scenario.tabs ?? 1); tab++) await stage.openTab()
    const results = await enqueueAll(stage, scenario, seed)
    await scenario.course?.before?.(stage, results)
    const probesBefore = server.ledger.probes
    const backAt = Date.now()
    networkIsBack(stage, scenario)
    const drops =
      isWheelbookClient(client.name) && !scenario.isTimed ? watchDrops(stage, results, over.signal) : null
    const course = scenario.course?.during(stage, results, over.signal)
    course?.catch(() => undefined)
    await Promise.all(stage.tabs.map(({ page }) => page.evaluate(dispatchOnline)))
    await stage.tabs[0]?.wake()
    const waking = keepAwake(stage, over.signal)
    const killsInUpload = await applyKills(stage, scenario, seed)
    await settle(stage, scenario)
    over.abort()
    const notes = (await course?.catch(unlessOver)) ?? {}
    await waking
    const { requests } = server.ledger
    const faults = requests.filter(({ ended, fault }) => ended !== 'done' || fault === 'lostAck').length
    const seen = { requests: requests.length, faults, probes: server.ledger.probes - probesBefore }
    const first_s = ((requests[0]?.at ?? backAt) - backAt) / 1000
    const counted = await count(stage, results)
    const drain_s = Math.max(0, server.ledger.lastNewAt - backAt) / 1000
    return {
      scenario: scenario.name,
      client: client.name,
      seed,
      dedup,
      ...counted,
      ...seen,
      kills: scenario.kills?.times ?? 0,
      killsInUpload,
      first_s,
      drain_s,
      notes,
      drops: (await drops) ?? null,
      enqueue: results.map(({ ms }) => ms),
      entries_per_s: drain_s > 0 ? server.world.entityIds().length / drain_s : 0,
      took_s: (Date.now() - startedAt) / 1000,
    }
  } finally {
    over.abort()
    await stage.close()
  }
}

/** Each tab enqueues its share, one tab after another. */
async function enqueueAll(stage: Stage, scenario: Scenario, seed: number): Promise<SaveResult[]> {
  const { entries, fileBytes = 0, vehicles = VEHICLES } = scenario
  const share = Math.ceil(entries / stage.tabs.length)
  const results: SaveResult[] = []
  for (const [nth, { page }] of stage.tabs.entries()) {
    const batch = { seed, from: nth * share, to: Math.min(entries, (nth + 1) * share), fileBytes, vehicles }
    results.push(...((await page.evaluate((given) => window.bench?.enqueueAll(given), batch)) ?? []))
  }
  if (results.length !== entries) throw new Error('The page offers no client')
  return results
}

function networkIsBack({ server, line }: Stage, scenario: Scenario): void {
  const { mix = {}, latencyMs = 0, uplinkMs = [0, 0] } = scenario
  if (scenario.line) line?.set(scenario.line)
  server.set({ refuse: false, mix, latencyMs, uplinkMs })
}

/** Signals all clients at the same time: pages get `online`, the baselines' worker gets a sync event. */
const dispatchOnline = (): void => void window.dispatchEvent(new Event('online'))

async function keepAwake(stage: Stage, signal: AbortSignal): Promise<void> {
  let lastWakeAt = Date.now()
  while (!signal.aborted) {
    await sleep(100)
    const { ledger } = stage.server
    const quietSince = Math.max(ledger.lastActivityAt, lastWakeAt)
    if (ledger.open > 0 || Date.now() - quietSince < WAKE_AFTER_MS) continue
    lastWakeAt = Date.now()
    await stage.tabs[0]?.wake().catch(() => undefined)
  }
}

async function settle(stage: Stage, { settleMs, othersMs = settleMs }: Scenario): Promise<void> {
  const { ledger } = stage.server
  const startedAt = Date.now()
  const isMine = isWheelbookClient(stage.client.name)
  const end = startedAt + (isMine ? settleMs : othersMs)
  const isStalled = () => !isMine && Date.now() - Math.max(ledger.lastNewAt, startedAt) > STALL_MS
  while (Date.now() < end && !isStalled()) {
    await sleep(200)
    const left = await stage.tabs[0]?.page.evaluate(() => window.bench?.count())
    if (left === 0 && ledger.open === 0 && !(await isSending(stage))) return
  }
}

const unlessOver = (error: unknown): Record<string, number> => {
  if (error instanceof Error && error.name === 'AbortError') return {}
  throw error
}
