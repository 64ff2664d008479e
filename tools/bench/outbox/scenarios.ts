import type { FaultMix } from '#tests/offline/fault-plan.ts'
import type { ConnectionQuality } from '#tests/support/slow-connection.ts'
import { type Course, loginAfter, poisonOne, portalFor, raceOfTabs } from './courses.ts'

export type Victim = 'tab' | 'worker' | 'browser'

/** What network and user do to a client (docs/offline.md#proof). */
export interface Scenario {
  name: string
  entries: number
  /** Number of vehicles, 5 by default. */
  vehicles?: number
  /** Size of the file of each entry. */
  fileBytes?: number
  tabs?: number
  /** Storage quota of the origin. */
  quotaBytes?: number
  /** Latency of the network once it is restored. */
  latencyMs?: number
  uplinkMs?: [number, number]
  mix?: FaultMix
  line?: ConnectionQuality
  /** Other events from then on. */
  course?: Course
  /**
   * What is killed during sending, in turn, how often, and how long after sending began: at seeded times in this range.
   */
  kills?: { what: readonly Victim[]; times: number; afterMs: [number, number] }
  /** Time limit for sending everything, from the last kill on. A client without progress is stopped earlier. */
  settleMs: number
  /** Time limit for a baseline that is known never to finish. */
  othersMs?: number
  /** Runs without checks that would cost the client time. */
  isTimed?: boolean
  /** Whether an entry may be refused in view of the user. */
  mayRefuse?: boolean
  /** Known behavior of the baselines (docs/offline.md#proof). Any other result means that the harness is wrong. */
  known: Partial<Record<'workbox' | 'workbox-hardened', 'loses' | 'keeps'>>
}

const KEEPS = { workbox: 'keeps', 'workbox-hardened': 'keeps' } as const
const DEFAULT_LOSES = { workbox: 'loses', 'workbox-hardened': 'keeps' } as const
/** Duration of an upload on a poor connection, in which a kill hits it. */
const POOR_UPLINK_MS: [number, number] = [200, 400]
const HIT_MS: [number, number] = [200, 600]
/** Under a minute, so that the benchmark ends within an hour; the third probe detects that the portal is gone. */
const PORTAL_MS = 8_000
const LOGIN_MS = 4_000

/** All fifteen scenarios (docs/offline.md#proof). */
export const SCENARIOS: readonly Scenario[] = [
  { name: 'clean', entries: 300, isTimed: true, settleMs: 20_000, known: KEEPS },
  { name: 'rtt80', entries: 100, isTimed: true, latencyMs: 80, settleMs: 20_000, known: KEEPS },
  {
    name: 'rtt400-1mbit',
    entries: 30,
    line: { roundTripMs: 400, bitsPerSecond: 1_000_000, hasHandshakes: false },
    settleMs: 30_000,
    known: KEEPS,
  },
  {
    name: 'http30',
    entries: 200,
    mix: { '503': 0.1, '401': 0.1, portal: 0.1 },
    settleMs: 40_000,
    othersMs: 15_000,
    known: DEFAULT_LOSES,
  },
  { name: 'lostAck10', entries: 200, mix: { lostAck: 0.1 }, settleMs: 30_000, known: KEEPS },
  {
    name: 'reset10',
    entries: 200,
    mix: { reset: 0.1 },
    settleMs: 30_000,
    othersMs: 20_000,
    known: KEEPS,
  },
  {
    name: 'swkill',
    entries: 60,
    uplinkMs: POOR_UPLINK_MS,
    kills: { what: ['worker'], times: 15, afterMs: HIT_MS },
    settleMs: 30_000,
    othersMs: 10_000,
    known: { workbox: 'loses', 'workbox-hardened': 'loses' },
  },
  {
    name: 'sigkill',
    entries: 60,
    uplinkMs: POOR_UPLINK_MS,
    kills: { what: ['browser'], times: 10, afterMs: HIT_MS },
    settleMs: 30_000,
    othersMs: 10_000,
    known: { workbox: 'loses', 'workbox-hardened': 'loses' },
  },
  {
    name: 'tabkill',
    entries: 60,
    uplinkMs: POOR_UPLINK_MS,
    kills: { what: ['tab'], times: 15, afterMs: HIT_MS },
    settleMs: 30_000,
    known: KEEPS,
  },
  {
    name: 'quota',
    entries: 12,
    fileBytes: 4_990_000,
    quotaBytes: 30_000_000,
    mayRefuse: true,
    // Long, because each file passes through the browser's debugger, which takes a second or two per file.
    settleMs: 60_000,
    known: { workbox: 'loses' },
  },
  {
    name: '401-until-login',
    entries: 60,
    course: loginAfter(LOGIN_MS),
    settleMs: 20_000,
    known: DEFAULT_LOSES,
  },
  {
    name: 'portal-first',
    entries: 60,
    course: portalFor(PORTAL_MS),
    settleMs: 40_000,
    known: DEFAULT_LOSES,
  },
  {
    name: 'two-tabs',
    entries: 100,
    tabs: 2,
    latencyMs: 40,
    course: raceOfTabs(),
    settleMs: 20_000,
    known: KEEPS,
  },
  {
    name: 'poison-1',
    entries: 60,
    course: poisonOne(),
    settleMs: 40_000,
    othersMs: 10_000,
    known: DEFAULT_LOSES,
  },
  {
    name: 'mixed',
    entries: 60,
    uplinkMs: [100, 200],
    mix: { lostAck: 0.08, reset: 0.08, '503': 0.08, '429': 0.04, '401': 0.04, portal: 0.08 },
    kills: { what: ['browser', 'worker', 'tab'], times: 6, afterMs: [150, 450] },
    settleMs: 40_000,
    othersMs: 10_000,
    known: { workbox: 'loses' },
  },
]

/** Reduces a scenario for a quick run. */
export function reduceScenario(scenario: Scenario): Scenario {
  const kills = scenario.kills && { ...scenario.kills, times: 4 }
  return {
    ...scenario,
    entries: scenario.quotaBytes ? scenario.entries : Math.ceil(scenario.entries / 5),
    settleMs: scenario.quotaBytes ? scenario.settleMs : 15_000,
    ...(kills ? { kills } : {}),
  }
}
