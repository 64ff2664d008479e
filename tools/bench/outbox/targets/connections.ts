import { buildClient, type Client } from '#tools/bench/outbox/clients.ts'
import { measure, type Run } from '#tools/bench/outbox/measure.ts'
import { SCENARIOS, type Scenario } from '#tools/bench/outbox/scenarios.ts'
import type { Figure } from '#tools/bench/report/figure.ts'
import { median } from '#tools/bench/support/statistics.ts'

const scenario = (name: string): Scenario => {
  const found = SCENARIOS.find((one) => one.name === name)
  if (!found) throw new Error(`No scenario is named ${name}`)
  return found
}
const ONE_LANE: Scenario = {
  name: 'one-lane',
  entries: 60,
  vehicles: 1,
  latencyMs: 80,
  isTimed: true,
  settleMs: 30_000,
  known: {},
}
const medianOf = (runs: readonly Run[], of: (run: Run) => number): number => median(runs.map(of))
const most = (runs: readonly Run[], of: (run: Run) => number): number => Math.max(...runs.map(of))

/** Measures entries per second, and the time from the `online` event to the first request. Medians of the seeds. */
export async function replayTargets(seeds: number): Promise<Figure[]> {
  const [ours, workbox] = await Promise.all([buildClient('wheelbook'), buildClient('workbox')])
  const [clean, rtt80, line, theirs]: Run[][] = [[], [], [], []]
  for (let seed = 1; seed <= seeds; seed++) {
    clean?.push(await run(scenario('clean'), ours, seed))
    rtt80?.push(await run(scenario('rtt80'), ours, seed))
    // Alternates the order, because a machine may slow down over time.
    for (const client of seed % 2 ? [ours, workbox] : [workbox, ours])
      (client === ours ? line : theirs)?.push(await run(ONE_LANE, client, seed))
  }
  const rate = (runs: readonly Run[] = []) => medianOf(runs, (one) => one.entries_per_s)
  const all = [...(clean ?? []), ...(rtt80 ?? [])]
  return [
    { figure: 'replay at 0 ms, 5 vehicles', value: rate(clean), unit: 'entries/s', goal: { atLeast: 100 } },
    { figure: 'replay at 80 ms, 5 vehicles', value: rate(rtt80), unit: 'entries/s', goal: { atLeast: 40 } },
    { figure: 'replay at 80 ms, 1 vehicle', value: rate(line), unit: 'entries/s', goal: null },
    {
      figure: 'the same against workbox',
      value: rate(line) / rate(theirs),
      unit: '×',
      goal: { atLeast: 0.95 },
    },
    {
      figure: 'network back, event `online` → first entry on the wire, longest',
      value: most(all, (one) => one.first_s),
      unit: 's',
      goal: { atMost: 2 },
    },
  ]
}

/** Measures how long recovery from faults takes and how many requests it costs. Maximum of the seeds. */
export async function faultTargets(seeds: number): Promise<Figure[]> {
  const ours = await buildClient('wheelbook')
  const runs = async (name: string) => {
    const made: Run[] = []
    for (let seed = 1; seed <= seeds; seed++) made.push(await run(scenario(name), ours, seed))
    return made
  }
  const http30 = await runs('http30')
  const poison = await runs('poison-1')
  const tabs = await runs('two-tabs')
  const needless = (one: Run) => (100 * (one.requests - one.ops - one.faults)) / one.ops
  return [
    {
      figure: '30 % HTTP faults, 200 entries: all there, median',
      value: medianOf(http30, (one) => one.drain_s),
      unit: 's',
      goal: { atMost: 15 },
    },
    {
      figure: 'one poisoned entry: the 59 others there, median',
      value: medianOf(poison, (one) => one.notes['others there'] ?? Number.NaN),
      unit: 's',
      goal: { atMost: 10 },
    },
    {
      figure: 'requests beyond entries and faults, with 30 % HTTP faults',
      value: most(http30, needless),
      unit: '%',
      goal: { atMost: 5 },
    },
    {
      figure: 'requests added by a second tab and the worker, both woken all the time',
      value: most(tabs, needless),
      unit: '%',
      goal: { atMost: 5 },
    },
  ]
}

async function run(of: Scenario, client: Client, seed: number): Promise<Run> {
  const done = await measure({ scenario: of, client, seed, dedup: true })
  console.error(
    `${of.name} seed ${seed} ${client.name}: ${done.delivered}/${done.accepted}, ${done.drain_s} s`,
  )
  if (done.delivered !== done.accepted) throw new Error(`${of.name}: ${client.name} has not sent all`)
  return done
}
