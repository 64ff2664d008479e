import { runCells } from './cells.ts'
import { buildClient } from './clients.ts'
import { MUTANTS, type Mutant, type MutantName } from './mutants.ts'
import { lostOfRestoredDrafts, RESTORED_DRAFTS } from './restored-drafts.ts'
import { quickly, SCENARIOS } from './scenarios.ts'

/**
 * Breaks our outbox in each way on purpose and runs the scenarios that must see it; the whole outbox runs beside it and
 * must lose nothing there. Exit code 0 only when every mutant is caught by each of its scenarios.
 */
export async function outboxMutants(): Promise<number> {
  const names = Object.keys(MUTANTS) as MutantName[]
  const needed = new Set<string>(names.flatMap((name) => MUTANTS[name].caughtBy))
  let isGood = true
  const tell = (holds: boolean, says: string) => {
    isGood = isGood && holds
    console.log(`${holds ? 'ok  ' : 'FAIL'} ${says}`)
  }
  const lost = await lossOf('wheelbook', needed)
  for (const scenario of needed)
    tell(lost.get(scenario) === 0, `the outbox as it is: lost ${lost.get(scenario) ?? '?'} in ${scenario}`)
  for (const name of names) {
    const { says, file, caughtBy }: Mutant = MUTANTS[name]
    const losses = await lossOf(`wheelbook-${name}`, new Set(caughtBy))
    for (const scenario of caughtBy) {
      const loss = losses.get(scenario) ?? 0
      const verdict = loss > 0 ? `caught by ${scenario}: lost ${loss}` : `NOT caught by ${scenario}`
      tell(loss > 0, `${name} (${says}; ${file}): ${verdict}`)
    }
  }
  return isGood ? 0 : 1
}

/** Entries lost by a client, by scenario; a run that broke off is missing. */
async function lossOf(name: `wheelbook${'' | `-${MutantName}`}`, wanted: ReadonlySet<string>) {
  const scenarios = SCENARIOS.filter((scenario) => wanted.has(scenario.name)).map(quickly)
  const client = await buildClient(name)
  const plan = { scenarios, clients: [client], seeds: 1, dedup: true }
  const { runs } = await runCells({ ...plan, raw: `outbox-${name}.jsonl` })
  const losses = new Map(runs.map((run) => [run.scenario, run.lost]))
  if (wanted.has(RESTORED_DRAFTS)) losses.set(RESTORED_DRAFTS, await lostOfRestoredDrafts(client))
  return losses
}
