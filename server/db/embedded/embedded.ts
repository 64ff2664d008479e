import { type Binaries, bundledMajor, prepareBinaries } from './binaries.ts'
import { createCluster } from './cluster.ts'
import { databaseName, databaseRole, ensureDatabase } from './database.ts'
import { connectionStringFor, type Endpoint, prepareEndpoint } from './endpoint.ts'
import { checkMajor, chooseDataFolder, type DataFolder, stateOf, takeOwnership } from './folder.ts'
import { takeLock } from './lock.ts'
import { adoptPostmaster, launchPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts'
import { signalAll } from './processes.ts'
import { pruneServerLog } from './server-log.ts'
import { supervisePostmaster } from './supervisor.ts'

type EmbeddedPostgresOptions = {
  /** The data folder. Its parent must be writable too: the lock and the first boot use it. */
  folder: string
  log?: (message: string) => void
  /** Default: a Unix socket, where the system supports it. */
  endpoint?: Endpoint['kind']
}

export type EmbeddedPostgres = {
  /** Connects as role `wheelbook`, the owner of database `wheelbook`, which is not a superuser. */
  connectionString: string
  /** Folder of the database: the requested one, or another one when the server runs as root. */
  folder: string
  /** True when a killed server left PostgreSQL running and this server took it over. */
  adopted: boolean
  /** The postmaster's pid. It changes after a restart. */
  readonly pid: number
  stop(): Promise<void>
}

const logPruningMs = 3_600_000

async function prepareFolder(home: DataFolder, binaries: Binaries, kind: Endpoint['kind']) {
  if (home.state === 'absent') return createCluster(home.folder, binaries, home.account, kind)
  await takeOwnership(home.folder, home.account)
}

/** Stops and replaces an orphan that does not respond (for example because its socket was deleted). */
async function adoptOrLaunch(home: DataFolder, binaries: Binaries, endpoint: () => Promise<Endpoint>) {
  const orphan = await adoptPostmaster(home.folder)
  if (orphan) {
    const isReachable = await ensureDatabase(orphan.endpoint).then(
      () => true,
      () => false,
    )
    if (isReachable) return orphan
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

async function start(home: DataFolder, kind: Endpoint['kind'], log: (message: string) => void) {
  const { folder, account } = home
  if (home.state === 'present') await checkMajor(folder, await bundledMajor())
  const binaries = await prepareBinaries(account, folder, log)
  await prepareFolder(home, binaries, kind)
  await pruneServerLog(folder)
  const first = await adoptOrLaunch(home, binaries, () => prepareEndpoint(folder, account, kind))
  if (first.adopted) log(`PostgreSQL was still running (process ${first.pid}) on ${folder}: adopted it`)

  const supervisor = supervisePostmaster(first, {
    // Clients have stored the first endpoint, so each later server gets the same one.
    start: () => adoptOrLaunch(home, binaries, async () => first.endpoint),
    stop: (postmaster: Postmaster) => stopPostmaster(postmaster.pid, folder, binaries),
    log,
  })
  return { first, supervisor }
}

/** Returns the connection string of the embedded PostgreSQL that runs on a data folder. Null: none is running. */
export async function connectToRunning(folder: string): Promise<string | null> {
  const home = await chooseDataFolder(folder, () => {})
  if ((await stateOf(home.folder)) === 'absent') return null
  const running = await adoptPostmaster(home.folder)
  return running && connectionStringFor(running.endpoint, databaseRole, databaseName)
}

/**
 * Starts the embedded PostgreSQL on a data folder, or adopts the one that a killed server left running there, and
 * restarts it when it dies until `stop()`. The first start takes under a second, later ones under 0.1 s. Errors:
 * `EmbeddedPostgresError`, whose message names the remedy. Source: R-1.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const kind = options.endpoint ?? (process.platform === 'win32' ? 'loopback' : 'socket')
  const chosen = await chooseDataFolder(options.folder, log)
  const lock = await takeLock(`${chosen.folder}.lock`, chosen.folder)
  try {
    // Read again, because a server that held the lock until now may have created the database.
    const home = { ...chosen, state: await stateOf(chosen.folder) }
    const { first, supervisor } = await start(home, kind, log)
    const pruning = setInterval(() => pruneServerLog(home.folder).catch(() => {}), logPruningMs).unref()
    // A crash of the server stops PostgreSQL too. Only kill -9 leaves an orphan.
    const stopWithServer = () => supervisor.isRunning() && signalAll([supervisor.current().pid], 'SIGINT')
    process.once('exit', stopWithServer)

    return {
      connectionString: connectionStringFor(first.endpoint, databaseRole, databaseName),
      folder: home.folder,
      adopted: first.adopted,
      get pid() {
        return supervisor.current().pid
      },
      async stop() {
        clearInterval(pruning)
        process.off('exit', stopWithServer)
        await supervisor.stop().finally(() => lock.release())
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
