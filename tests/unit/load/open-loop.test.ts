import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { PHONES_PER_FLEET } from '#tools/bench/load/mix.ts'
import { planLoad } from '#tools/bench/load/plan.ts'
import { poissonTimes } from '#tools/bench/open-loop/poisson.ts'
import { type Sample, sendOnSchedule } from '#tools/bench/open-loop/send-on-schedule.ts'
import { summarize } from '#tools/bench/open-loop/summary.ts'

describe('arrivals of the load benchmark', () => {
  it('form a Poisson process: the requested number, with gaps that vary as much as their mean', () => {
    const times = poissonTimes(100, 200, 'a')
    expect(times.length).toBeGreaterThan(19_400)
    expect(times.length).toBeLessThan(20_600)
    const gaps = times.map((at, nth) => at - (times[nth - 1] ?? 0))
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
    const deviation = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length)
    expect(deviation / mean).toBeGreaterThan(0.95)
    expect(deviation / mean).toBeLessThan(1.05)
  })

  it('are the same for the same seed, and different for another', () => {
    const plan = { factor: 1, seconds: 20, seed: 'x' }
    expect(planLoad(plan)).toEqual(planLoad(plan))
    expect(planLoad({ ...plan, seed: 'y' })).not.toEqual(planLoad(plan))
    expect(poissonTimes(0, 20, 'x')).toEqual([])
  })

  it('contain a pull of every phone of the fleet after each entry, in order of time', () => {
    const all = planLoad({ factor: 1, seconds: 60, seed: 'pulls' })
    expect(all).toEqual([...all].sort((a, b) => a.atMs - b.atMs))
    const entry = all.find(({ call, atMs }) => call === 'entry' && atMs < 50_000)
    if (!entry) throw new Error('No entry in a minute')
    const fleet = Math.floor(entry.user / PHONES_PER_FLEET)
    const pulls = all.filter(
      ({ call, user, atMs }) =>
        call === 'delta sync' &&
        Math.floor(user / PHONES_PER_FLEET) === fleet &&
        atMs > entry.atMs &&
        atMs <= entry.atMs + 2000,
    )
    expect(new Set(pulls.map(({ user }) => user)).size).toBe(PHONES_PER_FLEET)
  })
})

describe('open loop', () => {
  it('sends on schedule while the first call is not answered, and counts the wait from the scheduled moment', async () => {
    const sent: number[] = []
    const arrivals = [0, 20, 40].map((atMs) => ({ atMs, call: 'list' }))
    const samples = await sendOnSchedule(arrivals, async ({ atMs }) => {
      sent.push(atMs)
      if (atMs > 0) return { outcome: 'ok' }
      // Blocks the process, as an overloaded generator would be.
      for (const end = performance.now() + 100; performance.now() < end; );
      await sleep(50)
      expect(sent).toEqual([0, 20, 40])
      return { outcome: 'ok' }
    })
    const late = samples.find(({ atMs }) => atMs === 20)
    expect(late?.lagMs).toBeGreaterThan(70)
    expect(late?.latencyMs).toBeGreaterThan(70)
  })
})

const aSample = (sample: Partial<Sample>): Sample => ({
  call: 'list',
  atMs: 0,
  lagMs: 0,
  latencyMs: 10,
  outcome: 'ok',
  ...sample,
})

describe('summary of a period', () => {
  it('counts rejections apart, so that their quick responses do not flatter the times', () => {
    const slow = Array.from({ length: 10 }, () => aSample({ latencyMs: 800 }))
    const refused = Array.from({ length: 90 }, () =>
      aSample({ latencyMs: 1, outcome: 'refused', why: '503' }),
    )
    const { all, counts, problems, offered, achieved } = summarize([...slow, ...refused], 10)
    expect(problems).toEqual({ 'list: 503': 90 })
    expect(all).toEqual({ p50: 800, p95: 800, p99: 800, samples: 10 })
    expect(counts).toEqual({ ok: 10, refused: 90, failed: 0, 'timed out': 0 })
    expect(offered).toBe(10)
    expect(achieved).toBe(1)
  })

  it('counts no response after the period as achieved, and includes timeouts in the response times', () => {
    const { achieved, all } = summarize(
      [
        aSample({ atMs: 9000, latencyMs: 900 }),
        aSample({ atMs: 9000, latencyMs: 1100 }),
        aSample({ latencyMs: 10_000, outcome: 'timed out' }),
      ],
      10,
    )
    expect(achieved).toBe(0.1)
    expect(all.p99).toBe(10_000)
  })

  it('gives the times of each call', () => {
    const { byCall } = summarize([aSample({}), aSample({ call: 'order', latencyMs: 30 })], 1)
    expect(byCall.order?.p50).toBe(30)
    expect(byCall.list?.samples).toBe(1)
  })
})
