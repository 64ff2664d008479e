import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import { environmentLine } from '../environment.ts'
import { freshProfile } from './chromium-profile.ts'
import { ALL_CLIENTS, buildClient, CLIENTS, type Client, type ClientName, MUTANTS } from './clients.ts'
import { measure, type Run } from './measure.ts'
import { type Line, summarise, table } from './report.ts'
import { quickly, SCENARIOS, type Scenario } from './scenarios.ts'
import { judge, type Verdict } from './verdicts.ts'

const USAGE = `npm run bench -- outbox [--quick | --self-check] [--seeds N] [--scenario name]… [--client name]… [--no-dedup]
--quick: a part of it, within 60 s · --self-check: our outbox broken on purpose must lose
--no-dedup: the server does a key as often as it comes, so that effects show raw executions
scenarios: ${SCENARIOS.map(({ name }) => name).join(', ')}
clients: ${ALL_CLIENTS.join(', ')}`
/** Every run, as it was measured. */
const RAW = join(import.meta.dirname, '../../../.cache/bench/outbox.jsonl')
/** What runs when nothing is named. */
const CHOICES = {
  all: { scenarios: SCENARIOS.map(({ name }) => name), clients: CLIENTS, seeds: 3 },
  quick: { scenarios: ['http30', 'lostAck10', 'sigkill'], clients: ['workbox', 'wheelbook'], seeds: 1 },
  selfCheck: { scenarios: ['http30', 'sigkill'], clients: MUTANTS, seeds: 1 },
} as const

/** The side-by-side bench of offline.md §4.3: JSON lines on stdout, a table and verdicts on stderr. */
export async function outboxBench(args: string[]): Promise<number> {
  const plan = readPlan(args)
  if (!plan) {
    console.error(USAGE)
    return 2
  }
  const environment = environmentLine({ Chromium: await chromiumVersion() })
  const clients = await Promise.all(plan.clients.map(buildClient))
  mkdirSync(join(RAW, '..'), { recursive: true })
  writeFileSync(RAW, '')
  const lines: Line[] = []
  const verdicts: Verdict[] = []
  for (const scenario of plan.scenarios) {
    const runs = await runScenario(scenario, clients, plan)
    for (const { name } of clients) {
      const line = summarise(
        runs.filter((run) => run.client === name),
        environment,
      )
      lines.push(line)
      console.log(JSON.stringify(line))
    }
    verdicts.push(...judge(scenario, runs))
  }
  console.error(`\n${table(lines)}\n\n${environment} · ${plan.seeds} seed(s)\n`)
  for (const { holds, says } of verdicts) console.error(`${holds ? 'ok  ' : 'FAIL'} ${says}`)
  return verdicts.every(({ holds }) => holds) ? 0 : 1
}

interface Plan {
  scenarios: Scenario[]
  clients: ClientName[]
  seeds: number
  dedup: boolean
}

function readPlan(args: string[]): Plan | null {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      'self-check': { type: 'boolean', default: false },
      seeds: { type: 'string' },
      scenario: { type: 'string', multiple: true },
      client: { type: 'string', multiple: true },
      'no-dedup': { type: 'boolean', default: false },
    },
  })
  const isShort = values.quick || values['self-check']
  const choice = CHOICES[values['self-check'] ? 'selfCheck' : values.quick ? 'quick' : 'all']
  const names: readonly string[] = values.scenario ?? choice.scenarios
  const chosen: readonly string[] = values.client ?? choice.clients
  const scenarios = SCENARIOS.filter(({ name }) => names.includes(name))
  const clients = ALL_CLIENTS.filter((name) => chosen.includes(name))
  const seeds = Number(values.seeds ?? choice.seeds)
  const isKnown = scenarios.length === names.length && clients.length === chosen.length
  if (!isKnown || !Number.isInteger(seeds) || seeds < 1) return null
  return {
    scenarios: isShort ? scenarios.map(quickly) : scenarios,
    clients,
    seeds,
    dedup: !values['no-dedup'],
  }
}

async function runScenario(scenario: Scenario, clients: Client[], { seeds, dedup }: Plan): Promise<Run[]> {
  const runs: Run[] = []
  for (let seed = 1; seed <= seeds; seed++) {
    for (const client of shuffled(clients, `${seed}/${scenario.name}`)) {
      const run = await measure({ scenario, client, seed, dedup })
      runs.push(run)
      const { enqueue: _, ...raw } = run
      appendFileSync(RAW, `${JSON.stringify(raw)}\n`)
      const { lost, delivered, accepted, stranded, drain_s } = run
      const outcome = `${delivered}/${accepted} delivered, ${lost} lost, ${stranded} left, ${drain_s.toFixed(1)} s`
      console.error(`${scenario.name} seed ${seed} ${client.name}: ${outcome}`)
    }
  }
  return runs
}

/** No client is always first: the machine warms up and tires. */
function shuffled<T>(items: readonly T[], seed: string): T[] {
  const random = seededRandom(seed)
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

async function chromiumVersion(): Promise<string> {
  const profile = freshProfile()
  const chromium = await profile.launch()
  const version = chromium.browser.version()
  await chromium.kill()
  profile.remove()
  return version
}
