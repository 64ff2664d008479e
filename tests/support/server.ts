import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { inject } from 'vitest'
import { buildApp } from '#server/app.ts'
import { loadBrands } from '#server/brands/brands.ts'
import { openFiles } from '#server/composition/file-stores.ts'
import { composeServices } from '#server/composition/services.ts'
import type { Config } from '#server/config/config.ts'
import { readConfig } from '#server/config/read-config.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import type { Replica } from '#server/db/replica/replica.ts'
import { describeError } from '#server/http/errors/log.ts'
import type { CardGateway } from '#server/integrations/card-gateway/port.ts'
import type { FileStore } from '#server/integrations/files/port.ts'
import type { PortLimits } from '#server/integrations/limits.ts'
import type { Recalls } from '#server/integrations/recalls/port.ts'
import type { Telematics } from '#server/integrations/telematics/port.ts'
import { createLocalVehicleCatalog } from '#server/integrations/vehicle-catalog/local.ts'
import { noJobs } from '#server/jobs/jobs.ts'
import type { PaymentTimings } from '#server/modules/money/payments/payment-timings.ts'
import { router } from '#server/router.ts'
import { type Builders, builders } from './builders.ts'
import { type Client, clientOf } from './client.ts'
import { createTestDatabase, dropTestDatabase, type TestCluster } from './test-database.ts'
import { undocumentedResponses } from './undocumented-responses.ts'

export interface TestServerOptions {
  /** Cluster for its database. Default: that of this Vitest run. */
  cluster?: TestCluster
  /** An existing database (for two servers on one). Default: a new, migrated one. */
  databaseUrl?: string
  config?: Partial<Config>
  distFolder?: string
  /** Receives each log line. Default: discarded. */
  logTo?: (line: string) => void
  /** Set as in production for overload tests. Default: no load shedding. */
  shedAboveMs?: number
  /** Handlers that replace or extend the product's. */
  routes?: Record<string, object>
  /** Replaces the simulator. Null: none. */
  telematics?: Telematics | null
  /** Replaces the sample. */
  recalls?: Recalls
  /** Wraps the database, to inject failures. */
  database?: (db: Database) => Database
  /** Takes reads. */
  replica?: (db: Database) => Replica
  /** Replaces the sandbox without failures. */
  cards?: (db: Database) => CardGateway
  paymentTimings?: PaymentTimings
  /** Replaces the machine's clock for code that reads the server's time instead of the database's. */
  now?: () => Date
  /** Shorter timeouts and pauses of ports than in production. */
  limits?: Partial<PortLimits>
  /** Replaces the file store. */
  files?: (store: FileStore) => FileStore
}

/**
 * Starts a server with its own port and database, and checks responses against the contract. `build` creates fleets,
 * users and vehicles; `as(user)` returns a signed-in client.
 */
export async function startTestServer(options: TestServerOptions = {}) {
  const cluster = options.cluster ?? inject('cluster')
  const databaseUrl = options.databaseUrl ?? (await createTestDatabase(cluster, cluster.template))
  const dataFolder = await mkdtemp(join(tmpdir(), 'wheelbook-data-'))
  const opened = openDatabase(databaseUrl, { max: 12 })
  const db = options.database?.(opened) ?? opened
  const { logTo } = options
  const config = { ...readConfig({ DATABASE_URL: databaseUrl, DATA_FOLDER: dataFolder }), ...options.config }
  const files = await openFiles(config, { limits: options.limits })
  const services = composeServices({
    config,
    db,
    log: logTo
      ? pino({ level: 'debug', serializers: { err: describeError } }, { write: logTo })
      : pino({ level: 'silent' }),
    jobs: noJobs,
    brands: loadBrands(config.brandsFolder ?? undefined),
    files: options.files?.(files) ?? files,
    ...(options.limits && { limits: options.limits }),
    // Unpacked once for all tests and cached, because it never changes.
    vehicleCatalog: createLocalVehicleCatalog({
      folder: join(tmpdir(), 'wheelbook-test-vehicle-catalogue'),
    }),
    ...(options.replica && { replica: options.replica(opened) }),
    ...(options.recalls && { recalls: options.recalls }),
    ...(options.cards && { cards: options.cards(db) }),
    ...(options.paymentTimings && { paymentTimings: options.paymentTimings }),
    ...(options.now && { now: options.now }),
    captchaWork: { cost: 1, keys: 1 },
    ...('telematics' in options && { telematics: options.telematics ?? null }),
  })
  const undocumented = undocumentedResponses(options.routes ?? {})
  const readiness = { isStopping: false }
  const app = await buildApp(services, {
    distFolder: options.distFolder ?? null,
    readiness,
    checkOutputs: true,
    observe: undocumented.observe,
    shedAboveMs: options.shedAboveMs ?? 0,
    routes: withRoutes(router(services), options.routes ?? {}),
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const build: Builders = builders(opened)

  return {
    url,
    db,
    databaseUrl,
    dataFolder,
    services,
    app,
    readiness,
    build,
    /** A client without a session. */
    client: (headers?: Record<string, string>): Client => clientOf(url, headers),
    /** A client with a session of the user. */
    async as(user: { id: number; fleetId: number }, headers: Record<string, string> = {}): Promise<Client> {
      return clientOf(url, { ...headers, cookie: `authentication_token=${await build.session(user)}` })
    },
    async stop() {
      await app.close()
      services.vehicleCatalog.close()
      await db.close()
      await rm(dataFolder, { recursive: true, force: true })
      if (!options.databaseUrl) await dropTestDatabase(cluster, databaseUrl)
      undocumented.demandNone()
    },
  }
}
export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** Replaces single handlers of the product. */
function withRoutes(own: Record<string, object>, other: Record<string, object>): Record<string, object> {
  const replaced = Object.entries(other).map(([noun, handlers]) => [noun, { ...own[noun], ...handlers }])
  return { ...own, ...Object.fromEntries(replaced) }
}
