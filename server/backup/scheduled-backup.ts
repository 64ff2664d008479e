import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openFiles } from '#server/composition/file-stores.ts'
import type { Config } from '#server/config/config.ts'
import { backupKey } from './archive/sealed.ts'
import { backupState, removeSurplus } from './backup-folder.ts'
import { createBackup } from './create-backup.ts'
import { verifyBackup } from './verify-backup.ts'

/** A restore check takes as long as a restore, so it is not made for every backup. */
const VERIFY_EVERY_MS = 24 * 3_600_000

/** Backs up into the configured folder, verifies a backup a day by restoring it, and removes old ones. */
export async function scheduledBackup(config: Config, databaseUrl: string, folder: string): Promise<void> {
  const key = backupKey(config.backup.key)
  const { path, missing } = await createBackup({ databaseUrl, files: await openFiles(config), folder, key })
  const { newestVerifiedAt } = await backupState(folder)
  if (newestVerifiedAt === null || Date.now() - newestVerifiedAt.getTime() >= VERIFY_EVERY_MS) {
    await mkdir(resolve(config.dataFolder), { recursive: true })
    await verifyBackup(path, key, resolve(config.dataFolder))
  }
  await removeSurplus(folder, new Date())
  if (missing.length > 0) throw new Error(`The file store lacks ${missing.length} files that rows name.`)
}
