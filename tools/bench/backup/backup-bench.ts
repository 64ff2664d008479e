import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { backupKey } from '#server/backup/archive/sealed.ts'
import { createBackup } from '#server/backup/create-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { verifyBackup } from '#server/backup/verify-backup.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { insertRows } from '#server/db/seed/bulk.ts'
import { sql } from '#server/db/sql.ts'
import { localFileStore } from '#server/integrations/files/local.ts'
import type { FileStore } from '#server/integrations/files/port.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { makeBenchFleet, seedBenchBasics } from '#tools/bench/support/bench-fleet.ts'

const FLEET = 2000
const HISTORIES_EACH = 5
const FILE_BYTES = 100_000
/** */
const RESTORE_SECONDS = 300

/**
 * Times an encrypted backup, its restore and its check. `--vehicles 4000` makes a smaller database than 100,000 vehicles
 * with five entries each, `--files 20000` other files than 2,000 of 100 KB.
 */
export async function backupBench(args: string[], report: Report): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      vehicles: { type: 'string', default: '100000' },
      files: { type: 'string', default: '2000' },
    },
  })
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-backup-bench-'))
  await chmod(base, 0o711)
  const key = backupKey('a key for this benchmark, of 32 characters')
  const source = await startEmbeddedPostgres({ folder: join(base, 'source') })
  const target = await startEmbeddedPostgres({ folder: join(base, 'target') })
  try {
    const stored = localFileStore(join(base, 'files'))
    await fill(source.connectionString, {
      vehicles: Number(values.vehicles),
      files: Number(values.files),
      stored,
    })
    const folder = join(base, 'backups')
    const [made, backupSeconds] = await timed(() =>
      createBackup({
        databaseUrl: source.connectionString,
        files: stored,
        folder,
        key,
      }),
    )
    report({ figure: 'backup', value: backupSeconds, unit: 's', goal: null, samples: made.rows })
    report({ figure: 'files in the backup', value: made.files, unit: '', goal: null })
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

interface Content {
  vehicles: number
  files: number
  stored: FileStore
}

async function fill(url: string, { vehicles, files, stored }: Content): Promise<void> {
  const db = openDatabase(url, { max: 1 })
  try {
    await migrate(db)
    await seedBenchBasics(db)
    for (let id = 901, made = 0; made < vehicles; id++, made += FLEET) {
      const size = Math.min(FLEET, vehicles - made)
      await makeBenchFleet(db, { id, vehicles: size, histories: size * HISTORIES_EACH })
    }
    await storeFiles(db, files, stored)
  } finally {
    await db.close()
  }
}

/** Stores a file for each of so many entries. */
async function storeFiles(db: Database, count: number, store: FileStore): Promise<void> {
  const entries = await db.query<{ id: string; fleet_id: number }>(
    sql`select id, fleet_id from manual_maintenance_histories limit ${count}`,
  )
  const documents: object[] = []
  for (const { id, fleet_id } of entries) {
    const bytes = randomBytes(FILE_BYTES)
    const storage_key = `${fleet_id}/${id}`
    await store.put(storage_key, bytes, 'image/jpeg')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    documents.push({ id, fleet_id, history_id: id, file_name: 'receipt.jpg', sha256, storage_key })
  }
  const fixed = { content_type: 'image/jpeg', byte_size: FILE_BYTES, state: 'stored' }
  await db.system((tx) =>
    insertRows(
      tx,
      'documents',
      documents.map((row) => ({ ...row, ...fixed })),
    ),
  )
}

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now()
  const result = await work()
  return [result, (performance.now() - startedAt) / 1000]
}
