import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Brand } from '#contract/core/brand.ts'
import { buildApp } from '#server/app.ts'
import { backUpBeforeMigrating, scheduleBackups } from '#server/backup/schedule.ts'
import { loadBrands } from '#server/brands/brands.ts'
import { openFiles, openSettlementDelivery } from '#server/composition/file-stores.ts'
import { composeServices, type Services } from '#server/composition/services.ts'
import type { Config } from '#server/config/config.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { findDatabaseProblems } from '#server/db/database-rights.ts'
import { markAsDemo, ownerOfDatabase } from '#server/db/demo-mark.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openReplica, type Replica } from '#server/db/replica/replica.ts'
import type { SeedInput } from '#server/db/seed/main.ts'
import { followTimeline, NEW_EPOCH } from '#server/db/timeline.ts'
import { createLogger } from '#server/http/errors/log.ts'
import { type Readiness, readinessProbe } from '#server/http/health.ts'
import { stopAccepting } from '#server/http/load/stop-accepting.ts'
import { tryWrite } from '#server/integrations/files/disk.ts'
import { createMissingSecrets } from '#server/integrations/secrets.ts'
import { enqueueUnsent } from '#server/jobs/enqueue-unsent.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { type PollerWatch, watchPollers } from '#server/jobs/poller-watch.ts'
import { workers } from '#server/jobs/workers.ts'
import { adoptRestoredDatabase } from '#server/modules/home/sync/sync.repository.ts'
import { startInternalServer } from '#server/observe/internal-server.ts'
import { stateReader } from '#server/observe/server-state.ts'
import { startTracing } from '#server/observe/tracing.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { checkRestored } from './check-restored.ts'
import { collectGarbage } from './collect-garbage.ts'
import { startPollers, startSimulator } from './pollers.ts'
import { StartError, throwListenError } from './start-error.ts'
import { stopLongJobs } from './stop-long-jobs.ts'
import { type StopStack, stopStack } from './stop-stack.ts'

/** The variables of the internal port. */
const METRICS = { host: 'METRICS_HOST', port: 'METRICS_PORT' }
/** Time for in-flight requests and running jobs during shutdown. */
const FINISH_MS = 25_000

export interface RunOptions {
  /** Folder of the built app. Null: serves the API only. */
  distFolder: string | null
  /** Fills an empty database with demo data. */
  seed: boolean
  /** Receives messages for the user who started the server. */
  print: (line: string) => void
  /** Aborts the start and undoes what was started. */
  signal?: AbortSignal
}

export interface Running {
  /** URL that it listens on. */
  url: string
  services: Services
  /** Finishes current work, then stops everything, the embedded database last. Idempotent. */
  stop(): Promise<void>
}

/** Starts the whole server: database, migrations, demo data, jobs, HTTP. */
export async function run(config: Config, options: RunOptions): Promise<Running> {
  const started = stopStack()
  try {
    const readiness = { isStopping: false }
    const { url, services } = await start(config, options, { started, readiness, watch: watchPollers() })
    let stopping: Promise<void> | undefined
    async function drainAndStop() {
      readiness.isStopping = true
      // A load balancer needs this time to notice, and sends new requests until then.
      if (config.drainSeconds > 0) await sleep(config.drainSeconds * 1000)
      await started.unwind()
    }
    return {
      url,
      services,
      stop: () => {
        stopping ??= drainAndStop()
        return stopping
      },
    }
  } catch (error) {
    await started.unwind()
    throw error
  }
}

interface Starting {
  started: StopStack
  readiness: Readiness
  watch: PollerWatch
}

async function start(config: Config, options: RunOptions, { started, readiness, watch }: Starting) {
  const { print, signal } = options
  const log = createLogger(config.logLevel)
  const brands = openBrands(config)
  if (config.tracing) started.push(await startTracing({ ...config.tracing, version: packageJson.version }))
  const { db, databaseUrl } = await openMainDatabase(config, { print, log, started })
  signal?.throwIfAborted()
  await checkPort(config)
  if (config.internal) await checkPort(config.internal, METRICS)
  await checkDemoMode(config, db, print)
  await checkRestored(config, db)
  await backUpBeforeMigrating({ config, db, databaseUrl }, options)
  const applied = await migrate(db, { print })
  if (applied.length > 0) print(`Database migrated: ${applied.length} migrations.`)
  await createMissingSecrets(db)

  if (config.demo) await markAsDemo(db)

  if (await adoptRestoredDatabase(db))
    print('The database was restored from a dump: devices will check which of their entries it lacks.')

  // Connections that were opened before the migrations could not notice it.
  if (await followTimeline(db)) log.warn(NEW_EPOCH)

  signal?.throwIfAborted()
  const jobs = openJobs(db, log)
  await jobs.start()
  await jobs.sendStartJobs()
  started.push(() => jobs.stop(FINISH_MS))
  await enqueueUnsent(db, jobs)
  const files = await openFiles(config, { log })
  const replica = startReplica(config, db, { log, started })
  const services = composeServices({
    config,
    db,
    replica,
    log,
    jobs,
    brands,
    files,
    billing: await openSettlementDelivery(config, files, { log }),
  })
  started.push(async () => services.vehicleCatalog.close())
  if (options.seed) await seed(db, { config, databaseUrl }, options)
  else if (config.hasCatalog) {
    const { ensureCatalog } = await import('#server/db/seed/catalog.ts')
    await ensureCatalog(db, print)
  }

  signal?.throwIfAborted()
  const metrics = await startObserving(config, services, { started, readiness, watch })
  const app = await buildApp(services, {
    distFolder: options.distFolder,
    readiness,
    ...(metrics && { metrics }),
  })
  const url = await listen(app, config)
  started.push(async () => {
    // Without a drain time there is no proxy whose requests could be on their way.
    if (config.drainSeconds > 0) await stopAccepting(app.server)
    const giveUp = setTimeout(() => app.server.closeAllConnections(), FINISH_MS)
    await app.close().finally(() => clearTimeout(giveUp))
  })
  if (replica) await services.changes.listen(replica.noteChange, () => {})
  await services.bulkUpsertions.resume()
  await services.transfers.resume()
  await services.bulkActions.resume()
  await jobs.work(workers({ ...services, mail: services.mailPort }))
  started.push(() => stopLongJobs(jobs, services))
  const backups = scheduleBackups({ config, databaseUrl, log })
  started.push(() => backups.stop())
  backups.start()
  startPollers(services, { started, watch })
  if (config.demo) startSimulator(services, started, print)
  collectGarbage()
  return { url, services }
}

