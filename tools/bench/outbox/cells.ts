import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import type { Client } from './clients.ts'
import { measure, type Run } from './measure.ts'
import type { Scenario } from './scenarios.ts'

/** Raw measurements of every run, ignored by git. */
const RAW = join(import.meta.dirname, '../../../.cache/bench')

export interface Plan {
  scenarios: readonly Scenario[]
  clients: readonly Client[]
  seeds: number
  dedup: boolean
  /** Name of the JSON lines file. */
  raw: string
}

/** A run that did not finish: a failure of its client or of the harness. */
export interface Broken {
  scenario: string
  client: string
  seed: number
  error: string
}

/**
 * Runs every client through every scenario, seed by seed. The order of the clients differs per seed, so that no client
 * is always first and a machine that slows down affects all clients.
 */
export async function runCells(plan: Plan): Promise<{ runs: Run[]; broken: Broken[] }> {
  const raw = join(RAW, plan.raw)
  mkdirSync(RAW, { recursive: true })
  writeFileSync(raw, '')
  const runs: Run[] = []
  const broken: Broken[] = []
  for (let seed = 1; seed <= plan.seeds; seed++) {
    const cells = plan.scenarios.flatMap((scenario) => plan.clients.map((client) => ({ scenario, client })))
    for (const { scenario, client } of shuffled(cells, String(seed))) {
      const label = `${scenario.name} seed ${seed} ${client.name}`
      try {
        const run = await measure({ scenario, client, seed, dedup: plan.dedup })
        runs.push(run)
        appendFileSync(raw, `${JSON.stringify(run)}\n`)
        console.error(`${label}: ${outcome(run)}`)
      } catch (error) {
        broken.push({ scenario: scenario.name, client: client.name, seed, error: String(error) })
        appendFileSync(raw, `${JSON.stringify(broken.at(-1))}\n`)
        console.error(`${label}: BROKEN OFF`, error)
      }
    }
  }
  return { runs, broken }
}

function outcome(run: Run): string {
  const { accepted, refused, delivered, lost, stranded, drain_s, took_s, notes } = run
  const refusedText = refused > 0 ? `, ${refused} refused` : ''
  const more = Object.entries(notes).map(([what, value]) => `, ${what} ${value}`)
  const counts = `${delivered}/${accepted} delivered${refusedText}, ${lost} lost, ${stranded} left`
  return `${counts}, ${drain_s.toFixed(1)} s${more.join('')} (${took_s.toFixed(0)} s in all)`
}

function shuffled<T>(items: readonly T[], seed: string): T[] {
  const random = seededRandom(seed)
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
