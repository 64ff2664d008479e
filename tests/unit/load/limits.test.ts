import { describe, expect, it } from 'vitest'
import { limitOf, nextFactor, reasonsBeyond, type Step, type Tried } from '#tools/bench/load/limits.ts'
import type { Summary } from '#tools/bench/open-loop/summary.ts'

const aSummary = (summary: Partial<Summary> = {}): Summary => ({
  offered: 100,
  achieved: 99,
  byCall: {},
  problems: {},
  generatorLagMs: 2,
  counts: { ok: 1000, refused: 0, failed: 0, 'timed out': 0 },
  all: { p50: 20, p95: 100, p99: 300, samples: 1000 },
  ...summary,
})

const aStep = (step: Partial<Step> = {}): Step => ({
  factor: 1,
  summary: aSummary(),
  parts: [
    { kind: 'server', used: 0.2, allowed: 0.4 },
    { kind: 'primary', used: 0.1, allowed: 0.4 },
    { kind: 'generator', used: 0.1, allowed: 1 },
  ],
  machine: { used: 0.5, cores: 2 },
  eventLoopP99Ms: 20,
  connections: { busy: 2, waiting: 0, max: 20 },
  ...step,
})

describe('limits of a step', () => {
  it('are not reached while all calls succeed in time', () => {
    expect(reasonsBeyond(aStep())).toEqual([])
  })

  it.each([
    [{ all: { p50: 1, p95: 1, p99: 1001, samples: 1000 } }, ['p99 1001 ms']],
    [{ achieved: 94 }, ['94.0 of 100.0 calls per second answered']],
    [
      { counts: { ok: 990, refused: 7, failed: 0, 'timed out': 3 } },
      ['7 of 1000 refused', '3 of 1000 timed out'],
    ],
    [{ counts: { ok: 0, refused: 0, failed: 0, 'timed out': 0 }, offered: 0, achieved: 0 }, []],
  ])('%j is beyond: %j', (summary, reasons) => {
    expect(reasonsBeyond({ summary: aSummary(summary) })).toEqual(reasons)
  })

  it('ignore a single rejection among a thousand calls', () => {
    expect(
      reasonsBeyond({
        summary: aSummary({ counts: { ok: 999, refused: 1, failed: 0, 'timed out': 0 } }),
      }),
    ).toEqual([])
  })
})

describe('the first limit', () => {
  const full = { kind: 'server', used: 0.38, allowed: 0.4 } as const

  it('is the CPU of the part that uses the largest share of what it may use', () => {
    const primary = { kind: 'primary', used: 0.36, allowed: 0.4 } as const
    expect(limitOf(aStep({ parts: [full, primary] }))).toEqual({
      resource: 'CPU of the server',
      share: expect.closeTo(0.95),
    })
  })

  it('is the CPU of the busiest of two servers', () => {
    const idle = { kind: 'server', used: 0.1, allowed: 0.4 } as const
    expect(limitOf(aStep({ parts: [idle, full] }))?.resource).toBe('CPU of the server')
  })

  it('is the generator if it is late, whatever else is busy', () => {
    const summary = aSummary({ generatorLagMs: 80 })
    expect(limitOf(aStep({ summary, parts: [full] }))?.resource).toBe('load generator')
  })

  it('is the machine only if the parts themselves use all of it, not if other processes do', () => {
    const machine = { used: 1.96, cores: 2 }
    expect(limitOf(aStep({ machine }))).toBeNull()
    const unlimited = { kind: 'server', used: 1.8, allowed: 4 } as const
    expect(limitOf(aStep({ machine, parts: [unlimited] }))?.resource).toBe('CPU of the machine')
  })

  it('is connections when queries wait without a busy CPU', () => {
    const waiting = { busy: 20, waiting: 6, max: 20 }
    expect(limitOf(aStep({ connections: waiting }))?.resource).toBe('connections to the database')
    expect(limitOf(aStep({ connections: waiting, parts: [full] }))?.resource).toBe('CPU of the server')
  })

  it('is the event loop if it is blocked without a busy CPU', () => {
    expect(limitOf(aStep({ eventLoopP99Ms: 250 }))?.resource).toBe('event loop of the server')
  })

  it('is unknown if no figure shows it', () => {
    expect(limitOf(aStep())).toBeNull()
  })
})

describe('search of the limit', () => {
  const tried = (...steps: [number, boolean][]): Tried[] =>
    steps.map(([factor, isBeyond]) => ({ factor, isBeyond }))

  it('raises the load until a limit is passed, then tries between', () => {
    expect(nextFactor([], 1)).toBe(1)
    expect(nextFactor(tried([1, false]), 1)).toBeCloseTo(1.4)
    expect(nextFactor(tried([1, false], [1.4, true]), 1)).toBeCloseTo(Math.sqrt(1.4))
    expect(nextFactor(tried([1, false], [1.4, true], [1.18, true], [1.09, false]), 1)).toBeNull()
  })

  it('lowers the load when the first step is beyond a limit', () => {
    expect(nextFactor(tried([1, true]), 1)).toBeCloseTo(1 / 1.4)
  })

  it('does not count a step that succeeded above one that failed', () => {
    expect(nextFactor(tried([2, true], [3, false]), 1)).toBeCloseTo(2 / 1.4)
  })
})
