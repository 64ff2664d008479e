import type { Report } from '#tools/bench/report/report.ts'
import { runCells } from './cells.ts'
import { buildClient } from './clients.ts'
import { MUTANTS, type Mutant, type MutantName } from './mutants.ts'
import { lostOfRestoredDrafts, RESTORED_DRAFTS } from './restored-drafts.ts'
import { reduceScenario, SCENARIOS } from './scenarios.ts'

/**
 * Breaks our outbox in each way on purpose and runs the scenarios that must detect it. The unmodified outbox must
 * deliver everything in the same scenarios, and each of its scenarios must catch every mutant.
 */
export async function outboxMutants(_args: string[], report: Report): Promise<void> {
  const names = Object.keys(MUTANTS) as MutantName[]
  const needed = new Set<string>(names.flatMap((name) => MUTANTS[name].caughtBy))
  const missing = await missingOf('wheelbook', needed)
  for (const scenario of needed)
    report({
      figure: `unmodified, ${scenario}: entries missing`,
      value: missing.get(scenario) ?? Number.NaN,
      unit: '',
      goal: { atMost: 0 },
    })
  for (const name of names) {
    const { description, file, caughtBy }: Mutant = MUTANTS[name]
    const missingOfMutant = await missingOf(`wheelbook-${name}`, new Set(caughtBy))
    for (const scenario of caughtBy) {
      const count = missingOfMutant.get(scenario) ?? 0
      report({
        figure: `${name}, ${scenario}: entries missing`,
        value: count,
        unit: '',
        goal: { atLeast: 1 },
        note: `${description}; ${file}`,
      })
    }
  }
}

/**
 * Returns the number of accepted entries missing on the server at the end, by scenario; unfinished runs are left out.
 * Entries still on the device count as missing. The check against the server's receipts (decision 10) returns wrongly
 * acknowledged entries to the queue, which would hide the fault.
 */
async function missingOf(name: `wheelbook${'' | `-${MutantName}`}`, wanted: ReadonlySet<string>) {
  const scenarios = SCENARIOS.filter((scenario) => wanted.has(scenario.name)).map(reduceScenario)
  const client = await buildClient(name)
  const plan = { scenarios, clients: [client], seeds: 1, dedup: true }
  const { runs } = await runCells({ ...plan, raw: `outbox-${name}.jsonl` })
  const missing = new Map(runs.map((run) => [run.scenario, run.lost + run.stranded]))
  if (wanted.has(RESTORED_DRAFTS)) missing.set(RESTORED_DRAFTS, await lostOfRestoredDrafts(client))
  return missing
}
