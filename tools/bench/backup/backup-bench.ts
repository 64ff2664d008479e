import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { backupKey } from '#server/backup/archive/sealed.ts'
import { createBackup } from '#server/backup/create-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { verifyBackup } from '#server/backup/verify-backup.ts'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { localFileStore } from '#server/integrations/files/local.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { makeBenchFleet, seedBenchBasics } from '#tools/bench/support/bench-fleet.ts'

const FLEET = 2000
const HISTORIES_EACH = 5
/** */
const RESTORE_SECONDS = 300

/**
 * Times an encrypted backup, its restore and its check. `--vehicles 4000` makes a smaller database than 100,000 vehicles
 * with five entries each.
 */
export async function backupBench(args: string[], report: Report): Promise<void> {
  const { values } = parseArgs({ args, options: { vehicles: { type: 'string', default: '100000' } } })
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-backup-bench-'))
  await chmod(base, 0o711)
  const key = backupKey('a key for this benchmark, of 32 characters')
  const source = await startEmbeddedPostgres({ folder: join(base, 'source') })
  const target = await startEmbeddedPostgres({ folder: join(base, 'target') })
  try {
    await fill(source.connectionString, Number(values.vehicles))
    const folder = join(base, 'backups')
    const [made, backupSeconds] = await timed(() =>
      createBackup({
        databaseUrl: source.connectionString,
        files: localFileStore(join(base, 'files')),
        folder,
        key,
      }),
    )
    report({ figure: 'backup', value: backupSeconds, unit: 's', goal: null, samples: made.rows })
    report({ figure: 'archive', value: (await stat(made.path)).size / 1e6, unit: 'MB', goal: null })
    const files = localFileStore(join(base, 'restored'))
    const [, restoreSeconds] = await timed(() =>
      restoreBackup({
        databaseUrl: target.connectionString,
        files,
        archive: made.path,
        key,
        replaces: false,
      }),
    )
    report({ figure: 'restore', value: restoreSeconds, unit: 's', goal: { atMost: RESTORE_SECONDS } })
    const [, checkSeconds] = await timed(() => verifyBackup(made.path, key, { scratchFolder: base }))
    report({ figure: 'check by restoring', value: checkSeconds, unit: 's', goal: null })
  } finally {
    await Promise.all([source.stop(), target.stop()])
    await rm(base, { recursive: true, force: true })
  }
}

async function fill(url: string, vehicles: number): Promise<void> {
  const db = openDatabase(url, { max: 1 })
  try {
    await migrate(db)
    await seedBenchBasics(db)
    for (let id = 901, made = 0; made < vehicles; id++, made += FLEET) {
      const size = Math.min(FLEET, vehicles - made)
      await makeBenchFleet(db, { id, vehicles: size, histories: size * HISTORIES_EACH })
    }
  } finally {
    await db.close()
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now()
  const result = await work()
  return [result, (performance.now() - startedAt) / 1000]
}
