import type { FaultMix } from '#tests/offline/fault-plan.ts'
import type { ClientName, PAGE_ONLY } from './clients.ts'

/** What the network and the person do to a client (offline.md §4.3.2). */
export interface Scenario {
  name: string
  entries: number
  /** The network from the moment that it is back. */
  latencyMs?: number
  uplinkMs?: [number, number]
  mix?: FaultMix
  /** What is ended while it sends, how often, and how long after it began: at seeded times in this range. */
  kills?: { what: 'tab' | 'browser'; times: number; afterMs: [number, number] }
  /** It is given this long, from the end of the last kill, to send all. */
  settleMs: number
  /** What baselines (offline.md §4.1) and mutants are known to do; anything else means that the harness is wrong. */
  known: Partial<Record<Exclude<ClientName, 'wheelbook' | typeof PAGE_ONLY>, 'loses' | 'keeps'>>
}

const KEEPS = { workbox: 'keeps', 'workbox-hardened': 'keeps' } as const
/** A body takes this long over a poor line: the time in which a kill hits it. */
const POOR_UPLINK_MS: [number, number] = [200, 400]

export const SCENARIOS: readonly Scenario[] = [
  { name: 'clean', entries: 300, settleMs: 30_000, known: KEEPS },
  { name: 'rtt80', entries: 100, latencyMs: 80, settleMs: 30_000, known: KEEPS },
  {
    name: 'http30',
    entries: 200,
    mix: { '503': 0.1, '401': 0.1, portal: 0.1 },
    settleMs: 60_000,
    known: {
      workbox: 'loses',
      'workbox-hardened': 'keeps',
      'wheelbook-deletes-first': 'loses',
      'wheelbook-believes-all': 'loses',
    },
  },
  { name: 'lostAck10', entries: 200, mix: { lostAck: 0.1 }, settleMs: 60_000, known: KEEPS },
  {
    name: 'tabkill',
    entries: 60,
    uplinkMs: POOR_UPLINK_MS,
    kills: { what: 'tab', times: 15, afterMs: [200, 600] },
    settleMs: 60_000,
    known: KEEPS,
  },
  {
    name: 'sigkill',
    entries: 60,
    uplinkMs: POOR_UPLINK_MS,
    kills: { what: 'browser', times: 10, afterMs: [200, 600] },
    settleMs: 60_000,
    known: { workbox: 'loses', 'workbox-hardened': 'loses', 'wheelbook-deletes-first': 'loses' },
  },
]

/** The part of a scenario that fits into a quick run. */
export function quickly(scenario: Scenario): Scenario {
  const kills = scenario.kills && { ...scenario.kills, times: 4 }
  return {
    ...scenario,
    entries: Math.ceil(scenario.entries / 5),
    settleMs: 15_000,
    ...(kills ? { kills } : {}),
  }
}
