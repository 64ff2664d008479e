import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { environmentLine } from '#tools/bench/environment.ts'

const ROOT = join(import.meta.dirname, '../../..')
const ROWS = '100000'

/** Checks totals, order and pages of every paged list with 100,000 rows; the API tests use fewer. */
export async function listsBench(): Promise<number> {
  console.error(`${environmentLine()} · ${ROWS} rows`)
  const { status } = spawnSync(
    process.execPath,
    [
      ...[join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'api'],
      ...['--reporter', 'verbose', 'tests/api/core/large-tables.test.ts'],
    ],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, LIST_ROWS: ROWS } },
  )
  return status ?? 1
}
