import { percentile } from '#tools/bench/support/statistics.ts'
import type { Outcome, Sample } from './send-on-schedule.ts'

export interface Times {
  p50: number
  p95: number
  p99: number
  samples: number
}

/** Figures of one period of open-loop load. Times are in ms. */
export interface Summary {
  /** Scheduled calls per second. */
  offered: number
  /** Calls answered well within the period, per second. */
  achieved: number
  counts: Record<Outcome, number>
  /** How often each call was not answered as expected, and why: `{ 'entry: 503': 4 }`. */
  problems: Record<string, number>
  all: Times
  byCall: Record<string, Times>
  /** 99th percentile of how late the generator sent. */
  generatorLagMs: number
}

/**
 * Sums up the samples of a period. Rejections are counted separately, because their quick responses would flatter the times. A call
 * that timed out counts with the time it was waited for, which is a lower bound.
 */
export function summarize(samples: readonly Sample[], seconds: number): Summary {
  const counts: Summary['counts'] = { ok: 0, refused: 0, failed: 0, 'timed out': 0 }
  const problems: Summary['problems'] = {}
  for (const { outcome, call, why = outcome } of samples) {
    counts[outcome]++
    if (outcome !== 'ok') problems[`${call}: ${why}`] = (problems[`${call}: ${why}`] ?? 0) + 1
  }
  const timed = samples.filter(({ outcome }) => outcome === 'ok' || outcome === 'timed out')
  const inTime = samples.filter(
    ({ outcome, atMs, latencyMs }) => outcome === 'ok' && atMs + latencyMs <= seconds * 1000,
  )
  const byCall = Map.groupBy(timed, ({ call }) => call)
  return {
    offered: samples.length / seconds,
    achieved: inTime.length / seconds,
    counts,
    problems,
    all: timesOf(timed),
    byCall: Object.fromEntries([...byCall].map(([call, of]) => [call, timesOf(of)])),
    generatorLagMs: percentile(
      samples.map(({ lagMs }) => lagMs),
      0.99,
    ),
  }
}

function timesOf(samples: readonly Sample[]): Times {
  const latencies = samples.map(({ latencyMs }) => latencyMs)
  const at = (share: number) => percentile(latencies, share)
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), samples: samples.length }
}
