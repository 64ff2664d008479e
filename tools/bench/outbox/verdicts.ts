import { isWheelbookClient } from './clients.ts'
import type { Run } from './measure.ts'
import type { Scenario } from './scenarios.ts'

/** A gate of the benchmark and its result. */
export interface Verdict {
  holds: boolean
  text: string
}

/** Lanes that may have an open request during a kill. */
const LANES = 4

/**
 * Judges the runs of one scenario (docs/offline.md#proof). Our outbox must lose nothing and do everything once. The
 * baselines must lose entries exactly where they are known to. Otherwise the harness is wrong.
 */
export function judge(scenario: Scenario, runs: readonly Run[]): Verdict[] {
  const clients = [...new Set(runs.map((run) => run.client))]
  return clients.flatMap((client) => {
    const mine = runs.filter((run) => run.client === client)
    return isWheelbookClient(client) ? judgeOurs(scenario, client, mine) : judgeOther(scenario, client, mine)
  })
}

function judgeOurs({ name, mayRefuse = false }: Scenario, client: string, runs: readonly Run[]): Verdict[] {
  const sum = (of: (run: Run) => number) => runs.reduce((total, run) => total + of(run), 0)
  const accepted = sum((run) => run.accepted)
  const lost = sum((run) => run.lost)
  const drops = sum((run) => run.drops ?? 0)
  const isWatched = runs.some((run) => run.drops !== null)
  const stranded = sum((run) => run.stranded)
  const refused = sum((run) => run.refused)
  const effects = sum((run) => run.effects)
  const isOnce = !runs[0]?.dedup || runs.every((run) => run.effects === run.accepted)
  const extra = sum((run) => run.executions - run.ops)
  const allowedRepeats = (run: Run) => run.faults + run.kills * LANES
  const isWithinAllowance = runs.every((run) => run.executions - run.ops <= allowedRepeats(run))
  const verdictOf = (holds: boolean, text: string): Verdict => ({ holds, text: `${name}: ${client} ${text}` })
  return [
    verdictOf(lost === 0, `lost ${lost} of ${accepted}`),
    // Timed runs have no checks in between; there only the losses at the end count.
    ...(isWatched ? [verdictOf(drops === 0, `dropped ${drops} silently`)] : []),
    verdictOf(stranded === 0 && (mayRefuse || refused === 0), `left ${stranded} behind, refused ${refused}`),
    verdictOf(isOnce && accepted > 0, `had ${effects} effects of ${accepted} accepted`),
    verdictOf(
      isWithinAllowance,
      `had ${extra} executions more than needed, of ${sum(allowedRepeats)} faults and kills`,
    ),
  ]
}

function judgeOther({ name, known }: Scenario, client: string, runs: readonly Run[]): Verdict[] {
  const expected = known[client as keyof typeof known]
  if (!expected) return []
  const lost = runs.reduce((total, run) => total + run.lost, 0)
  const holds = expected === 'loses' ? lost > 0 : lost === 0
  const text = `${name}: ${client} lost ${lost}, and is known to ${expected === 'loses' ? 'lose' : 'keep all'}`
  const why =
    expected === 'loses' ? 'the harness injects no effective fault' : 'the harness itself causes the loss'
  return [{ holds, text: holds ? text : `${text}: ${why}` }]
}
