import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openFiles } from '#server/composition/file-stores.ts'
import type { Config } from '#server/config/config.ts'
import { backupKey } from './archive/sealed.ts'
import { backupState, isBackupDue, removeSurplus } from './backup-folder.ts'
import { createBackup } from './create-backup.ts'
import { BackupError, BackupInProgress, NewerBackup } from './errors.ts'
import { findLackOfSpace } from './find-lack-of-space.ts'
import { removeLeftovers, verifyBackup } from './verify-backup.ts'

/** A restore check takes as long as a restore, so it is not made for every backup. */
const VERIFY_EVERY_MS = 24 * 3_600_000

export interface ScheduledBackup {
  config: Config
  databaseUrl: string
  folder: string
  /** Does nothing while another backup runs, because that backup covers this run. */
  yields: boolean
  /** Ends after the backup: a failing check, or files that were lost before, must not prevent an upgrade. */
  precedesMigration?: boolean
  /** Ends a check early. */
  signal: AbortSignal
}

/** Backs up into the configured folder, removes old backups, and verifies one a day by restoring it. */
export async function scheduledBackup({
  config,
  databaseUrl,
  folder,
  yields,
  precedesMigration = false,
  signal,
}: ScheduledBackup): Promise<void> {
  const key = backupKey(config.backup.key)
  const files = await openFiles(config)
  const isDue = () => isBackupDue(folder, config.backup.everyMinutes, new Date())
  const backup = await createBackup({
    databaseUrl,
    files,
    folder,
    key,
    ...(yields && { isDue }),
  }).catch((error: unknown) => {
    if (yields && error instanceof BackupInProgress) return null
    throw error
  })
  if (!backup) return
  const { path, missing } = backup
  // Before the check: a full disk makes it fail, and old backups would fill the disk further.
  await removeSurplus(folder, config.backup.everyMinutes, new Date())
  if (precedesMigration) return
  signal.throwIfAborted()
  const { newestVerifiedAt } = await backupState(folder)
  let problem: string | null = null
  if (newestVerifiedAt === null || Date.now() - newestVerifiedAt.getTime() >= VERIFY_EVERY_MS) {
    const scratchFolder = resolve(config.dataFolder)
    await mkdir(scratchFolder, { recursive: true })
    // A killed check leaves files as large as the database.
    await removeLeftovers(scratchFolder)
    problem = await findLackOfSpace(databaseUrl, scratchFolder)
    if (problem === null)
      await verifyBackup(path, key, { scratchFolder, signal }).catch((error) => {
        // During an upgrade, a server of the newer version verifies the next one.
        if (!(error instanceof NewerBackup)) throw error
      })
  }
  if (missing.length > 0) throw new Error(`The file store lacks ${missing.length} files that rows name.`)
  if (problem !== null) throw new BackupError(problem)
}
