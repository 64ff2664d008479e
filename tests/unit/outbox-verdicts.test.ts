import { describe, expect, it } from 'vitest'
import type { Run } from '#tools/bench/outbox/measure.ts'
import { SCENARIOS } from '#tools/bench/outbox/scenarios.ts'
import { judge } from '#tools/bench/outbox/verdicts.ts'

// Gates of the outbox benchmark (docs/offline.md#proof).

const aRun = (run: Partial<Run>): Run => ({
  scenario: 'http30',
  client: 'wheelbook',
  seed: 1,
  dedup: true,
  accepted: 200,
  refused: 0,
  delivered: 200,
  lost: 0,
  lostIds: [],
  stranded: 0,
  needsYou: 0,
  drops: 0,
  executions: 200,
  effects: 200,
  ops: 200,
  requests: 280,
  faults: 80,
  probes: 0,
  kills: 0,
  killsInUpload: 0,
  enqueue: [1],
  first_s: 0.1,
  drain_s: 1,
  entries_per_s: 200,
  notes: {},
  took_s: 2,
  ...run,
})
const judged = (scenario: string, ...runs: Partial<Run>[]): boolean => {
  const found = SCENARIOS.find(({ name }) => name === scenario)
  if (!found) throw new Error(scenario)
  return judge(found, runs.map(aRun)).every(({ holds }) => holds)
}

describe('verdicts of the outbox benchmark', () => {
  it('passes our outbox when every accepted entry took effect exactly once', () => {
    expect(judged('http30', {})).toBe(true)
  })
  it.each<[string, Partial<Run>]>([
    ['lost one', { lost: 1, delivered: 199, effects: 199 }],
    ['left one behind', { stranded: 1, delivered: 199, effects: 199 }],
    ['refused one although there was room', { refused: 1, accepted: 199, delivered: 199, effects: 199 }],
    ['had one effect twice', { effects: 201 }],
    ['had one entry in neither queue nor server at a check', { drops: 1 }],
    ['caused an unnecessary execution', { executions: 281 }],
  ])('fails our outbox when it %s, in any single run', (_, run) => {
    expect(judged('http30', {}, run)).toBe(false)
  })
  it.each([
    ['workbox', 'http30', 0, false],
    ['workbox', 'http30', 57, true],
    ['workbox', 'sigkill', 0, false],
    ['workbox', 'tabkill', 1, false],
    ['workbox-hardened', 'http30', 1, false],
    ['workbox-hardened', 'sigkill', 8, true],
    ['workbox', 'swkill', 0, false],
    ['workbox', 'quota', 0, false],
  ])(
    'accepts the harness only when %s in %s loses as known (%i lost: %s)',
    (client, scenario, lost, holds) => {
      expect(judged(scenario, { client, lost })).toBe(holds)
    },
  )
})
