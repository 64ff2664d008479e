import type { Run } from './measure.ts'

/** The report of one client in one scenario: medians of the seeds, with the range where they differ. */
export interface Line {
  bench: 'outbox'
  scenario: string
  client: string
  accepted: number
  refused: number
  delivered: number
  lost: number
  /** Entries found in neither queue nor server at some check; null: no checks. */
  drops: number | null
  stranded: number
  executions: number
  effects: number
  requests: number
  faults: number
  probes: number
  kills_in_upload: number
  enqueue_p50_ms: number
  enqueue_p95_ms: number
  drain_s: number
  entries_per_s: number
  /** Numbers that the scenario's course reports. */
  notes: Record<string, number>
  /** Minimum and maximum of the seeds, where they differ. */
  range: Record<string, [number, number]>
  seeds: number[]
  dedup: boolean
}

const COUNTS = [
  'accepted',
  'refused',
  'delivered',
  'lost',
  'stranded',
  'executions',
  'effects',
  'requests',
  'faults',
  'probes',
] as const

const CELLS = [
  'accepted',
  'refused',
  'delivered',
  'lost',
  'stranded',
  'executions',
  'effects',
  'requests',
] as const

/** Summarizes the runs of one client in one scenario. */
export function summarize(runs: readonly Run[]): Line {
  const [first] = runs
  if (!first) throw new Error('No run to sum up')
  const range: Record<string, [number, number]> = {}
  const middle = (name: string, of: (run: Run) => number, digits = 0): number => {
    const values = runs.map(of).map((value) => round(value, digits))
    const [least, most] = [Math.min(...values), Math.max(...values)]
    if (least !== most) range[name] = [least, most]
    return round(median(values), digits)
  }
  const counts = Object.fromEntries(COUNTS.map((name) => [name, middle(name, (run) => run[name])]))
  return {
    bench: 'outbox',
    scenario: first.scenario,
    client: first.client,
    ...(counts as Record<(typeof COUNTS)[number], number>),
    drops: first.drops === null ? null : middle('drops', (run) => run.drops ?? 0),
    kills_in_upload: middle('kills_in_upload', (run) => run.killsInUpload),
    enqueue_p50_ms: middle('enqueue_p50_ms', (run) => quantile(run.enqueue, 0.5), 1),
    enqueue_p95_ms: middle('enqueue_p95_ms', (run) => quantile(run.enqueue, 0.95), 1),
    drain_s: middle('drain_s', (run) => run.drain_s, 1),
    entries_per_s: middle('entries_per_s', (run) => run.entries_per_s, 1),
    notes: Object.fromEntries(
      Object.keys(first.notes).map((name) => [name, middle(name, (run) => run.notes[name] ?? 0, 1)]),
    ),
    range,
    seeds: runs.map(({ seed }) => seed),
    dedup: first.dedup,
  }
}

/** Formats the reports as a markdown table. */
export function table(lines: readonly Line[]): string {
  const columns = ['scenario', 'client', ...CELLS, 'enqueue p50/p95 ms', 'drain s', 'entries/s']
  const rows = lines.map((line) => {
    const cell = (name: keyof Line & string) => {
      const spread = line.range[name]
      return `${line[name]}${spread ? ` [${spread[0]}–${spread[1]}]` : ''}`
    }
    return [
      line.scenario,
      line.client,
      ...CELLS.map(cell),
      `${line.enqueue_p50_ms} / ${line.enqueue_p95_ms}`,
      cell('drain_s'),
      cell('entries_per_s'),
    ]
  })
  const all = [columns, columns.map(() => '---'), ...rows]
  return all.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Returns the quantile by nearest rank. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
