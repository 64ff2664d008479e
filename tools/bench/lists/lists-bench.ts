import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Report } from '#tools/bench/report/report.ts'

const ROOT = join(import.meta.dirname, '../../..')
const ROWS = '100000'

/** Checks totals, order and pages of every paged list with 100,000 rows; the API tests use fewer. */
export async function listsBench(_args: string[], report: Report): Promise<void> {
  const { status } = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      'api',
      '--reporter',
      'verbose',
      'tests/api/core/large-tables.test.ts',
    ],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, LIST_ROWS: ROWS } },
  )
  const failed = status === 0 ? 0 : 1
  report({
    figure: 'lists of 100,000 rows: failed runs of their tests',
    value: failed,
    unit: '',
    goal: { atMost: 0 },
  })
}
