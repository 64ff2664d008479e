import { parseArgs } from 'node:util'
import type { Figure } from '#tools/bench/report/figure.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { UsageError } from '#tools/bench/usage-error.ts'
import { coldStartTargets } from './targets/cold-start.ts'
import { faultTargets, replayTargets } from './targets/connections.ts'
import { enqueueTargets } from './targets/enqueue.ts'
import { outageTargets } from './targets/outage.ts'

const PARTS: Record<string, (seeds: number) => Promise<Figure[]>> = {
  outage: outageTargets,
  enqueue: enqueueTargets,
  replay: replayTargets,
  faults: faultTargets,
  start: coldStartTargets,
}

/**
 * Prints measurements with their goals (docs/benchmarks.md#outbox-targets). `--only
 * outage,enqueue,replay,faults,start`, `--seeds n` (default 3).
 */
export async function outboxTargets(args: string[], report: Report): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { only: { type: 'string' }, seeds: { type: 'string', default: '3' } },
  })
  const wanted = values.only?.split(',') ?? Object.keys(PARTS)
  const seeds = Number(values.seeds)
  if (!wanted.every((name) => name in PARTS) || !Number.isInteger(seeds) || seeds < 1)
    throw new UsageError(
      `npm run bench -- outbox-targets [--only ${Object.keys(PARTS).join(',')}] [--seeds n]`,
    )
  for (const name of wanted) for (const figure of (await PARTS[name]?.(seeds)) ?? []) report(figure)
}
