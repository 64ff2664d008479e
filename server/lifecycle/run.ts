import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { backUpBeforeMigrating, scheduleBackups } from '#server/backup/schedule.ts'
import { loadBrands } from '#server/brands/brands.ts'
import { openFiles, openSettlementDelivery } from '#server/composition/file-stores.ts'
import { composeServices, type Services } from '#server/composition/services.ts'
import type { Config } from '#server/config/config.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { markAsDemo, ownerOfDatabase } from '#server/db/demo-mark.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import type { SeedInput } from '#server/db/seed/main.ts'
import { createLogger } from '#server/http/errors/log.ts'
import { enqueueUnsent } from '#server/jobs/enqueue-unsent.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { pollLoop } from '#server/jobs/poll-loop.ts'
import { shopSimulator } from '#server/jobs/shop-simulator.ts'
import { workers } from '#server/jobs/workers.ts'
import { adoptRestoredDatabase } from '#server/modules/home/sync/sync.repository.ts'
import { deleteRemovedFromVault } from '#server/modules/money/payment-methods/payment-methods.service.ts'

/** Time for in-flight requests and running jobs during shutdown. */
const FINISH_MS = 25_000

/** An external condition prevents the start; the message explains what to do. */
export class StartError extends Error {}

export interface RunOptions {
  /** Folder of the built app. Null: serves the API only. */
  distFolder: string | null
  /** Fills an empty database with the demo world. */
  seed: boolean
  /** Receives messages for the user who started the server. */
  say: (line: string) => void
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

/** Stops components in reverse order of their start. Also stops the components of a start that fails halfway. */
function stack() {
  const stops: (() => Promise<unknown>)[] = []
  return {
    push: (stop: () => Promise<unknown>) => stops.push(stop),
    async unwind() {
      for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
    },
  }
}

/** Starts the whole server: database, migrations, demo data, jobs, HTTP. */
export async function run(config: Config, options: RunOptions): Promise<Running> {
  const started = stack()
  try {
    const { url, services } = await start(config, options, started)
    let stopping: Promise<void> | undefined
    return {
      url,
      services,
      stop: () => {
        stopping ??= started.unwind()
        return stopping
      },
    }
  } catch (error) {
    await started.unwind()
    throw error
  }
}

async function start(config: Config, options: RunOptions, started: ReturnType<typeof stack>) {
  const { say, signal } = options
  const log = createLogger(config.logLevel)
  const { db, databaseUrl } = await openMainDatabase(config, say, started)
  signal?.throwIfAborted()
  await checkPort(config)
  const owner = await ownerOfDatabase(db)
  if (config.demo && owner === 'real')
    throw new StartError(
      'Demo mode refuses this database: it contains fleets that demo mode did not create. ' +
        'Set DEMO=false to serve it, or set DATABASE_URL or DATA_FOLDER to an empty database.',
    )
  if (!config.demo && owner === 'demo')
    say('This database was created by demo mode: the password of its demo accounts is public.')
  await backUpBeforeMigrating({ config, db, databaseUrl }, options)
  const applied = await migrate(db, { say })
  if (applied.length > 0) say(`Database migrated: ${applied.length} migrations.`)

  if (config.demo) await markAsDemo(db)

  if (await adoptRestoredDatabase(db))
    say('The database was restored from a dump: devices will check which of their entries it lacks.')

  signal?.throwIfAborted()
  const jobs = openJobs(db, log)
  await jobs.start()
  started.push(() => jobs.stop(FINISH_MS))
  await enqueueUnsent(db, jobs)
  const files = await openFiles(config, { log })
  const services = composeServices({
    config,
    db,
    log,
    jobs,
    brands: loadBrands(config.brandsFolder ?? undefined),
    files,
    billing: await openSettlementDelivery(config, files, { log }),
  })
  started.push(async () => services.vehicleCatalogue.close())
  if (options.seed) await seed(db, { config, databaseUrl }, options)
  else if (config.hasCatalogue) {
    const { ensureCatalogue } = await import('#server/db/seed/catalogue.ts')
    await ensureCatalogue(db)
  }

  signal?.throwIfAborted()
  const readiness = { isStopping: false }
  const app = await buildApp(services, { distFolder: options.distFolder, readiness })
  const url = await listen(app, config)
  started.push(() => {
    readiness.isStopping = true
    const giveUp = setTimeout(() => app.server.closeAllConnections(), FINISH_MS)
    return app.close().finally(() => clearTimeout(giveUp))
  })
  await services.bulkUpsertions.resume()
  await services.transfers.resume()
  await jobs.work(workers({ ...services, mail: services.mailPort }))
  started.push(async () => services.bulkRun.stop())
  started.push(async () => services.transferRun.stop())
  const backups = scheduleBackups({ config, databaseUrl, log })
  started.push(() => backups.stop())
  backups.start()
  startPayments(services, started)
  startSettlements(services, started)
  startSubscriptions(services, started)
  startNotices(services, started)
  startReminders(services, started)
  if (config.demo) startSimulator(services, started, say)
  return { url, services }
}

/** Orders approved by policy or completed are charged within a second or two. */
const PAYMENTS_MS = 1000

function startPayments({ payments, db, ports, log }: Services, started: ReturnType<typeof stack>) {
  async function round() {
    while ((await payments.reconcile()) > 0);
    await deleteRemovedFromVault({ db, ports })
  }
  const payer = pollLoop(round, PAYMENTS_MS, (error) =>
    log.warn({ err: error }, 'Processing payments failed'),
  )
  started.push(() => payer.stop())
  payer.start()
}

/** Settlement files of a day are ready a minute after it ends. */
const SETTLEMENTS_MS = 60_000

function startSettlements({ settlements, log }: Services, started: ReturnType<typeof stack>) {
  const settler = pollLoop(settlements.runDue, SETTLEMENTS_MS, (error) =>
    log.warn({ err: error }, 'Writing settlement files failed'),
  )
  started.push(() => settler.stop())
  settler.start()
}

/** Subscriptions are charged within a minute of the start of the month. */
const SUBSCRIPTIONS_MS = 60_000

function startSubscriptions({ subscriptions, log }: Services, started: ReturnType<typeof stack>) {
  const charger = pollLoop(subscriptions.runDue, SUBSCRIPTIONS_MS, (error) =>
    log.warn({ err: error }, 'Charging subscriptions failed'),
  )
  started.push(() => charger.stop())
  charger.start()
}

/** Users who wait for a confirmation are notified within seconds. */
const NOTICES_MS = 3000

function startNotices({ orderNotices, log }: Services, started: ReturnType<typeof stack>) {
  const notices = pollLoop(orderNotices.sendPending, NOTICES_MS, (error) =>
    log.warn({ err: error }, 'Sending order notices failed'),
  )
  started.push(() => notices.stop())
  notices.start()
}

/** Maximum delay of a reminder. */
const REMINDERS_MS = 15_000

function startReminders(
  { reminderPlanner, reminderSender, log }: Services,
  started: ReturnType<typeof stack>,
) {
  async function round() {
    await reminderPlanner.planAppointments(new Date())
    while ((await reminderSender.round(new Date())) > 0);
  }
  const reminders = pollLoop(round, REMINDERS_MS, (error) =>
    log.warn({ err: error }, 'Sending reminders failed'),
  )
  started.push(() => reminders.stop())
  reminders.start()
}

function startSimulator(
  { db, log, config, shopActions, changes }: Services,
  started: ReturnType<typeof stack>,
  say: RunOptions['say'],
) {
  const simulator = shopSimulator({
    db,
    log,
    shop: shopActions,
    announce: changes.announce,
    stepSeconds: config.shopSeconds,
  })
  started.push(() => simulator.stop())
  simulator.start()
  say('Demo: simulated shops confirm, estimate and complete the orders that you book.')
}

async function openMainDatabase(
  config: Config,
  say: RunOptions['say'],
  started: ReturnType<typeof stack>,
): Promise<{ db: Database; databaseUrl: string }> {
  const folder = resolve(config.dataFolder)
  await mkdir(folder, { recursive: true }).catch((error: Error) => {
    throw new StartError(
      `The data folder cannot be created (${error.message}). Set DATA_FOLDER to another one.`,
    )
  })
  let url = config.databaseUrl
  if (url === null) {
    const embedded = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: say })
    started.push(() => embedded.stop())
    url = embedded.connectionString
  }
  const db = openDatabase(url, { max: 20 })
  started.push(() => db.close())
  await db.query({ text: 'select 1', values: [] }).catch((error: Error) => {
    throw new StartError(`The database does not respond (${error.message}). Check DATABASE_URL.`)
  })
  return { db, databaseUrl: url }
}

