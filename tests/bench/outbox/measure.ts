import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import { createFaultServer, type FaultServer } from '#tests/offline/fault-server.ts'
import { freshProfile, type RunningChromium } from './chromium-profile.ts'
import type { Client } from './clients.ts'
import { openTab, type Tab } from './open-tab.ts'
import type { Told } from './pages/page-api.ts'
import type { Scenario } from './scenarios.ts'

/** One run of one client through one scenario with one seed. Times in ms unless the name says otherwise. */
export interface Run {
  scenario: string
  client: string
  seed: number
  dedup: boolean
  /** The page was told that it is kept. */
  accepted: number
  refused: number
  /** Accepted, and on the server. */
  delivered: number
  /** Accepted, not on the server, not in the client's queue. */
  lost: number
  lostIds: string[]
  /** Accepted, not on the server, still in the queue when time was up. */
  stranded: number
  /** How often the server did an entry, deduplication apart; and what it holds of it. */
  executions: number
  effects: number
  /** Writes on the wire after the network was back, and probes. */
  requests: number
  probes: number
  /** Kills that hit while a request was open. */
  killsInUpload: number
  enqueue: number[]
  drain_s: number
  entries_per_s: number
}

/** The baselines get a sync event whenever this long passes without a request (offline.md §4.3.3). */
const WAKE_AFTER_MS = 1500

/** A client that is ready begins to send within this time, or has nothing to send. */
const START_MS = 1000

/** What lives while a run goes on; a kill replaces browser and tab. */
interface Stage {
  server: FaultServer
  chromium: RunningChromium
  tab: Tab | null
}

export interface MeasureOptions {
  scenario: Scenario
  client: Client
  seed: number
  dedup: boolean
}

/** Enqueues while the server refuses, lets the network come back as the scenario says, kills, settles, counts. */
export async function measure({ scenario, client, seed, dedup }: MeasureOptions): Promise<Run> {
  const server = await createFaultServer({ seed, dedup, refuse: true, pages: client.pages })
  const profile = freshProfile()
  const stage: Stage = { server, chromium: await profile.launch(), tab: null }
  const watch = new AbortController()
  try {
    stage.tab = await openTab(stage.chromium, server.origin, client)
    const told = await enqueueAll(stage.tab, seed, scenario.entries)
    const probesBefore = server.ledger.probes
    const backAt = Date.now()
    server.set({
      refuse: false,
      mix: scenario.mix ?? {},
      latencyMs: scenario.latencyMs ?? 0,
      uplinkMs: scenario.uplinkMs ?? [0, 0],
    })
    await networkIsBack(stage.tab)
    const waking = keepAwake(stage, watch.signal)
    const killsInUpload = await applyKills({ stage, scenario, client, seed, profile })
    await settle(stage, scenario.settleMs)
    watch.abort()
    await waking
    const requests = server.ledger.requests.length
    const probes = server.ledger.probes - probesBefore
    const waiting = await readQueue(stage)
    const drain_s = Math.max(0, server.ledger.lastNewAt - backAt) / 1000
    return {
      ...{ scenario: scenario.name, client: client.name, seed, dedup },
      ...count(told, waiting, server),
      ...{ requests, probes, killsInUpload, enqueue: told.map(({ ms }) => ms), drain_s },
      entries_per_s: drain_s > 0 ? server.world.entityIds().length / drain_s : 0,
    }
  } finally {
    watch.abort()
    await stage.chromium.kill().catch(() => undefined)
    await server.close()
    profile.remove()
  }
}

async function enqueueAll(tab: Tab, seed: number, entries: number): Promise<Told[]> {
  const told = await tab.page.evaluate(([s, n]) => window.bench?.enqueueAll(s, n), [seed, entries] as const)
  if (!told) throw new Error('The page offers no client')
  return told
}

/** The same word to all at the same time: pages hear `online`, the baselines' worker a sync event. */
async function networkIsBack(tab: Tab): Promise<void> {
  await tab.page.evaluate(() => window.dispatchEvent(new Event('online')))
  await tab.wake()
}

async function keepAwake(stage: Stage, signal: AbortSignal): Promise<void> {
  let lastWakeAt = Date.now()
  while (!signal.aborted) {
    await sleep(100)
    const { ledger } = stage.server
    const quietSince = Math.max(ledger.lastActivityAt, lastWakeAt)
    if (ledger.open > 0 || Date.now() - quietSince < WAKE_AFTER_MS) continue
    lastWakeAt = Date.now()
    await stage.tab?.wake().catch(() => undefined)
  }
}

interface KillPlan {
  stage: Stage
  scenario: Scenario
  client: Client
  seed: number
  profile: ReturnType<typeof freshProfile>
}

async function applyKills({ stage, scenario, client, seed, profile }: KillPlan): Promise<number> {
  if (!scenario.kills) return 0
  const { what, times, afterMs } = scenario.kills
  const random = seededRandom(`${seed}/kills`)
  let inUpload = 0
  for (let done = 0; done < times; done++) {
    await begunToSend(stage.server)
    await sleep(afterMs[0] + random() * (afterMs[1] - afterMs[0]))
    if (stage.server.ledger.open > 0) inUpload++
    const { tab } = stage
    stage.tab = null
    if (what === 'tab') await tab?.page.close()
    else {
      await stage.chromium.kill()
      stage.chromium = await profile.launch()
    }
    stage.tab = await openTab(stage.chromium, stage.server.origin, client)
    await stage.tab.wake()
  }
  return inUpload
}

/** Waits until a request is open, so that a slow machine does not let kills miss; not long, for all may be sent. */
async function begunToSend({ ledger }: FaultServer): Promise<void> {
  const end = Date.now() + START_MS
  while (ledger.open === 0 && Date.now() < end) await sleep(10)
}

async function settle(stage: Stage, settleMs: number): Promise<void> {
  const end = Date.now() + settleMs
  while (Date.now() < end) {
    await sleep(200)
    const left = await stage.tab?.page.evaluate(() => window.bench?.count())
    if (left === 0 && stage.server.ledger.open === 0 && !(await isSending(stage))) return
  }
}

const isSending = async ({ tab }: Stage): Promise<boolean> =>
  (await tab?.page.evaluate(() => window.bench?.isSending())) ?? false

/** Stops the traffic first: what a baseline has in its hands is not in its queue. */
async function readQueue(stage: Stage): Promise<string[]> {
  stage.server.set({ refuse: true })
  while (stage.server.ledger.open > 0 || (await isSending(stage))) await sleep(100)
  return (await stage.tab?.page.evaluate(() => window.bench?.waiting())) ?? []
}

function count(told: Told[], waiting: string[], { world, ledger }: FaultServer) {
  const accepted = told.filter((entry) => entry.accepted).map(({ id }) => id)
  const onServer = new Set(world.entityIds())
  const inQueue = new Set(waiting)
  const missing = accepted.filter((id) => !onServer.has(id))
  const lostIds = missing.filter((id) => !inQueue.has(id))
  return {
    accepted: accepted.length,
    refused: told.length - accepted.length,
    delivered: accepted.length - missing.length,
    lost: lostIds.length,
    lostIds,
    stranded: missing.length - lostIds.length,
    executions: ledger.executions(),
    effects: world.effects(),
  }
}
