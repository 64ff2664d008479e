import { parseArgs } from 'node:util'
import type { Report } from '#tools/bench/report/report.ts'
import { UsageError } from '#tools/bench/usage-error.ts'
import { runCells } from './cells.ts'
import { ALL_CLIENTS, buildClient, CLIENTS, type ClientName, isWheelbookClient } from './clients.ts'
import { type Line, summarize, table } from './report.ts'
import { reduceScenario, SCENARIOS, type Scenario } from './scenarios.ts'
import { judge, type Verdict } from './verdicts.ts'

const USAGE = `npm run bench -- outbox [--quick] [--scenarios a,b] [--clients x,y] [--seeds n] [--no-dedup]
--quick: a part of it, within a minute
--no-dedup: the server does a key as often as it comes, so that effects show raw executions
scenarios: ${SCENARIOS.map(({ name }) => name).join(', ')}
clients: ${ALL_CLIENTS.join(', ')}`
/** Defaults. */
const ALL = { scenarios: SCENARIOS.map(({ name }) => name), clients: CLIENTS, seeds: 5 }
const QUICK = {
  scenarios: ['http30', 'lostAck10', 'sigkill'],
  clients: ['workbox', 'wheelbook'],
  seeds: 1,
} as const

/** Runs the comparison benchmark (docs/offline.md#proof): a table and verdicts on stderr, and the main figures of each client. */
export async function outboxBench(args: string[], report: Report): Promise<void> {
  const plan = readPlan(args)
  if (!plan) throw new UsageError(USAGE)
  const startedAt = Date.now()
  const clients = await Promise.all(plan.clients.map(buildClient))
  const { runs, broken } = await runCells({ ...plan, clients, raw: 'outbox.jsonl' })
  const lines: Line[] = []
  const verdicts: Verdict[] = []
  for (const scenario of plan.scenarios) {
    const mine = runs.filter((run) => run.scenario === scenario.name)
    for (const name of plan.clients) {
      const cell = mine.filter((run) => run.client === name)
      if (cell.length === 0) continue
      const line = summarize(cell)
      lines.push(line)
      reportLine(report, line)
    }
    verdicts.push(...judge(scenario, mine))
  }
  for (const { scenario, client, seed, error } of broken)
    verdicts.push({ holds: false, text: `${scenario}: ${client} seed ${seed} did not finish: ${error}` })
  const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
  console.error(`\n${table(lines)}\n\n${plan.seeds} seed(s) · ${minutes} min\n`)
  for (const { holds, text } of verdicts) console.error(`${holds ? 'ok  ' : 'FAIL'} ${text}`)
  const failed = verdicts.filter(({ holds }) => !holds).length
  report({
    figure: 'verdicts that failed',
    value: failed,
    unit: '',
    goal: { atMost: 0 },
    samples: verdicts.length,
  })
}

function reportLine(report: Report, line: Line): void {
  const { scenario, client, lost, entries_per_s, enqueue_p95_ms, seeds } = line
  const name = `${scenario}, ${client}`
  const rest = { goal: null, samples: seeds.length }
  const goal = isWheelbookClient(client) ? { atMost: 0 } : null
  report({ figure: `${name}: entries lost`, value: lost, unit: '', ...rest, goal })
  report({ figure: `${name}: rate`, value: entries_per_s, unit: 'entries/s', ...rest })
  report({ figure: `${name}: saved, p95`, value: enqueue_p95_ms, unit: 'ms', ...rest })
}

interface Choice {
  scenarios: readonly Scenario[]
  clients: readonly ClientName[]
  seeds: number
  dedup: boolean
}

function readPlan(args: string[]): Choice | null {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      seeds: { type: 'string' },
      scenarios: { type: 'string' },
      clients: { type: 'string' },
      'no-dedup': { type: 'boolean', default: false },
    },
  })
  const choice = values.quick ? QUICK : ALL
  const names: readonly string[] = values.scenarios?.split(',') ?? choice.scenarios
  const chosen: readonly string[] = values.clients?.split(',') ?? choice.clients
  const scenarios = SCENARIOS.filter(({ name }) => names.includes(name))
  const clients = ALL_CLIENTS.filter((name) => chosen.includes(name))
  const seeds = Number(values.seeds ?? choice.seeds)
  const isKnown = scenarios.length === names.length && clients.length === chosen.length
  if (!isKnown || !Number.isInteger(seeds) || seeds < 1) return null
  return {
    scenarios: values.quick ? scenarios.map(reduceScenario) : scenarios,
    clients,
    seeds,
    dedup: !values['no-dedup'],
  }
}