async function listen(app: FastifyInstance, config: Config): Promise<string> {
  return await app
    .listen({ port: config.port, host: config.host })
    .catch((error) => refusePort(config, error))
}

/** Reports an unavailable port before the database is filled, not after. */
async function checkPort(config: Config): Promise<void> {
  const probe = createServer()
  await once(probe.listen(config.port, config.host), 'listening').catch((error) => refusePort(config, error))
  await promisify(probe.close.bind(probe))()
}

function refusePort({ port, host }: Config, error: unknown): never {
  const code = error instanceof Error && 'code' in error && error.code
  if (code === 'EADDRINUSE') throw new StartError(`Port ${port} is taken. Set PORT to another one.`)
  if (code === 'EACCES')
    throw new StartError(`This user may not listen on port ${port}. Set PORT to 1024 or higher.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    throw new StartError(`${host} is not an address of this machine. Set HOST to one.`)
  throw error
}

async function seed(db: Database, input: SeedInput, { say, signal }: RunOptions) {
  const [fleet] = await db.query({ text: 'select 1 from fleets limit 1', values: [] })
  if (fleet) return
  say('First start: creating the demo data, about 15 seconds …')
  const seeder = fork(join(import.meta.dirname, '../db/seed/main.ts'), { serialization: 'advanced' })
  seeder.send(input)
  try {
    const [code] = await once(seeder, 'exit', { ...(signal && { signal }) })
    if (code !== 0) throw new StartError('The demo data could not be created. The reason is above.')
  } finally {
    if (seeder.connected) seeder.disconnect()
  }
}
