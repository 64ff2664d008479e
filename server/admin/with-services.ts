import { unconfirmedRestoreOf } from '#server/backup/database/restore-mark.ts'
import { openFiles } from '#server/composition/file-stores.ts'
import { composeServices, type Services } from '#server/composition/services.ts'
import type { Config } from '#server/config/config.ts'
import { createLogger } from '#server/http/errors/log.ts'
import { createMissingSecrets } from '#server/integrations/secrets.ts'
import { loadBrands } from '../brands/brands.ts'
import { openDatabase } from '../db/database.ts'
import { findDatabaseProblems } from '../db/database-rights.ts'
import { markAsDemo, ownerOfDatabase } from '../db/demo-mark.ts'
import { migrate, missingMigrations } from '../db/migrate.ts'
import { openAddress } from '../db/open-address.ts'
import { type OpenJobs, openJobs } from '../jobs/jobs.ts'
import { CommandRejected } from './usage-error.ts'

/**
 * Runs `work` on the configured database, whether or not a server is running on it. Migrates only an empty database and a
 * restored one: otherwise a server backs up before it migrates. Throws CommandRejected.
 */
export async function withServices(
  config: Config,
  work: (services: Services, jobs: OpenJobs) => Promise<void>,
): Promise<void> {
  const { url, stop } = await openAddress(config)
  const db = openDatabase(url, { max: 4, application: 'wheelbook admin' })
  const log = createLogger(config.logLevel)
  const jobs = openJobs(db, log)
  try {
    const problems = await findDatabaseProblems(db)
    if (problems.length > 0) throw new CommandRejected(problems.join('\n'))
    const owner = await ownerOfDatabase(db)
    const isOlder = owner !== 'empty' && (await missingMigrations(db)).length > 0
    // No server may start on a restored database before `confirm-restore`. The restored archive is its backup.
    if (isOlder && (await unconfirmedRestoreOf(db)) === null)
      throw new CommandRejected(
        'The database is older than this version. Start the server first: it backs up and migrates the database.',
      )
    await migrate(db)
    await createMissingSecrets(db)
    // Without the mark, the next start in demo mode would treat this company as real data.
    if (config.demo && owner === 'empty') await markAsDemo(db)
    await jobs.start()
    const brands = loadBrands(config.brandsFolder ?? undefined)
    const services = composeServices({
      config,
      db,
      log,
      jobs,
      brands,
      files: await openFiles(config, { log }),
    })
    await work(services, jobs).finally(() => services.vehicleCatalog.close())
    await services.changes.settled()
  } finally {
    await jobs.stop(1000)
    await db.close()
    await stop()
  }
}
