import { parseArgs } from 'node:util'
import { environmentLine } from '#tools/bench/environment.ts'
import { chromiumVersion } from './cells.ts'
import { coldStartTargets } from './targets/cold-start.ts'
import { faultTargets, replayTargets } from './targets/connections.ts'
import { enqueueTargets } from './targets/enqueue.ts'
import { outageTargets } from './targets/outage.ts'
import { type Target, tellTarget } from './targets/target.ts'

const PARTS: Record<string, (seeds: number) => Promise<Target[]>> = {
  outage: outageTargets,
  enqueue: enqueueTargets,
  replay: replayTargets,
  faults: faultTargets,
  start: coldStartTargets,
}

/**
 * Prints measurements with their goals (docs/benchmarks.md#outbox-targets). `--only
 * outage,enqueue,replay,faults,start`, `--seeds n` (default 3). Exit code 1 when a goal is missed.
 */
export async function outboxTargets(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { only: { type: 'string' }, seeds: { type: 'string', default: '3' } },
  })
  const wanted = values.only?.split(',') ?? Object.keys(PARTS)
  const seeds = Number(values.seeds)
  if (!wanted.every((name) => name in PARTS) || !Number.isInteger(seeds) || seeds < 1) {
    console.error(`npm run bench -- outbox-targets [--only ${Object.keys(PARTS).join(',')}] [--seeds n]`)
    return 2
  }
  console.error(environmentLine({ Chromium: await chromiumVersion() }))
  let isGood = true
  for (const name of wanted)
    for (const target of (await PARTS[name]?.(seeds)) ?? []) isGood = tellTarget(target) && isGood
  return isGood ? 0 : 1
}
