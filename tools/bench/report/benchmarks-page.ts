// docs/benchmarks.md: the stored results as tables. `npm run bench -- --report` writes it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatGoal, formatNumber } from './figure.ts'
import { GOALS } from './goals.ts'
import { benchesWithResults, type Result, readNotes, readResults } from './results.ts'
import { describeRun, table } from './results-table.ts'

const COMMAND = 'npm run bench -- --report'
const FILE = join(import.meta.dirname, '../../../docs/benchmarks.md')

/** Titles in the order of the page. Each names the command whose results follow. */
const TITLES: Record<string, string> = {
  app: '`npm run bench -- app`',
  memory: '`npm run bench -- memory`',
  tests: '`npm run bench -- tests`',
  api: '`npm run bench -- api`, against a bare server',
  'api-large': '`npm run bench -- api --only large`',
  'api-company': '`npm run bench -- api --only company`',
  latency: '`npm run bench -- latency`',
  lists: '`npm run bench -- lists`',
  reports: '`npm run bench -- reports`',
  load: '`npm run bench -- load`',
  'load-calls': '`npm run bench -- load`, each call at the nominal load',
  neighbours: '`npm run bench -- neighbours`',
  due: '`npm run bench -- due`',
  bulk: '`npm run bench -- bulk`',
  'bulk-actions': '`npm run bench -- bulk-actions`',
  backup: '`npm run bench -- backup`',
  kills: 'Kills of the server',
  chaos: '`npm run chaos`',
  outbox: '`npm run bench -- outbox`',
  'outbox-mutants': '`npm run bench -- outbox-mutants`',
  'outbox-targets': '`npm run bench -- outbox-targets`',
  upload: '`npm run bench -- upload`',
  reminders: '`npm run bench -- reminders`',
  payments: '`npm run bench -- payments`',
  subscriptions: '`npm run bench -- subscriptions`',
  transfer: '`npm run bench -- transfer`',
  vin: '`npm run bench -- vin`',
}

/** Returns the page as the stored results render it. */
export function benchmarksPage(): string {
  const present = benchesWithResults()
  const benches = [...Object.keys(TITLES).filter((bench) => present.includes(bench))]
  const untitled = present.filter((bench) => !(bench in TITLES))
  if (untitled.length > 0)
    throw new Error(`tools/bench/report/benchmarks-page.ts has no title for ${untitled}.`)
  return `# Benchmarks

\`${COMMAND}\` renders this page from \`docs/benchmarks/\`, where each benchmark stores the latest run of every figure, and
\`npm run check\` fails if the page is outdated. The notes below a table are in the Markdown file next to its results. The last
column names the run, listed below the table. The calibration is a fixed amount of CPU work, timed before and after: a ratio
far from 1 means that the machine was busy. Counts and sizes are exact on any machine. Goals may be newer than a run.

## Startup and screens

${table(['what', 'figure', 'value', 'goal', '', 'run'], goalRows())}

${benches.map(section).join('\n\n')}

The comparison of outboxes and the soak test are in [offline.md](offline.md).
`
}

function goalRows(): string[][] {
  return GOALS.flatMap(({ what, figures }) =>
    figures.map(({ bench, figure, label }, nth) => {
      const result = readResults(bench).find((one) => one.figure === figure)
      const measured = result
        ? [
            formatValue(result),
            formatGoal(result.goal),
            result.verdict ?? '',
            `${result.date}, ${result.commit ?? '–'}`,
          ]
        : ['not measured', '', '', `\`npm run bench -- ${bench.replace('-large', ' --only large')}\``]
      return [nth === 0 ? what : '', label, ...measured]
    }),
  )
}

function section(bench: string): string {
  const results = readResults(bench)
  const runs = [...new Set(results.map(describeRun))]
  const rows = results.map((result) => [
    [result.figure, result.note && `(${result.note})`].filter(Boolean).join(' '),
    formatValue(result),
    formatGoal(result.goal),
    result.verdict ?? '',
    result.samples === undefined ? '' : String(result.samples),
    String(runs.indexOf(describeRun(result)) + 1),
  ])
  return [
    `<a id="${bench}"></a>\n## ${TITLES[bench]}`,
    ...(rows.length > 0 ? [table(['figure', 'value', 'goal', '', 'samples', 'run'], rows)] : []),
    ...(runs.length > 0 ? [`Runs:\n${runs.map((run, nth) => `${nth + 1}. ${run}`).join('\n')}`] : []),
    // Notes link from their own folder.
    ...[readNotes(bench).replaceAll('](../', '](')].filter(Boolean),
  ].join('\n\n')
}

const formatValue = ({ value, unit }: Result) =>
  `${typeof value === 'number' ? formatNumber(value) : value} ${unit}`.trim()

export function writeBenchmarksPage(): void {
  writeFileSync(FILE, benchmarksPage())
}

/** Returns the first difference between the page and what the stored results render. */
export function findStaleBenchmarks(page = readFileSync(FILE, 'utf8')): string[] {
  const [written, rendered] = [page.split('\n'), benchmarksPage().split('\n')]
  const at = rendered.findIndex((line, nth) => line !== written[nth])
  if (at < 0 && written.length === rendered.length) return []
  return [`docs/benchmarks.md:${Math.max(at, 0) + 1} is not what docs/benchmarks/ renders: ${COMMAND}`]
}
