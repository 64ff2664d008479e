import type { Report } from '#tools/bench/report/report.ts'
import { cpuUses } from './limits.ts'
import { LOAD_CALLS } from './mix.ts'
import { describeStep, type MeasuredStep, type SearchResult } from './search.ts'

/** An installation to measure. */
export interface Topology {
  name: string
  servers: number
  hasReplica: boolean
}

export const TOPOLOGIES: readonly Topology[] = [
  { name: 'one server', servers: 1, hasReplica: false },
  { name: 'two servers', servers: 2, hasReplica: false },
  { name: 'one server with a replica', servers: 1, hasReplica: true },
  { name: 'two servers with a replica', servers: 2, hasReplica: true },
]

/** Names of the stored figures, which `docs/operate/capacity.md` is made of. */
export const FIGURES = {
  capacity: (topology: string) => `${topology}: calls per second within the limits`,
  perCore: (topology: string) => `${topology}: the same per core of its servers`,
  factor: (topology: string) => `${topology}: the same as a multiple of 5,000 phones and 200 managers`,
  limit: (topology: string) => `${topology}: first limit`,
  cpu: (topology: string, kind: string) => `${topology}: CPU time of the ${kind} per call`,
  replicaReads: (topology: string) => `${topology}: reads that the replica answered, of those that it may`,
  nominal: (topology: string, part: number) => `${topology}: all calls at the nominal load, p${part}`,
  call: (topology: string, call: string, part: number) => `${topology}: ${call}, p${part}`,
}

/** Section of the times of each call. */
export const CALLS_SECTION = 'load-calls'

export function reportTopology(report: Report, { name, hasReplica }: Topology, result: SearchResult): void {
  const { nominal, within, beyond, limit } = result
  const reportFigure = (figure: string, value: number, unit: string, note?: string) =>
    report({ figure, value, unit, goal: null, ...(note && { note }) })
  if (within) {
    const { achieved } = within.summary
    const cores = within.parts
      .filter(({ kind }) => kind === 'server')
      .reduce((sum, { allowed }) => sum + allowed, 0)
    reportFigure(FIGURES.capacity(name), achieved, 'calls/s', describeStep(within))
    reportFigure(FIGURES.perCore(name), achieved / cores, 'calls/s')
    reportFigure(FIGURES.factor(name), within.factor, '×')
  }
  if (beyond) {
    const value = (limit?.share ?? 0) * 100
    reportFigure(
      FIGURES.limit(name),
      value,
      limit ? `% of ${limit.resource}` : '% (not found)',
      limitNote(beyond),
    )
  }
  for (const kind of ['server', 'primary', 'replica'] as const) {
    const seconds = nominal.cpuSeconds[kind]
    if (seconds !== undefined) reportFigure(FIGURES.cpu(name, kind), cpuMsPerCall(nominal, seconds), 'ms')
  }
  if (hasReplica) {
    const { replica, primary } = (within ?? nominal).replicaReads
    reportFigure(FIGURES.replicaReads(name), (100 * replica) / Math.max(1, replica + primary), '%')
  }
  const { counts, all, byCall } = nominal.summary
  const failed = counts.failed + counts.refused + counts['timed out']
  for (const part of PERCENTILES)
    report({
      figure: FIGURES.nominal(name, part),
      value: all[`p${part}`],
      unit: 'ms',
      samples: all.samples,
      goal: null,
      note: describeStep(nominal),
      ...(failed > 0 && { notJudged: `${failed} not answered` }),
    })
  for (const call of LOAD_CALLS) {
    const times = byCall[call]
    if (!times) continue
    for (const part of PERCENTILES)
      report(
        {
          figure: FIGURES.call(name, call, part),
          value: times[`p${part}`],
          unit: 'ms',
          samples: times.samples,
          goal: null,
        },
        { section: CALLS_SECTION },
      )
  }
}

export const PERCENTILES = [50, 95, 99] as const

const cpuMsPerCall = ({ summary, seconds }: MeasuredStep, cpuSeconds: number) =>
  (cpuSeconds * 1000) / (summary.offered * seconds)

/** The step that was beyond, and how much of each CPU it used. */
function limitNote(beyond: MeasuredStep): string {
  const uses = cpuUses(beyond).map(({ resource, share }) => `${resource} ${Math.round(share * 100)} %`)
  return `${describeStep(beyond)}; most used: ${uses.join(', ')}`
}
