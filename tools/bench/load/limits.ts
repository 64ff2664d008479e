import type { Summary } from '#tools/bench/open-loop/summary.ts'

/** A step of the load is beyond a limit if one of these is passed. */
export const LIMITS = { p99Ms: 1000, unansweredShare: 0.005, achievedShare: 0.95 } as const

/** Share of its quota above which a resource counts as exhausted. 100 % is unreachable, because of short pauses. */
const USED_UP = 0.85
/** A generator that is later than this measures itself. */
const GENERATOR_LAG_MS = 50
/** An event loop that is blocked this long delays every call. */
const EVENT_LOOP_MS = 200

export type PartKind = 'server' | 'primary' | 'replica' | 'generator'

/** Processor time of one part of the installation in a step. */
export interface PartUsage {
  kind: PartKind
  /** Cores that it used on average, and cores that it may use. */
  used: number
  allowed: number
}

/** Everything measured in one step of the load. */
export interface Step {
  factor: number
  summary: Summary
  parts: PartUsage[]
  /** Cores of the machine that were busy, also with the work of others. */
  machine: { used: number; cores: number }
  /** Worst of the servers. */
  eventLoopP99Ms: number
  /** Connections of the busiest server to the primary, on average. */
  connections: { busy: number; waiting: number; max: number }
}

/** Returns why a step is beyond a limit. Empty: the installation carried it. */
export function reasonsBeyond({ summary }: Pick<Step, 'summary'>): string[] {
  const { offered, achieved, all, counts } = summary
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const { ok, ...unanswered } = counts
  const share = total === 0 ? 1 : (total - ok) / total
  return [
    ...(all.p99 > LIMITS.p99Ms ? [`p99 ${Math.round(all.p99)} ms`] : []),
    ...(share > LIMITS.unansweredShare
      ? Object.entries(unanswered)
          .filter(([, count]) => count > 0)
          .map(([outcome, count]) => `${count} of ${total} ${outcome}`)
      : []),
    ...(achieved < LIMITS.achievedShare * offered
      ? [`${achieved.toFixed(1)} of ${offered.toFixed(1)} calls per second answered`]
      : []),
  ]
}

export type Resource =
  | 'CPU of the server'
  | 'CPU of the primary'
  | 'CPU of the replica'
  | 'CPU of the machine'
  | 'load generator'
  | 'connections to the database'
  | 'event loop of the server'

/** A resource with its use: 1 means used up. */
export interface ResourceUse {
  resource: Resource
  share: number
}

/**
 * Returns the CPU use of every part, the most used first. Of several servers, the busiest counts. For the machine, only the
 * parts count: others may keep it busy at any load.
 */
export function cpuUses({ parts, machine }: Pick<Step, 'parts' | 'machine'>): ResourceUse[] {
  const busiest = (kind: PartKind) =>
    Math.max(...parts.filter((part) => part.kind === kind).map(({ used, allowed }) => used / allowed))
  const own = parts.reduce((sum, { used }) => sum + used, 0)
  const uses: ResourceUse[] = [
    { resource: 'CPU of the server', share: busiest('server') },
    { resource: 'CPU of the primary', share: busiest('primary') },
    { resource: 'CPU of the replica', share: busiest('replica') },
    { resource: 'CPU of the machine', share: own / machine.cores },
  ]
  return uses.filter(({ share }) => Number.isFinite(share)).sort((a, b) => b.share - a.share)
}

/**
 * Returns the resource that limits a step, or null if the figures show none. A late generator comes first, because its step
 * says nothing about the installation. Waiting for connections comes after CPU, because a database without CPU also makes
 * queries wait.
 */
export function limitOf(step: Step): ResourceUse | null {
  const { summary, parts, connections, eventLoopP99Ms } = step
  const generator = Math.max(
    summary.generatorLagMs / GENERATOR_LAG_MS,
    ...parts.filter(({ kind }) => kind === 'generator').map(({ used, allowed }) => used / allowed),
  )
  if (generator >= 1) return { resource: 'load generator', share: generator }
  const [first] = cpuUses(step)
  if (first && first.share >= USED_UP) return first
  if (connections.waiting >= 1)
    return { resource: 'connections to the database', share: connections.busy / connections.max }
  if (eventLoopP99Ms >= EVENT_LOOP_MS)
    return { resource: 'event loop of the server', share: eventLoopP99Ms / EVENT_LOOP_MS }
  return null
}

export interface Tried {
  factor: number
  isBeyond: boolean
}

const GROWTH = 1.4
/** The search ends when the lowest factor beyond a limit is at most this many times the highest within. */
const PRECISION = 1.1

/** Returns the factor of the next step: growing until a limit is passed, then between. Null: the limit is known. */
export function nextFactor(tried: readonly Tried[], start: number): number | null {
  const beyond = Math.min(...tried.filter(({ isBeyond }) => isBeyond).map(({ factor }) => factor))
  // A step that failed below a higher one that did not fail was disturbed, or the higher one was lucky: the lower counts.
  const within = Math.max(
    ...tried.filter(({ factor, isBeyond }) => !isBeyond && factor < beyond).map(({ factor }) => factor),
  )
  if (tried.length === 0) return start
  if (beyond === Number.POSITIVE_INFINITY) return within * GROWTH
  if (within === Number.NEGATIVE_INFINITY) return beyond / GROWTH
  return beyond / within <= PRECISION ? null : Math.sqrt(within * beyond)
}
