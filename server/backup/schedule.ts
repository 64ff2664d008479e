import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { LOCKS, takeLock } from '#server/db/advisory-locks.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { missingMigrations, WAITING_FOR_SERVER } from '#server/db/migrate.ts'
import { sql } from '#server/db/sql.ts'
import { pollLoop } from '#server/jobs/poll-loop.ts'
import { isBackedUpBefore, isBackupDue, markMigrations } from './backup-folder.ts'
import { BackupError } from './errors.ts'
import type { ScheduledInput } from './scheduled-main.ts'

/** How often the age of the newest backup is looked at. */
const LOOK_MS = 30_000

/**
 * Backs up a database that lacks migrations, because a migration cannot be undone. Without BACKUP_FOLDER, backups are
 * the administrator's own. A migration that keeps failing makes no more backups than the schedule, because a supervisor
 * restarts the server every second. Throws BackupError.
 */
export async function backUpBeforeMigrating(
  { config, db, databaseUrl }: { config: Config; db: Database; databaseUrl: string },
  { print, signal }: { print: (line: string) => void; signal?: AbortSignal },
): Promise<void> {
  if (config.backup.folder === null || (await missingMigrations(db)).length === 0) return
  const folder = resolve(config.backup.folder)
  await db.system(async (tx) => {
    // Until the backup is made: another server that starts at the same time then needs none.
    await takeLock(tx, LOCKS.upgrade, () => print(WAITING_FOR_SERVER))
    signal?.throwIfAborted()
    const checksums = (await missingMigrations(tx)).map(({ checksum }) => checksum)
    if (checksums.length === 0 || !(await hasFleets(tx))) return
    const isDue = await isBackupDue(folder, config.backup.everyMinutes, new Date())
    if (!isDue && (await isBackedUpBefore(folder, checksums, new Date()))) return
    print('Backing up the database before it is migrated …')
    const input = { config, databaseUrl, yields: false, precedesMigration: true, ...(signal && { signal }) }
    await backUpInChild(input)
      .then(() => markMigrations(folder, checksums, new Date()))
      .catch((error: Error) => {
        throw new BackupError(
          `The backup before the migration failed: ${error.message} Repair that, or unset BACKUP_FOLDER to start without it.`,
        )
      })
  })
}

/** Whether there is anything to lose. False also for a database whose first migrations have not all run. */
async function hasFleets(tx: Transaction): Promise<boolean> {
  const [found] = await tx.query<{ at: string | null }>(sql`select to_regclass('fleets')::text as at`)
  return found?.at != null && (await tx.query(sql`select from fleets limit 1`)).length > 0
}

interface ScheduleInput {
  config: Config
  databaseUrl: string
  log: { error(about: object, message: string): void }
}

/** Makes a backup now, in a process of its own. Throws BackupError with the reason of a failure. */
export async function backUpInChild({ signal, ...input }: BackUpInput): Promise<void> {
  const { folder } = input.config.backup
  if (folder === null) return
  const child = fork(join(import.meta.dirname, 'scheduled-main.ts'), { serialization: 'advanced' })
  let reason = 'its process was killed'
  child.on('message', (text) => {
    reason = String(text)
  })
  const message: ScheduledInput = { ...input, folder: resolve(folder) }
  child.send(message)
  try {
    const [code] = await once(child, 'exit', { ...(signal && { signal }) })
    if (code !== 0) throw new BackupError(reason)
  } finally {
    if (child.connected) child.disconnect()
  }
}
type BackUpInput = Omit<ScheduledInput, 'folder'> & { signal?: AbortSignal }

/**
 * Makes a backup when the newest one in BACKUP_FOLDER is older than BACKUP_EVERY, also at startup. Of servers with one
 * database, one makes a backup at a time; if they share the folder, they share the backups too.
 */
export function scheduleBackups({ config, databaseUrl, log }: ScheduleInput) {
  const { folder, everyMinutes } = config.backup
  const stopping = new AbortController()
  // Of the clock that does not jump.
  let failedAt = Number.NEGATIVE_INFINITY
  async function round() {
    if (folder === null) return
    // After a failure, for example of a full disk, the next attempt waits as long as after a backup.
    if (performance.now() - failedAt < everyMinutes * 60_000) return
    if (!(await isBackupDue(resolve(folder), everyMinutes, new Date()))) return
    await backUpInChild({ config, databaseUrl, yields: true, signal: stopping.signal })
  }
  const loop = pollLoop(round, LOOK_MS, (error) => {
    if (stopping.signal.aborted) return
    failedAt = performance.now()
    log.error({ err: error }, 'Backup failed')
  })
  return {
    start: loop.start,
    async stop() {
      stopping.abort()
      await loop.stop()
    },
  }
}
