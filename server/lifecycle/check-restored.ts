import { unconfirmedRestoreOf } from '#server/backup/database/restore-mark.ts'
import type { Config } from '#server/config/config.ts'
import { liveSystems } from '#server/config/live-systems.ts'
import type { Database } from '#server/db/database.ts'
import { StartError } from './start-error.ts'

/**
 * Refuses to use a restored database with external systems until an administrator confirms that it replaces production. A
 * trial of a restore often has production's settings, and the gateway does not recognize its charges as repeated ones
 * (decision 124). Throws StartError.
 */
export async function checkRestored(config: Config, db: Database): Promise<void> {
  const systems = liveSystems(config)
  if (systems.length === 0) return
  const restoredAt = await unconfirmedRestoreOf(db)
  if (restoredAt === null) return
  throw new StartError(
    `A backup was restored into this database (${restoredAt}), and these settings may be those of production: ${systems.join(', ')}.
If this server replaces production, stop all other servers of production and run: npm run admin -- confirm-restore
With systemd: wheelbook admin confirm-restore
If this is a trial, unset these variables or set them to test systems of its own. With test systems, confirm the restore too.`,
  )
}
