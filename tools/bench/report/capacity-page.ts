// docs/operate/capacity.md: what servers carry, from the results of `npm run bench -- load`. `npm run bench -- --report`
// writes it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIMITS } from '#tools/bench/load/limits.ts'
import { CALLS_SECTION, FIGURES, PERCENTILES, TOPOLOGIES } from '#tools/bench/load/load-report.ts'
import {
  FLEETS,
  LOAD_CALLS,
  MANAGER_SECONDS,
  MANAGERS,
  PHONE_SECONDS,
  PHONES,
  PHONES_PER_FLEET,
} from '#tools/bench/load/mix.ts'
import { formatNumber } from './figure.ts'
import { growthSections } from './growth.ts'
import { type Result, readResults } from './results.ts'
import { describeRun, table } from './results-table.ts'

const COMMAND = 'npm run bench -- --report'
const FILE = join(import.meta.dirname, '../../../docs/operate/capacity.md')
const UNKNOWN = 'not measured'
/** Average use of a core to plan for: the rest is for peaks, and for the loss of a server. */
const PLANNED_USE = 0.5
/** Installations for the table of sizes, in phones. The last one has 200,000 fleets. */
const SIZES = [5000, 20_000, 100_000, 500_000, 2_000_000]

/** Calls per second of one phone with all that follows from it, and of its share of the managers. */
export const callsPerSecondOf = (phones: number): number => {
  const own = Object.values(PHONE_SECONDS).reduce((sum, seconds) => sum + 1 / seconds, 0)
  const pulls = PHONES_PER_FLEET / PHONE_SECONDS.entry
  return phones * (own + pulls + MANAGERS / PHONES / MANAGER_SECONDS)
}

/** Returns the page as the stored results render it. */
export function capacityPage(): string {
  const results = new Map(readResults('load').map((result) => [result.figure, result]))
  const runs = [...new Set([...results.values()].map(describeRun))]
  return `# Capacity

\`${COMMAND}\` renders this page from the latest run of \`npm run bench -- load\`, and \`npm run check\` fails if it is outdated.

## The load

${FLEETS} fleets, ${formatNumber(PHONES)} phones with the app open, and ${MANAGERS} managers at work. That is
${callsPerSecondOf(PHONES).toFixed(1)} calls per second, the **nominal load**:

- Each phone pulls changes every ${PHONE_SECONDS['delta sync'] / 60} minutes, and reports that it is alive every ${PHONE_SECONDS.heartbeat / 60}. One pull in ${PHONE_SECONDS['first sync'] / PHONE_SECONDS['delta sync']} is a first sync.
- Each phone sends one entry an hour, and every phone of the fleet pulls it. The entries and their share are assumptions.
- Each manager makes a call every ${MANAGER_SECONDS} seconds: lists, searches, single records, due items, totals and reports.

Calls arrive at random moments (a Poisson process), whether or not earlier ones were answered, and are timed from the moment at which they
were due. A load beyond the limits has a p99 over ${formatNumber(LIMITS.p99Ms)} ms, more than ${LIMITS.unansweredShare * 100} % of calls refused or failed, or fewer than
${LIMITS.achievedShare * 100} % of calls answered in time. The load is raised until one of these happens.

## What an installation carries

Each server, the primary and the replica may use the same fraction of a core (\`--cores\`), so that all fit on a machine with two cores
without taking each other's time. Each part therefore runs like a slow machine, with longer times than on a whole core. The figures
per core are what to plan with. Multiples of the nominal load are those of the calls that were answered. The schedule of a
step is random and has some percent more or fewer calls than its load has on average.

${table(['installation', 'calls per second', 'of the nominal load', 'per core of its servers', 'first limit'], TOPOLOGIES.map(capacityRow))}

## CPU time

At the nominal load. A call of phones is cheaper than one of managers; this is the mean of the mix. It contains work that does
not grow with the calls, such as jobs, so a call takes less near the limit and the table above has more calls per core.

${table(['installation', 'servers', 'primary', 'replica', 'reads on the replica', 'p50 · p95 · p99'], TOPOLOGIES.map(cpuRow))}

## Size an installation

The cores follow from the CPU time per call, with each core used at ${PLANNED_USE * 100} % on average: calls per second × CPU time ÷ ${PLANNED_USE},
rounded up. Where one server is enough, the CPU time is that of one server, otherwise that of two. With a replica, it is that
of two servers with a replica. A server uses one core, so the number of server cores is the number of servers; add one, so that
you can lose one. The primary has one process per connection and uses any number of cores.

${table(['phones', 'fleets', 'calls per second', 'server cores', 'cores of the primary', 'with a replica: primary', 'replica'], SIZES.map(sizeRow))}

- \`DATABASE_CONNECTIONS\` times the number of servers, plus two for each and ten, stays below \`max_connections\`
  ([operate.md](../operate.md#several-machines)).
- Replicas take first syncs, lists and reports. Changes, single records and all writes stay on the primary
  ([database.md](database.md)), so its cores are the limit that more servers and replicas do not move.
- An installation cannot grow further when the primary needs more cores than one machine has. Fleets share nothing but the catalog and
  their management company, so the next step is [a second installation](#several-installations).

${growthSections(serversOf)}

## Times of each call

At the nominal load, in milliseconds: p50 · p95 · p99. Rare calls have few samples, so their p99 is their slowest.

${table(['call', ...TOPOLOGIES.map(({ name }) => name)], LOAD_CALLS.map(callRow))}

## What is not in the figures

- Whole machines and a network between them: all parts and the generator ran on one machine, with other work on it.
- nginx and TLS: the generator calls the servers directly, in turns.
- The push channel: pulls follow an entry as if it had been pushed, but no channel is open.
- Files, sign-ins and background jobs of large uploads ([benchmarks](../benchmarks.md) has uploads).
- A database larger than memory. This one fits.

${runs.length > 0 ? `Runs:\n\n${runs.map((run, nth) => `${nth + 1}. ${run}`).join('\n')}\n` : ''}`

  function figureOf(figure: string): number | null {
    const value = results.get(figure)?.value
    return typeof value === 'number' ? value : null
  }

  function serversOf(fleets: number): number | null {
    const calls = callsPerSecondOf(fleets * PHONES_PER_FLEET)
    return coresFor(calls, figureOf(FIGURES.cpu('two servers', 'server')))
  }

  function capacityRow({ name }: (typeof TOPOLOGIES)[number]): string[] {
    const limit = results.get(FIGURES.limit(name))
    return [
      name,
      shown(figureOf(FIGURES.capacity(name)), 0),
      shown(multipleOf(figureOf(FIGURES.capacity(name))), 2, ' ×'),
      shown(figureOf(FIGURES.perCore(name)), 0),
      limit ? limitText(limit) : UNKNOWN,
    ]
  }

  function cpuRow({ name }: (typeof TOPOLOGIES)[number]): string[] {
    const perCall = (kind: string) => {
      const ms = figureOf(FIGURES.cpu(name, kind))
      return ms === null ? '–' : `${ms.toFixed(1)} ms, ${Math.round(1000 / ms)} calls/s per core`
    }
    return [
      name,
      ...['server', 'primary', 'replica'].map(perCall),
      shown(figureOf(FIGURES.replicaReads(name)), 0, ' %', '–'),
      PERCENTILES.map((part) => shown(figureOf(FIGURES.nominal(name, part)), 0)).join(' · '),
    ]
  }

  function sizeRow(phones: number): string[] {
    const calls = callsPerSecondOf(phones)
    const cores = (topology: string, kind: string) => coresFor(calls, figureOf(FIGURES.cpu(topology, kind)))
    const shownCores = (topology: string, kind: string) => {
      const count = cores(topology, kind)
      return count === null ? UNKNOWN : formatNumber(count)
    }
    const topology = cores('one server', 'server') === 1 ? 'one server' : 'two servers'
    return [
      formatNumber(phones),
      formatNumber(phones / PHONES_PER_FLEET),
      formatNumber(Math.round(calls)),
      shownCores(topology, 'server'),
      shownCores(topology, 'primary'),
      ...['primary', 'replica'].map((kind) => shownCores('two servers with a replica', kind)),
    ]
  }
}