function openBrands({ brandsFolder }: Config): Brand[] {
  try {
    return loadBrands(brandsFolder ?? undefined)
  } catch (error) {
    throw new StartError(
      `The brands cannot be used: ${(error as Error).message}. Repair them, or set BRANDS_FOLDER to another folder.`,
    )
  }
}

async function checkDemoMode({ demo }: Config, db: Database, print: RunOptions['print']): Promise<void> {
  const owner = await ownerOfDatabase(db)
  if (demo && owner === 'real')
    throw new StartError(
      'Demo mode refuses this database: it contains fleets that demo mode did not create. ' +
        'Set DEMO=false to serve it, or set DATABASE_URL or DATA_FOLDER to an empty database.',
    )
  if (!demo && owner === 'demo')
    print('This database was created by demo mode: the password of its demo accounts is public.')
}

/** Serves metrics and health on the internal port, if one is configured. */
async function startObserving(
  config: Config,
  { db, replica, log }: Services,
  { started, readiness, watch }: Starting,
) {
  if (config.internal === null) return null
  const { host, port } = config.internal
  const state = stateReader({
    db,
    replica,
    dataFolder: config.dataFolder,
    backup: config.backup,
    watch,
  })
  const isReady = readinessProbe({ db, readiness })
  // Loaded on demand: most demo servers have no such port.
  const { createMetrics } = await import('#server/observe/metrics.ts')
  const metrics = createMetrics({ state, isReady })
  const internal = await startInternalServer({ host, port, metrics, state, isReady, log }).catch((error) =>
    throwListenError({ host, port }, error, METRICS),
  )
  started.push(() => internal.stop())
  return metrics
}

/** Starts to use the replica, if one is configured. The server starts without it when it does not respond. */
function startReplica(
  { replica, databaseConnections: connections }: Config,
  db: Database,
  { log, started }: Pick<Starting, 'started'> & { log: Logger },
): Replica | null {
  if (replica === null) return null
  const opened = openReplica(db, { ...replica, connections, log })
  started.push(() => opened.close())
  opened.start()
  return opened
}

async function openMainDatabase(
  config: Config,
  { print, log, started }: Pick<RunOptions, 'print'> & { log: Logger; started: StopStack },
): Promise<{ db: Database; databaseUrl: string }> {
  const folder = resolve(config.dataFolder)
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw new StartError(
      `The data folder cannot be created (${error.message}). Set DATA_FOLDER to another one.`,
    )
  })
  await tryWrite(folder).catch((error: Error) => {
    throw new StartError(
      `The data folder ${folder} cannot be written (${error.message}). Set DATA_FOLDER to another one, or give this user the right to write there.`,
    )
  })
  let url = config.databaseUrl
  if (url === null) {
    const embedded = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: print })
    started.push(() => embedded.stop())
    url = embedded.connectionString
  }
  const onNewEpoch = () => log.warn(NEW_EPOCH)
  const db = openDatabase(url, { max: config.databaseConnections, onNewEpoch })
  started.push(() => db.close())
  await db.query({ text: 'select 1', values: [] }).catch((error: Error) => {
    throw new StartError(`The database does not respond (${error.message}). Check DATABASE_URL.`)
  })
  const problems = await findDatabaseProblems(db)
  if (problems.length > 0) throw new StartError(problems.join('\n'))
  return { db, databaseUrl: url }
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  return await app
    .listen({ port: config.port, host: config.host })
    .catch((error) => throwListenError(config, error))
}

/** Reports an unavailable port before the database is filled, not after. */
async function checkPort(at: { host: string; port: number }, names?: typeof METRICS): Promise<void> {
  const probe = createServer()
  await once(probe.listen(at.port, at.host), 'listening').catch((error) => throwListenError(at, error, names))
  await promisify(probe.close.bind(probe))()
}

async function seed(db: Database, input: SeedInput, { print, signal }: RunOptions) {
  const [fleet] = await db.query({ text: 'select 1 from fleets limit 1', values: [] })
  if (fleet) return
  print('First start: creating the demo data, about 15 seconds …')
  const seeder = fork(join(import.meta.dirname, '../db/seed/main.ts'), { serialization: 'advanced' })
  seeder.send(input)
  try {
    const [code] = await once(seeder, 'exit', { ...(signal && { signal }) })
    if (code !== 0) throw new StartError('The demo data could not be created. The reason is above.')
  } finally {
    if (seeder.connected) seeder.disconnect()
  }
}
