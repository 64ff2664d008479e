import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Report } from '#tools/bench/report/report.ts'

const ROOT = join(import.meta.dirname, '../../..')
const CORES = 2

/** Times `npm test` on two cores. */
export async function testsBench(_args: string[], report: Report): Promise<void> {
  const canPin = process.platform === 'linux' && availableParallelism() > CORES
  const pin = canPin ? ['taskset', '-c', `0-${CORES - 1}`] : []
  const [command = '', ...args] = [...pin, process.execPath, 'tests/support/run-all.ts']
  const startedAt = performance.now()
  const { status } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit' })
  const minutes = (performance.now() - startedAt) / 60_000
  report({ figure: 'npm test, two cores', value: minutes, unit: 'min', goal: { atMost: 15 } })
  report({ figure: 'npm test: failed runs', value: status === 0 ? 0 : 1, unit: '', goal: { atMost: 0 } })
}