function callRow(call: string): string[] {
  const results = new Map(readResults(CALLS_SECTION).map((result) => [result.figure, result.value]))
  return [
    call,
    ...TOPOLOGIES.map(({ name }) => {
      const values = PERCENTILES.map((part) => results.get(FIGURES.call(name, call, part)))
      return values.every((value) => typeof value === 'number') ? values.map(Math.round).join(' · ') : UNKNOWN
    }),
  ]
}

/** Returns how many times the nominal load this is. */
const multipleOf = (callsPerSecond: number | null) =>
  callsPerSecond === null ? null : callsPerSecond / callsPerSecondOf(PHONES)

/** Returns the cores that answer so many calls at the planned use. */
export const coresFor = (callsPerSecond: number, cpuMsPerCall: number | null): number | null =>
  cpuMsPerCall === null ? null : Math.ceil((callsPerSecond * cpuMsPerCall) / 1000 / PLANNED_USE)

const shown = (value: number | null, digits: number, unit = '', missing = UNKNOWN) =>
  value === null ? missing : `${value.toFixed(digits)}${unit}`

/** 'CPU of the server, 97 %' */
function limitText({ value, unit }: Result): string {
  const resource = unit.replace(/^% (of )?/, '')
  return resource === '(not found)' ? 'not found' : `${resource}, ${Math.round(Number(value))} % used`
}

export function writeCapacityPage(): void {
  writeFileSync(FILE, capacityPage())
}

/** Returns whether the page differs from what the stored results render. */
export function findStaleCapacity(page = readFileSync(FILE, 'utf8')): string[] {
  if (page === capacityPage()) return []
  return [`docs/operate/capacity.md is not what docs/benchmarks/ renders: ${COMMAND}`]
}
