import { type Binaries, bundledMajor, prepareBinaries } from './binaries.ts'
import { createCluster } from './cluster.ts'
import { databaseName, databaseRole, ensureDatabase } from './database.ts'
import { connectionStringFor, type Endpoint, prepareEndpoint } from './endpoint.ts'
import { checkMajor, chooseHome, type Home, stateOf, takeOwnership } from './folder.ts'
import { takeLock } from './lock.ts'
import { adoptPostmaster, launchPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts'
import { signalAll } from './processes.ts'
import { pruneServerLog } from './server-log.ts'
import { supervisePostmaster } from './supervisor.ts'

export type EmbeddedPostgresOptions = {
  /** The data folder. Its parent must be writable too: lock and first boot happen beside it. */
  folder: string
  log?: (message: string) => void
  /** A Unix socket, unless the system has none. */
  endpoint?: Endpoint['kind']
}

export type EmbeddedPostgres = {
  /** As role `wheelbook`, owner of database `wheelbook`, no superuser. */
  connectionString: string
  /** Where the database is: the wanted folder, or one elsewhere when the server runs as root. */
  folder: string
  /** True when a killed server had left PostgreSQL running and this one took it over. */
  adopted: boolean
  /** The postmaster's pid; another one after it was restarted. */
  readonly pid: number
  stop(): Promise<void>
}

const logPruningMs = 3_600_000

async function prepareFolder(home: Home, binaries: Binaries, kind: Endpoint['kind']) {
  if (home.state === 'absent') return createCluster(home.folder, binaries, home.account, kind)
  await takeOwnership(home.folder, home.account)
}

/** An orphan that does not answer (its socket was deleted, say) is stopped like any other, then replaced. */
async function adoptOrLaunch(home: Home, binaries: Binaries, endpoint: () => Promise<Endpoint>) {
  const orphan = await adoptPostmaster(home.folder)
  if (orphan) {
    const answers = await ensureDatabase(orphan.endpoint).then(
      () => true,
      () => false,
    )
    if (answers) return orphan
    await stopPostmaster(orphan.pid, home.folder, binaries)
  }
  const started = await launchPostmaster(home.folder, binaries, home.account, await endpoint())
  try {
    await ensureDatabase(started.endpoint)
    return started
  } catch (error) {
    await stopPostmaster(started.pid, home.folder, binaries)
    throw error
  }
}

async function start(home: Home, kind: Endpoint['kind'], log: (message: string) => void) {
  const { folder, account } = home
  if (home.state === 'present') await checkMajor(folder, await bundledMajor())
  const binaries = await prepareBinaries(account, folder, log)
  await prepareFolder(home, binaries, kind)
  await pruneServerLog(folder)
  const first = await adoptOrLaunch(home, binaries, () => prepareEndpoint(folder, account, kind))
  if (first.adopted) log(`PostgreSQL was still running (process ${first.pid}) on ${folder}: adopted it`)

  const keeper = supervisePostmaster(first, {
    // Clients know the first endpoint by heart, so each later server gets the same.
    start: () => adoptOrLaunch(home, binaries, async () => first.endpoint),
    stop: (postmaster: Postmaster) => stopPostmaster(postmaster.pid, folder, binaries),
    log,
  })
  return { first, keeper }
}

/** Connection string of the embedded PostgreSQL that a server runs on a data folder; null: none runs there. */
export async function connectToRunning(folder: string): Promise<string | null> {
  const home = await chooseHome(folder, () => {})
  if ((await stateOf(home.folder)) === 'absent') return null
  const running = await adoptPostmaster(home.folder)
  return running && connectionStringFor(running.endpoint, databaseRole, databaseName)
}

/**
 * Starts the embedded PostgreSQL on a data folder, or adopts the one that a killed server left running there,
 * and keeps it running until `stop()`. First start below a second, later ones below 0.1 s.
 * Errors: `EmbeddedPostgresError`, whose message tells the way out. Source: R-1.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const kind = options.endpoint ?? (process.platform === 'win32' ? 'loopback' : 'socket')
  const chosen = await chooseHome(options.folder, log)
  const lock = await takeLock(`${chosen.folder}.lock`, chosen.folder)
  try {
    // Looked at again, since a server that held the lock until now may have made the database.
    const home = { ...chosen, state: await stateOf(chosen.folder) }
    const { first, keeper } = await start(home, kind, log)
    const pruning = setInterval(() => pruneServerLog(home.folder).catch(() => {}), logPruningMs).unref()
    // A crash of the server ends PostgreSQL too; only kill -9 leaves an orphan.
    const stopWithServer = () => keeper.isRunning() && signalAll([keeper.current().pid], 'SIGINT')
    process.once('exit', stopWithServer)

    return {
      connectionString: connectionStringFor(first.endpoint, databaseRole, databaseName),
      folder: home.folder,
      adopted: first.adopted,
      get pid() {
        return keeper.current().pid
      },
      async stop() {
        clearInterval(pruning)
        process.off('exit', stopWithServer)
        await keeper.stop().finally(() => lock.release())
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
